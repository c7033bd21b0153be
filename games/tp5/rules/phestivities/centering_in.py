"""Centering in: each player must claim two tiles of the centre."""

from collections.abc import Collection

from engine import Player
from engine.language import mark
from games.tp5.rules.phestivities.base import Phestivity, Reason
from games.tp5.rules.state import PLACES_MOST, ROW


class CenteringIn(Phestivity):
    """A duty to claim tiles in the centre."""

    duty = 2
    duty_words = mark("Under Centering in, your last identifiers go to the centre. Choose a tile there.")

    def not_offered(self, players: int) -> Reason | None:
        """Return a reason unless the centre has room for two claims of each player (T3)."""
        if players in (6, 12):
            return ("no_centre", mark("With {players} players no tiles lie in the centre. Leave Centering in out."))
        if players == 11:
            return (
                "centre_too_small",
                mark("With 11 players the centre has 16 places for 22 claims. Leave Centering in out."),
            )
        return None

    def places(self, players: int, owner: Player) -> Collection[int]:
        """Return the places of the centre."""
        return range(ROW * players, PLACES_MOST)
