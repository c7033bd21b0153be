"""Benchmark settings of this game, and how much its search can lose at a tie-break."""

import statistics
from collections.abc import Iterator, Sequence

from bench.figures import Figure
from bench.games import Bench, Seasons, Short
from engine import Budget
from engine.bots import BUDGET
from engine.quick_chance import RandomChance
from engine.search import SearchBot
from engine.search.matrix import solve
from engine.search.values import value_of_places
from games.bid.bot import steady
from games.bid.rules import BID
from games.bid.rules.actions import BidAction
from games.bid.rules.state import BidState
from games.bid.search import HOOKS, worth

BENCH = {
    "bid": Bench(
        least=500_000,
        seats=3,
        seasons=Seasons("collusion", bots=24, pairs=4),
        short=Short({"target": 25}, seats=3),
        long={"target": 150},
        peers={
            "rlcard_uno": "peers.rlcard.uno",
            "openspiel_python": "peers.openspiel.python_iterated_prisoners_dilemma",
        },
    )
}
TIES = 40
SHARP = Budget(seconds=60, simulations=1000)
MOST_LOST = 0.01
PAIR = 2


def figures(seconds: float) -> Iterator[Figure]:
    """Compare strategies of *sharp* between two tied seats of three with what it can secure, in shares of a win."""
    bot = SearchBot(BID, HOOKS["bid"])
    lost = [most_lost(bot, state, RandomChance(number)) for number, state in enumerate(ties(TIES))]
    yield Figure("ai.bid.tie_break_exploitability", round(max(lost), 4), "wins", most=MOST_LOST)
    yield Figure("ai.bid.tie_break_exploitability_mean", round(statistics.mean(lost), 4), "wins")


def ties(number: int) -> list[BidState]:
    """Tie-breaks between two seats that hold coins, from matches of *steady*."""
    chance, found = RandomChance(1), list[BidState]()
    while len(found) < number:
        state = BID.initial_state(3, BID.Options(), chance).state
        while asked := BID.current_players(state):
            if state.phase == "tie_break" and len(asked) == PAIR:
                found.append(state)
            joint = {
                seat: steady(BID.observation(state, seat), BID.legal_actions(state, seat), BUDGET, chance)
                for seat in asked
            }
            state = BID.apply(state, joint, chance).state
    return found[:number]


def most_lost(bot: SearchBot, state: BidState, chance: RandomChance) -> float:
    """Return how much less a strategy secures against a rival who knows it than the best strategy does."""
    me = BID.current_players(state)[0]
    thought = bot.think(BID.observation(state, me), BID.legal_actions(state, me), SHARP, chance)
    payoffs = _payoffs(state)
    secured = min(sum(map(float.__mul__, thought.shares, column)) for column in zip(*payoffs, strict=True))
    return max(0.0, solve(payoffs).value - secured)


def _payoffs(state: BidState) -> Sequence[Sequence[float]]:
    """Return what each bid of the first seat is worth to it against each of the second."""
    me, other = BID.current_players(state)
    return [
        [_worth_after(state, {me: mine, other: theirs})[me] for theirs in BID.legal_actions(state, other)]
        for mine in BID.legal_actions(state, me)
    ]


def _worth_after(state: BidState, joint: dict[int, BidAction]) -> Sequence[float]:
    # The bids decide the round; the dice that are rolled after it are not weighed.
    after = BID.apply(state, joint, RandomChance(1)).state
    places = BID.places(after)
    return worth(after, RandomChance(1)) if places is None else value_of_places(places)
