"""Hey! That's mine?: each player gives an identifier to the left. All are alike, so no player is asked."""

from engine import Player
from games.tp5.rules.phestivities.base import Phestivity
from games.tp5.rules.state import left_of


class ThatsMine(Phestivity):
    """One identifier of each player is placed by the left neighbour."""

    gives_identifiers = True

    def gifts(self, giver: Player, players: int) -> tuple[tuple[Player, ...], ...]:
        """Return the left neighbour as the only group."""
        return ((left_of(giver, players),),)
