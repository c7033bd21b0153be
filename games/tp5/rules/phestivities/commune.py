"""Life in the Commune: each player gives one identifier to each of three others."""

from functools import cache
from itertools import combinations

from engine import Player
from engine.language import mark
from games.tp5.rules.phestivities.base import Phestivity, Reason

LEAST_PLAYERS = 4
GIFTS = 3


class Commune(Phestivity):
    """Three identifiers of each player are placed by others."""

    gives_identifiers = True

    def not_offered(self, players: int) -> Reason | None:
        """Return a reason if there are fewer than four players (T3)."""
        if players >= LEAST_PLAYERS:
            return None
        return ("commune_needs_four", mark("Life in the Commune needs four players. Leave it out at this table."))

    def gifts(self, giver: Player, players: int) -> tuple[tuple[Player, ...], ...]:
        """Return all groups of three others."""
        return _threes_of_others(giver, players)


@cache
def _threes_of_others(giver: Player, players: int) -> tuple[tuple[Player, ...], ...]:
    return tuple(combinations([seat for seat in range(players) if seat != giver], GIFTS))
