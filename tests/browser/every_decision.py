"""A table for each kind of decision of each game, in the middle of a match, that waits for Ana."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, get_args

from games.bid.rules.dice import PRIZES
from games.bid.rules.state import Phase as BidPhase
from games.hexes.rules.state import Phase as HexPhase
from games.plaques.rules.concealed.state import Phase as ConcealedPhase
from games.tp5.rules.options import Key
from games.tp5.rules.state import Phase as Tp5Phase
from tests.browser.tables_under_way import Scene

UNASKED = {"over", "deal", "roll", "scoring"}
"""Phases in which the rules ask no one."""
TP5_OPTIONS: dict[str, tuple[Key, ...]] = {
    "pass_on": ("tile_trickery",),
    "give": ("commune",),
    "claim": ("commune", "hogging"),
    "before_roll": ("time_warp", "number_is_up", "eviction"),
    "send_back": ("eviction",),
    "place_again": ("eviction",),
    "disgrace": ("disgrace_the_ace",),
    "mine": ("land_mine",),
}
"""What must be in play for a phase of TP5 to come."""
SEATS = {"give": 6}
"""With four players there is nothing to choose: each of the others gets a gift."""
NAMES = (
    "ana",
    "Steady-2",
    "Steady-3",
    "Cautious-4",
    "Benedikt",
    "Gwendolyn",
    "Lenore-7",
    "Hugo-8",
    "Ines",
    "Jana-10",
    "Karl",
    "Lena",
)


def _in_phase(*phases: str) -> Callable[[Any], bool]:
    return lambda state: state.phase in phases


def _scenes() -> Iterator[tuple[str, Scene]]:
    """Yield the kinds by name: the game, a comma, the kind."""
    for phase in _asked(BidPhase):
        yield f"bid, {phase}", Scene("bid", _in_phase(phase))
    yield "bid, bid of two", Scene("bid", lambda state: state.phase == "bid" and PRIZES[state.dice].double)
    for phase in _asked(HexPhase):
        yield f"hexes, {phase}", Scene("hexes", _in_phase(phase))
    yield "manipulation, turn", Scene("manipulation", lambda state: state.auction is None)
    yield "manipulation, bid", Scene("manipulation", lambda state: state.auction and state.auction.winner is None)
    yield (
        "manipulation, decide",
        Scene("manipulation", lambda state: state.auction and state.auction.winner is not None),
    )
    yield "plaque-auction, bid", Scene("plaque-auction", lambda state: not state.picking)
    yield "plaque-auction, pick", Scene("plaque-auction", lambda state: len(state.picking) > 1)
    for phase in _asked(ConcealedPhase):
        yield f"concealed-draw, {phase}", Scene("concealed-draw", _in_phase(phase))
    for phase in _asked(Tp5Phase):
        yield f"tp5, {phase}", Scene("tp5", _in_phase(phase), seats=SEATS.get(phase, 4), options=_tp5_options(phase))
    yield "tp5, claim by twelve", Scene("tp5", _late_claims, seats=12, options=_tp5_options("claim"))
    yield "tp5, claim by six", Scene("tp5", _late_claims, seats=6, options=_tp5_options("claim"))


def _asked(phases: Any) -> list[str]:
    return [phase for phase in get_args(phases) if phase not in UNASKED]


def _tp5_options(phase: str) -> dict[str, Any]:
    keys = TP5_OPTIONS.get(phase)
    return {"chosen_by": "host", "phestivities": frozenset(keys)} if keys else {}


def _late_claims(state: Any) -> bool:
    return state.phase == "claim" and sum(map(len, state.claims)) > 8


EVERY_DECISION = {name: replace(scene, names=NAMES) for name, scene in _scenes()}

ASKED_TOGETHER = (
    "bid, reroll",
    "bid, bid",
    "bid, tie_break",
    "bid, bid of two",
    "hexes, bid",
    "manipulation, bid",
    "tp5, pass_on",
    "tp5, give",
    "tp5, before_roll",
    "tp5, disgrace",
    "tp5, mine",
)
"""Kinds at which an answer stays sealed until others have answered: it can be changed meanwhile."""
TO_CHANGE = {f"{name}, sealed": replace(EVERY_DECISION[name], sealed=True) for name in ASKED_TOGETHER}
