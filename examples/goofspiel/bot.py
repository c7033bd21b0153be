"""A bot with simple sense for Goofspiel."""

from collections.abc import Sequence

from engine import Budget, Chance

from .rules.actions import Bid
from .rules.view import GoofspielObservation


def matching(seen: GoofspielObservation, legal_actions: Sequence[Bid], budget: Budget, chance: Chance) -> Bid:
    """Bid the card that is as strong in the hand as the prize is among those to come, give or take one."""
    to_come = sorted([seen.prize, *seen.left])
    place = to_come.index(seen.prize) + chance.below(3) - 1
    return legal_actions[max(0, min(place, len(legal_actions) - 1))]
