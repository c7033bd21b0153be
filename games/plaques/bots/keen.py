"""How *sharp* answers in Concealed Draw unless its search is sure: by the chance to win the round, one turn ahead."""

from collections.abc import Sequence

from engine import Budget, Chance
from games.plaques.bots.chances import chance_as_it_is, chance_going_on
from games.plaques.bots.concealed import steady
from games.plaques.bots.lives import chance_to_last, one_less
from games.plaques.rules.concealed.actions import ConcealedAction, Discard, Draw, Nominate, Take
from games.plaques.rules.concealed.view import ConcealedObservation
from games.plaques.rules.pieces import PLAQUES, Tableau
from games.plaques.rules.prospects import most_promising
from games.plaques.rules.ranking import STEP, strength
from games.plaques.rules.seats import without

MOST_DISCARDS = 4
"""So many discards are compared: those that leave the most promising tableaux."""
LEAST_DECLARED = 4
"""The worst category to declare with before anybody has: a straight."""


def keen(
    seen: ConcealedObservation, legal_actions: Sequence[ConcealedAction], budget: Budget, chance: Chance
) -> ConcealedAction:
    """Play what wins the round most often; name the player without whose life I am likeliest to be the last."""
    if seen.phase == "nominate":
        named = [action for action in legal_actions if isinstance(action, Nominate)]
        return max(named, key=lambda action: chance_to_last(one_less(seen.lives, action.player), seen.turn))
    if seen.phase == "discard" and seen.declarer is not None:
        return steady(seen, legal_actions, budget, chance)
    found = weighed(seen, legal_actions, unseen_by(seen))
    return max(found, key=found.__getitem__)


def weighed(
    seen: ConcealedObservation, legal_actions: Sequence[ConcealedAction], draws: Sequence[str]
) -> dict[ConcealedAction, float]:
    """Return how likely the answers win that are worth comparing; drawing is weighed by the plaques given."""
    unseen = unseen_by(seen)
    if seen.phase == "discard":
        held = (*seen.own, seen.drawn) if seen.drawn else seen.own
        plaques = [action.plaque for action in legal_actions if isinstance(action, Discard)]
        chances = _chances_by_discard(seen, held, plaques, seen.centre, unseen)
        return {Discard(plaque): chance for plaque, chance in chances.items()}
    found: dict[ConcealedAction, float] = {}
    with_one_more = _at_the_end if seen.declarer is not None else _kept
    for action in legal_actions:
        if isinstance(action, Take):
            found[action] = with_one_more(seen, action.plaque, without(seen.centre, action.plaque), unseen)
        elif isinstance(action, Draw):
            found[action] = sum([with_one_more(seen, plaque, seen.centre, unseen) for plaque in draws]) / len(draws)
        elif seen.declarer is not None or strength(seen.own) // STEP >= LEAST_DECLARED or len(legal_actions) == 1:
            found[action] = chance_as_it_is(seen, seen.own)
    return found


def _at_the_end(seen: ConcealedObservation, plaque: str, centre: Tableau, unseen: Sequence[str]) -> float:
    """Return the chance to win with one more plaque, after a declaration."""
    return chance_as_it_is(seen, (*seen.own, plaque))


def _kept(seen: ConcealedObservation, plaque: str, centre: Tableau, unseen: Sequence[str]) -> float:
    """Return the chance to win with one more plaque, after the best discard."""
    discards = seen.own if plaque in seen.centre else (*seen.own, plaque)
    others = [other for other in unseen if other != plaque]
    return max(_chances_by_discard(seen, (*seen.own, plaque), discards, centre, others).values())


def _chances_by_discard(
    seen: ConcealedObservation, held: Tableau, discards: Sequence[str], centre: Tableau, unseen: Sequence[str]
) -> dict[str, float]:
    """Return the chances to win after the most promising discards."""
    compared = most_promising(held, discards)[:MOST_DISCARDS]
    return {plaque: chance_going_on(seen, without(held, plaque), (*centre, plaque), unseen) for plaque in compared}


def unseen_by(seen: ConcealedObservation) -> list[str]:
    """Return the plaques whose place the player whose turn it is does not know."""
    known = {*seen.own, *seen.centre, seen.drawn, *[plaque for tableau in seen.known for plaque in tableau]}
    return [plaque for plaque in PLAQUES if plaque not in known]
