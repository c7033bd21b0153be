"""All around the world: each player must claim three tiles in rows of others."""

from games.rules.core import Player
from games.rules.tp5.phestivities.base import Phestivity
from games.rules.tp5.state import ROW, Tp5State


class AroundTheWorld(Phestivity):
    """A duty that other players' rows serve."""

    clashes = ("centering_in",)
    duty = 3
    duty_words = "You owe the rows of others your last identifiers under All around the world. Choose a tile there."

    def serves(self, state: Tp5State, owner: Player, place: int) -> bool:
        """Whether the place is in a row that is not the owner's."""
        return place < ROW * state.players and place // ROW != owner
