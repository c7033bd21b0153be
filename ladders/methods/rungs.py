"""Rungs of a ladder: who may challenge whom, and what a result does to them. Position 1 is the top."""

from collections.abc import Sequence
from typing import NamedTuple

RANGE_PLACES = 10
RANGE_PER_CENT = 40


class Standing(NamedTuple):
    """One player of a table that has ended."""

    player: int
    position: int
    place: int
    """The finishing place of the seat; may be shared."""
    away: bool = False
    """Whether a bot or a substitute ended the match for the player: they hold the rung, and cannot better it."""
    forfeit: bool = False
    """Whether the player gave up or never came: the last place."""


def reach(position: int) -> int:
    """How many places from one's own a challenge may go: the better of 10 places or 40 per cent of the position."""
    return max(RANGE_PLACES, position * RANGE_PER_CENT // 100)


def in_reach(position: int, other: int) -> bool:
    """Whether someone at `position` may invite someone at `other`."""
    return position != other and abs(position - other) <= reach(position)


def dealt(standings: Sequence[Standing]) -> dict[int, int]:
    """The new position of each player: the rungs of the table are dealt out again in finishing order.

    Who shares a place keeps the order they stood in. Each rung, from the top, goes to the first in finishing order
    who may have it; whoever was away may not have one above their own. There is always someone who may: of the
    players left, those who may not have a rung own lower ones, of which there is one too few for all of them.
    """
    left = sorted(standings, key=lambda one: (one.forfeit, one.place, one.position))
    after: dict[int, int] = {}
    for position in sorted(one.position for one in standings):
        taker = next(one for one in left if not (one.away or one.forfeit) or one.position <= position)
        left.remove(taker)
        after[taker.player] = position
    return after
