"""Life in the Commune: each names three others and gives each of them one identifier."""

from functools import cache
from itertools import combinations

from games.rules.core import Player
from games.rules.tp5.phestivities.base import Phestivity, Reason

LEAST_PLAYERS = 4
GIFTS = 3


class Commune(Phestivity):
    """Three identifiers of each player are placed by others."""

    clashes = ("thats_mine",)
    gives_identifiers = True

    def not_offered(self, players: int) -> Reason | None:
        """Three others are needed (T3)."""
        if players >= LEAST_PLAYERS:
            return None
        return ("commune_needs_four", "Life in the Commune needs four players. Leave it out at this table.")

    def gifts(self, giver: Player, players: int) -> tuple[tuple[Player, ...], ...]:
        """Any three others."""
        return _threes_of_others(giver, players)


@cache
def _threes_of_others(giver: Player, players: int) -> tuple[tuple[Player, ...], ...]:
    return tuple(combinations([seat for seat in range(players) if seat != giver], GIFTS))
