"""Double Dip: each home row with the die is a second hand, and the best of these scores too."""

from games.rules.tp5.phestivities.base import Phestivity


class DoubleDip(Phestivity):
    """A second contest, which leaves the deal alone."""

    clashes = ("best_of_both",)
    scores_twice = True
