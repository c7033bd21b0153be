"""All around the world: each player must claim three tiles in rows of others."""

from collections.abc import Collection
from functools import cache

from engine import Player
from engine.language import mark
from games.tp5.rules.phestivities.base import Phestivity
from games.tp5.rules.state import ROW, row_of


class AroundTheWorld(Phestivity):
    """A duty to claim tiles in other players' rows."""

    duty = 3
    duty_words = mark(
        "Under All around the world, your last identifiers go to other players’ rows. Choose a tile there."
    )

    def places(self, players: int, owner: Player) -> Collection[int]:
        """Return the places of other players' rows."""
        return _rows_of_others(players, owner)


@cache
def _rows_of_others(players: int, owner: Player) -> frozenset[int]:
    return frozenset(range(ROW * players)) - frozenset(row_of(owner))
