"""Rungs of a ladder: who may challenge whom, and how a result moves players. Position 1 is the top."""

from collections.abc import Sequence
from typing import NamedTuple

RANGE_PLACES = 10
RANGE_PER_CENT = 40


class Standing(NamedTuple):
    """One player of a finished table."""

    player: int
    position: int
    place: int
    """The finishing place of the seat; may be shared."""
    away: bool = False
    """True if a bot or a substitute ended the match for the player: they keep their rung but cannot improve it."""
    forfeit: bool = False
    """True if the player resigned or never came: the last place."""


def reach(position: int) -> int:
    """How many places away a challenge may reach: 10 places or 40 per cent of the position, the greater."""
    return max(RANGE_PLACES, position * RANGE_PER_CENT // 100)


def in_reach(position: int, other: int) -> bool:
    """True if someone at `position` may invite someone at `other`."""
    return position != other and abs(position - other) <= reach(position)


def dealt(standings: Sequence[Standing]) -> dict[int, int]:
    """The new position of each player: the table's rungs dealt out again in finishing order.

    Players who share a place keep their order. Each rung, from the top, goes to the first in finishing order who may
    have it; players who were away may not have one above their own. A taker always exists: of the players left, those
    barred from a rung own lower ones, and there is one too few of these for all of them.
    """
    left = sorted(standings, key=lambda one: (one.forfeit, one.place, one.position))
    after: dict[int, int] = {}
    for position in sorted(one.position for one in standings):
        taker = next(one for one in left if not (one.away or one.forfeit) or one.position <= position)
        left.remove(taker)
        after[taker.player] = position
    return after
