"""A simple bot for Concealed Draw."""

from collections.abc import Sequence

from engine import Budget, Chance
from games.plaques.rules.concealed.actions import ConcealedAction, Declare, Discard, Draw, Nominate, Take
from games.plaques.rules.concealed.defaults import most_alive
from games.plaques.rules.concealed.view import ConcealedObservation
from games.plaques.rules.prospects import prospect
from games.plaques.rules.ranking import category_of, strength

CONTENT = ("five_of_a_kind", "straight_flush", "flush", "four_of_a_kind")
"""The categories good enough to declare with."""
CONTENT_OF_TWO = (*CONTENT, "full_house")
"""The same with only one rival left."""


def steady(
    seen: ConcealedObservation, legal_actions: Sequence[ConcealedAction], budget: Budget, chance: Chance
) -> ConcealedAction:
    """Declare with a good hand, take a plaque that makes a better one, else draw and keep the most promising."""
    if seen.phase == "nominate":
        return Nominate(most_alive(seen))
    if seen.phase == "discard":
        return _discard(seen, legal_actions)
    return _begin(seen, legal_actions)


def is_worth_declaring(goodness: int, players: int) -> bool:
    """True if *steady* declares with a tableau of this strength, where nobody has declared yet."""
    return category_of(goodness).code in (CONTENT_OF_TWO if players == 2 else CONTENT)


def _begin(seen: ConcealedObservation, legal_actions: Sequence[ConcealedAction]) -> ConcealedAction:
    """Declare, take from the centre or draw."""
    now = strength(seen.own)
    if seen.declarer is None and is_worth_declaring(now, len(seen.seated)):
        return Declare()
    best, taken = max(((strength((*seen.own, plaque)), plaque) for plaque in seen.centre), default=(now, ""))
    if taken and category_of(best).share < category_of(now).share:
        return Take(taken)
    if isinstance(legal_actions[0], Draw):
        return legal_actions[0]
    return Take(taken) if best > now else Declare()


def _discard(seen: ConcealedObservation, legal_actions: Sequence[ConcealedAction]) -> ConcealedAction:
    """Discard to keep the best hand; among equals, the most promising one."""
    held = (*seen.own, seen.drawn) if seen.drawn else seen.own

    def kept(action: ConcealedAction) -> tuple[int, int]:
        left = [plaque for plaque in held if not (isinstance(action, Discard) and plaque == action.plaque)]
        return strength(left), prospect(left)

    return max(legal_actions, key=kept)
