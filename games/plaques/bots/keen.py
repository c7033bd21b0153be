"""Rules of thumb of Concealed Draw that count what the pile may bring: stronger than *steady*, and slower."""

from collections.abc import Sequence

from engine import Budget, Chance
from games.plaques.bots.concealed import steady
from games.plaques.rules.concealed.actions import ConcealedAction, Declare, Discard, Draw, Take
from games.plaques.rules.concealed.view import ConcealedObservation
from games.plaques.rules.pieces import PLAQUES
from games.plaques.rules.prospects import prospect
from games.plaques.rules.ranking import category_of, strength

CONTENT = {
    4: ("five_of_a_kind", "straight_flush", "flush"),
    3: ("five_of_a_kind", "straight_flush", "flush", "four_of_a_kind"),
    2: ("five_of_a_kind", "straight_flush", "flush", "four_of_a_kind", "full_house"),
}
"""The categories good enough to declare with, by players left: with four, a four of a kind wins 42 per cent of rounds
and more by going on."""


def keen(
    seen: ConcealedObservation, legal_actions: Sequence[ConcealedAction], budget: Budget, chance: Chance
) -> ConcealedAction:
    """Build toward the best tableau until someone declares, then take what *steady* takes."""
    if seen.declarer is not None or seen.phase == "nominate":
        return steady(seen, legal_actions, budget, chance)
    if seen.phase == "discard":
        return max(legal_actions, key=lambda action: _prospect_after(seen, action))
    if category_of(strength(seen.own)).code in CONTENT[min(4, len(seen.seated))]:
        return Declare()
    return _grow(seen, legal_actions)


def _prospect_after(seen: ConcealedObservation, action: ConcealedAction) -> int:
    held = (*seen.own, seen.drawn) if seen.drawn else seen.own
    return prospect([plaque for plaque in held if not (isinstance(action, Discard) and plaque == action.plaque)])


def _grow(seen: ConcealedObservation, legal_actions: Sequence[ConcealedAction]) -> ConcealedAction:
    """Take the plaque of the centre that helps most, or draw if the mean of unseen plaques helps more."""
    best, taken = max(((_with(seen.own, plaque), plaque) for plaque in seen.centre), default=(-1, ""))
    now = prospect(seen.own)
    if not isinstance(legal_actions[0], Draw):
        return Take(taken) if best > now else Declare()
    known = {*seen.own, *seen.centre, *[plaque for tableau in seen.known for plaque in tableau]}
    unseen = [plaque for plaque in PLAQUES if plaque not in known]
    mean = sum([max(now, _with(seen.own, plaque)) for plaque in unseen]) / len(unseen)
    return Take(taken) if best >= mean else legal_actions[0]


def _with(own: Sequence[str], plaque: str) -> int:
    """Return the best prospect of seven after one more plaque."""
    held = (*own, plaque)
    return max([prospect(held[:number] + held[number + 1 :]) for number in range(len(own))])
