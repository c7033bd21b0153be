"""Best of both worlds: the roll is ignored; hands are the best five of tiles claimed and one's row."""

from collections.abc import Sequence

from games.rules.tp5.hands import Hand, best_five
from games.rules.tp5.phestivities.base import Phestivity


class BestOfBoth(Phestivity):
    """Hands without the die."""

    clashes = ("double_dip",)
    ignores_die = True

    def hand(self, tiles: tuple[str, ...], claimed: Sequence[int], row: Sequence[int], die: int) -> Hand:
        """Make the best five; a tile that is both claimed and in the row counts once."""
        return best_five(tuple([tiles[place] for place in sorted({*claimed, *row})]))
