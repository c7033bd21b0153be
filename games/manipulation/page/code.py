"""The code on the page: suit by suit with a goal, as rings of values, and what a tile would change."""

from math import cos, pi, sin
from typing import NamedTuple

from engine.language import say
from engine.piecepack import RANKS, VALUE
from engine.view import MatchView
from games.manipulation.rules.ending import agreement, steps_apart
from games.manipulation.rules.state import Code, in_code, with_tile
from games.manipulation.rules.view import ManipulationObservation

RING_RADIUS = 28.5
RING_FOOT = 5.2
"""How far below its middle a number stands, in the units of the ring's picture."""


class CodeColumn(NamedTuple):
    """One suit of the code with the viewer's goal and the tile up for auction, where there are any."""

    tile: str
    goal: str
    away: int | None
    """The number of pushes between code and goal, around the ring of values."""
    offered: str = ""


class RingSpot(NamedTuple):
    """A value on the ring of six: its place, and what stands there as names of classes."""

    value: int
    x: str
    y: str
    foot: str
    """The line on which its number stands."""
    marks: str


class Effect(NamedTuple):
    """What a tile would mean for a goal."""

    lead: str
    """What stands under the piece."""
    words: str
    """The same for screen readers."""


def own_goal(view: MatchView) -> Code | None:
    """Return the viewer's goal, if they have one."""
    seen = view.seen
    return seen.goals[view.me] if isinstance(seen, ManipulationObservation) and view.me is not None else None


def code_columns(seen: ManipulationObservation, goal: Code | None = None) -> list[CodeColumn]:
    """Pair the code with a goal and with the tile up for auction, suit by suit."""
    offered = "" if seen.auction is None else seen.auction.offered
    return [
        CodeColumn(
            tile,
            goal[suit] if goal else "",
            steps_apart(tile, goal[suit]) if goal else None,
            offered if offered[:1] == tile[0] else "",
        )
        for suit, tile in enumerate(seen.code)
    ]


def ring_spot(value: int, column: CodeColumn) -> RingSpot:
    """Return the place of a value on the ring of a suit, and what stands there."""
    turn = 2 * pi * value / len(RANKS)
    x, y = RING_RADIUS * sin(turn), -RING_RADIUS * cos(turn)
    marked = {"ring-code": column.tile, "ring-goal": column.goal, "ring-offered": column.offered}
    marks = " ".join(name for name, tile in marked.items() if tile and VALUE[tile] == value)
    return RingSpot(value, f"{x:.1f}", f"{y:.1f}", f"{y + RING_FOOT:.1f}", marks)


def effect_of(tile: str, code: Code, goal: Code | None) -> Effect | None:
    """Return what putting a tile into the code would mean for a goal."""
    if goal is None:
        return None
    wanted, gained = in_code(goal, tile), agreement(goal, with_tile(code, tile)) - agreement(goal, code)
    if gained > 0:
        return Effect(say("agrees"), say("agrees with your goal"))
    if gained < 0:
        return Effect(say("breaks"), say("breaks agreement with your goal"))
    nearer = steps_apart(in_code(code, tile), wanted) - steps_apart(tile, wanted)
    if nearer > 0:
        return Effect(say("nearer"), say("nearer to your goal"))
    if nearer < 0:
        return Effect(say("further"), say("further from your goal"))
    return Effect(say("as near"), say("as near to your goal"))


def effect_on_goal(view: MatchView, tile: str) -> Effect | None:
    """Return what putting a tile into the code would mean for the viewer's goal."""
    seen = view.seen
    return effect_of(tile, seen.code, own_goal(view)) if isinstance(seen, ManipulationObservation) else None
