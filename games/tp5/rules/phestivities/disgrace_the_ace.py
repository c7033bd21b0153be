"""Disgrace the Ace: when an ace is rolled, a player may give up a claim to reroll the die."""

from games.tp5.rules.phestivities.base import Phestivity


class DisgraceTheAce(Phestivity):
    """An ace can be rerolled."""

    rolls_again = True
