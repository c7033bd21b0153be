"""Centering in: each player must claim two tiles of the centre."""

from games.rules.core import Player
from games.rules.tp5.phestivities.base import Phestivity, Reason
from games.rules.tp5.state import ROW, Tp5State


class CenteringIn(Phestivity):
    """A duty that the centre serves."""

    clashes = ("around_the_world",)
    duty = 2
    duty_words = "You owe the centre your last identifiers under Centering in. Choose a tile there."

    def not_offered(self, players: int) -> Reason | None:
        """The centre must have room for two claims of each (T3)."""
        if players in (6, 12):
            return ("no_centre", f"With {players} players no tiles lie in the centre. Leave Centering in out.")
        if players == 11:
            return (
                "centre_too_small",
                "With 11 players the centre has 16 places for 22 claims. Leave Centering in out.",
            )
        return None

    def serves(self, state: Tp5State, owner: Player, place: int) -> bool:
        """Whether the place is in the centre."""
        return place >= ROW * state.players
