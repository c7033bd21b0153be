"""Best of both worlds: the roll is ignored; a hand is the best five of the claimed tiles and the row."""

from collections.abc import Sequence

from games.tp5.rules.hands import Hand, best_five
from games.tp5.rules.phestivities.base import Phestivity


class BestOfBoth(Phestivity):
    """Hands without the die."""

    ignores_die = True

    def hand(self, tiles: tuple[str, ...], claimed: Sequence[int], row: Sequence[int], die: int) -> Hand:
        """Return the best five; a tile both claimed and in the row counts once."""
        return best_five(tuple([tiles[place] for place in sorted({*claimed, *row})]))
