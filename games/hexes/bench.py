"""Benchmark of this game: how long it takes to list every way to lay a hex."""

from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace

from bench.figures import Figure, best_rate
from bench.games import Bench, Seasons
from engine import choice
from engine.quick_chance import RandomChance
from games.hexes.rules import HEXES
from games.hexes.rules.actions import Place
from games.hexes.rules.state import HexState

BENCH = {
    "hexes": Bench(
        least=100_000,
        seasons=Seasons("collusion.hex_auction", planted=(11,), finds=False),
        graded=True,
    )
}
BOARD_SIZE = 30
HAND_SIZE = 5
SEATS = 3
LISTS = 100
MOST_MS = 3
"""The most a list may take."""


def figures(seconds: float) -> Iterator[Figure]:
    """Measure the start of a run: a hand of five on a board of thirty."""
    rate = best_rate(partial(_lists, _about_to_lay()), seconds)
    yield Figure("rules.hexes.legal_actions_ms", round(1000 / rate, 4), "ms", most=MOST_MS)


def _about_to_lay() -> HexState:
    """Play at random until a run is about to start on a board of thirty hexes, then fill the hand."""
    for seed in range(1000):
        state = _board_of_thirty(seed)
        if state is not None:
            (player,) = HEXES.current_players(state)
            missing = HAND_SIZE - len(state.hands[player])
            hands = list(state.hands)
            hands[player] += state.bag[:missing]
            return replace(state, hands=tuple(hands), bag=state.bag[missing:])
    raise AssertionError("No random match reaches a board of thirty.")


def _board_of_thirty(seed: int) -> HexState | None:
    chance = RandomChance(seed)
    state = HEXES.initial_state(SEATS, HEXES.Options(specials_to_end=6), chance).state
    while asked := HEXES.current_players(state):
        if len(state.board) == BOARD_SIZE and state.phase == "lay" and not state.run:
            return state
        joint = {player: choice(chance, HEXES.legal_actions(state, player)) for player in asked}
        state = HEXES.apply(state, joint, chance).state
    return None


def _lists(state: HexState, seed: int) -> int:
    (player,) = HEXES.current_players(state)
    for _ in range(LISTS):
        listed = tuple(HEXES.legal_actions(state, player))
        assert isinstance(listed[-1], Place)
    return LISTS
