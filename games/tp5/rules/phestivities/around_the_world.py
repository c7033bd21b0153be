"""All around the world: each player must claim three tiles in rows of others."""

from engine import Player
from games.tp5.rules.phestivities.base import Phestivity
from games.tp5.rules.state import ROW, Tp5State


class AroundTheWorld(Phestivity):
    """A duty to claim tiles in other players' rows."""

    duty = 3
    duty_words = "You owe the rows of others your last identifiers under All around the world. Choose a tile there."

    def serves(self, state: Tp5State, owner: Player, place: int) -> bool:
        """Return True if the place is in another player's row."""
        return place < ROW * state.players and place // ROW != owner
