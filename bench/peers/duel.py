"""Goofspiel of two against OpenSpiel's search: each decision of ours may take the CPU that theirs has just taken."""

import json
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from bench.figures import Figure
from bench.peers.install import WORK
from engine import Budget
from engine.quick_chance import RandomChance
from engine.search import SearchBot, deadline
from engine.selfplay import Estimate, estimate
from examples.goofspiel.rules import GOOFSPIEL
from examples.goofspiel.search import HOOKS

CARDS = 13
"""Those of a suit: the game as it is played."""
FEW_CARDS = 6
"""A short game, in which both come closer to perfect play."""
SIMULATIONS = 300
"""Theirs, for a decision."""
PAIRS = {CARDS: 150, FEW_CARDS: 60}
"""Matches with the same prizes in the same order, of which each side has the first seat in one."""
LEAST = 1.0
"""Who wins more often than they lose takes more than their share."""
FIRST = 1


class Asked(NamedTuple):
    """A decision of the opponent: what lies open, and where it sits."""

    prizes: list[int]
    """Those of past rounds and the one that is bid for."""
    bids: list[tuple[int, ...]]
    """Those of past rounds, by seat."""
    seat: int


Opponent = Callable[[Asked], tuple[int, float]]
"""Returns the card that it bids, and the seconds of CPU that it took."""


def figures() -> Iterator[Figure]:
    """Let both play, and count how many times its share of first places our search takes."""
    yield from figures_of(_firsts(CARDS))
    yield from figures_of(_firsts(FEW_CARDS), f"_with_{FEW_CARDS}", least=None)


def figures_of(found: Estimate, cards: str = "", least: float | None = LEAST) -> Iterator[Figure]:
    """Return the figures of what was found."""
    mean, low, high = (round(value, 2) for value in found)
    yield Figure(f"ai.goofspiel.over_openspiel{cards}", mean, "times its share", least=least)
    yield Figure(f"ai.goofspiel.over_openspiel{cards}_low", low, "times its share", least=least)
    yield Figure(f"ai.goofspiel.over_openspiel{cards}_high", high, "times its share")


def _firsts(cards: int) -> Estimate:
    with open_spiel(cards) as opponent, timed_by_cpu():
        return estimate(
            [first_place(opponent, cards, number // 2, ours=number % 2) for number in range(2 * PAIRS[cards])],
            least=0,
            most=2,
        )


def first_place(opponent: Opponent, cards: int, pair: int, ours: int) -> float:
    """Play a match; return 2 if our seat alone is first, 1 if both are, and 0 if it is not."""
    game, bot = GOOFSPIEL, SearchBot(GOOFSPIEL, HOOKS["goofspiel"])
    # Nothing but the prizes is drawn from the first, so a pair has the same.
    prizes, chance = RandomChance(pair), RandomChance(PAIRS[cards] + pair)
    state: Any = game.initial_state(2, game.Options(cards=cards, ties="discard"), prizes).state
    while game.current_players(state):
        card, seconds = opponent(Asked([*state.prizes, state.prize], list(state.bids), 1 - ours))
        (theirs,) = [bid for bid in game.legal_actions(state, 1 - ours) if bid.card == card]
        mine = bot(game.observation(state, ours), game.legal_actions(state, ours), Budget(seconds), chance)
        state = game.apply(state, {ours: mine, 1 - ours: theirs}, prizes).state
    places = game.places(state) or ()
    return 2 / places.count(FIRST) if places[ours] == FIRST else 0.0


@contextmanager
def timed_by_cpu() -> Iterator[None]:
    """Have our search count CPU as theirs is counted, so that other work on the machine shortens neither."""
    clock, deadline.now = deadline.now, time.process_time
    try:
        yield
    finally:
        deadline.now = clock


@contextmanager
def open_spiel(cards: int) -> Iterator[Opponent]:
    """Start OpenSpiel's search in its own environment."""
    command = [str(WORK / "openspiel" / "bin" / "python"), "-m", "bench.peers.openspiel.opponent"]
    given = [str(cards), str(SIMULATIONS)]
    with subprocess.Popen([*command, *given], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        lines, replies = process.stdin, process.stdout
        assert lines and replies

        def bid(asked: Asked) -> tuple[int, float]:
            print(json.dumps(asked._asdict()), file=lines, flush=True)
            card, seconds = json.loads(replies.readline())
            return card, seconds

        try:
            yield bid
        finally:
            process.kill()
