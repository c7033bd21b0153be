"""Double Dip: each home row with the die is a second hand, and the best one scores too."""

from games.tp5.rules.phestivities.base import Phestivity


class DoubleDip(Phestivity):
    """A second contest, which does not affect the deal."""

    scores_twice = True
