"""Hey! That's mine?: each gives an identifier to the left neighbour. All are alike, so nobody is asked."""

from games.rules.core import Player
from games.rules.tp5.phestivities.base import Phestivity
from games.rules.tp5.state import left_of


class ThatsMine(Phestivity):
    """One identifier of each player is placed by the neighbour."""

    clashes = ("commune",)
    gives_identifiers = True

    def gifts(self, giver: Player, players: int) -> tuple[tuple[Player, ...], ...]:
        """The left neighbour and nobody else."""
        return ((left_of(giver, players),),)
