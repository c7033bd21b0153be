"""Disgrace the Ace: when an ace is rolled, a player may give up a claim to have the die rolled again."""

from games.rules.tp5.phestivities.base import Phestivity


class DisgraceTheAce(Phestivity):
    """An ace can be rolled away."""

    rolls_again = True
