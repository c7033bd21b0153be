"""All around the world: each player must claim three tiles in rows of others."""

from engine import Player
from games.tp5.rules.phestivities.base import Phestivity
from games.tp5.rules.state import ROW, Tp5State


class AroundTheWorld(Phestivity):
    """A duty to claim tiles in other players' rows."""

    duty = 3
    duty_words = "Under All around the world, your last identifiers go to other players’ rows. Choose a tile there."

    def serves(self, state: Tp5State, owner: Player, place: int) -> bool:
        """Return True if the place is in another player's row."""
        return place < ROW * state.players and place // ROW != owner
