"""Benchmark settings of this game, and how often its matches end by the turn limit."""

from collections.abc import Iterator

from bench.figures import Figure
from bench.games import Bench, Seasons
from engine.bots import BUDGET
from engine.quick_chance import RandomChance
from games.manipulation.bot import steady
from games.manipulation.rules import MANIPULATION
from games.manipulation.rules.ending import matching_player

BENCH = {
    "manipulation": Bench(
        least=100_000,
        seasons=Seasons("collusion.manipulation", finds=False),
        endless={"turn_limit": None},
    )
}
MATCHES = 100
MOST_AT_LIMIT = 0.15


def figures(seconds: float) -> Iterator[Figure]:
    """Let *steady* play itself by the default options, with each number of seats."""
    for seats in MANIPULATION.players:
        share = sum(_reaches_limit(seats, RandomChance(number)) for number in range(MATCHES)) / MATCHES
        yield Figure(f"ai.manipulation.ended_by_limit_{seats}", share, "of all matches", most=MOST_AT_LIMIT)


def _reaches_limit(seats: int, chance: RandomChance) -> bool:
    """Play a match, and return True if no goal was reached."""
    state = MANIPULATION.initial_state(seats, MANIPULATION.Options(), chance).state
    while asked := MANIPULATION.current_players(state):
        joint = {
            seat: steady(MANIPULATION.observation(state, seat), MANIPULATION.legal_actions(state, seat), BUDGET, chance)
            for seat in asked
        }
        state = MANIPULATION.apply(state, joint, chance).state
    return matching_player(state) is None
