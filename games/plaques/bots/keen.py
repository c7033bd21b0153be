"""Rules of thumb of Concealed Draw that count what the pile may bring: stronger than *steady*, and slower."""

from collections.abc import Sequence

from engine import Budget, Chance
from games.plaques.bots.concealed import steady
from games.plaques.bots.lives import chance_to_last, one_less
from games.plaques.rules.concealed.actions import ConcealedAction, Declare, Discard, Draw, Nominate, Take
from games.plaques.rules.concealed.view import ConcealedObservation
from games.plaques.rules.pieces import PLAQUES
from games.plaques.rules.prospects import prospect
from games.plaques.rules.ranking import STEP, category_of, strength

CONTENT = {
    4: ("five_of_a_kind", "straight_flush", "flush"),
    3: ("five_of_a_kind", "straight_flush", "flush", "four_of_a_kind"),
    2: ("five_of_a_kind", "straight_flush", "flush", "four_of_a_kind", "full_house"),
}
"""The categories good enough to declare with, by players left: with four, a four of a kind wins 42 per cent of rounds
and more by going on."""


WINS = {
    4: (0, 0, 0, 0, 0.01, 0.09, 0.28, 0.6, 0.9, 0.96, 1),
    3: (0, 0, 0, 0.01, 0.04, 0.2, 0.42, 0.7, 0.93, 0.97, 1),
    2: (0, 0.01, 0.03, 0.1, 0.2, 0.45, 0.65, 0.85, 0.95, 0.98, 1),
}
"""About how often a tableau wins once someone has declared, by players left and category, the worst first.

Set by judgement, guided by shares that were counted among four *steady* seats.
"""


def keen(
    seen: ConcealedObservation, legal_actions: Sequence[ConcealedAction], budget: Budget, chance: Chance
) -> ConcealedAction:
    """Build toward the best tableau until someone declares, then do what wins most often."""
    if seen.phase == "nominate":
        return _named(seen, legal_actions)
    if seen.declarer is not None:
        return (
            steady(seen, legal_actions, budget, chance) if seen.phase == "discard" else _last_turn(seen, legal_actions)
        )
    if seen.phase == "discard":
        return max(legal_actions, key=lambda action: _prospect_after(seen, action))
    if category_of(strength(seen.own)).code in CONTENT[min(4, len(seen.seated))]:
        return Declare()
    return _grow(seen, legal_actions)


def _named(seen: ConcealedObservation, legal_actions: Sequence[ConcealedAction]) -> ConcealedAction:
    """Name the player without whose life I am likeliest to be the last."""
    named = [action for action in legal_actions if isinstance(action, Nominate)]
    return max(named, key=lambda action: chance_to_last(one_less(seen.lives, action.player), seen.turn))


def _last_turn(seen: ConcealedObservation, legal_actions: Sequence[ConcealedAction]) -> ConcealedAction:
    """Take what wins most often, or draw if that does on average."""
    seats = min(4, len(seen.seated))
    best: ConcealedAction = Declare()
    most = _wins(seen.own, seats)
    for plaque in seen.centre:
        chance_with = _wins((*seen.own, plaque), seats)
        if chance_with > most:
            best, most = Take(plaque), chance_with
    if not isinstance(legal_actions[0], Draw):
        return best
    unseen = _unseen(seen)
    mean = sum([_wins((*seen.own, plaque), seats) for plaque in unseen]) / len(unseen)
    return legal_actions[0] if mean >= most else best


def _wins(tableau: Sequence[str], seats: int) -> float:
    """Return how often about a tableau wins: between its category and the next by its ranks."""
    category, ranks = divmod(strength(tableau), STEP)
    low, high = WINS[seats][category : category + 2]
    return low + (high - low) * ranks / STEP


def _prospect_after(seen: ConcealedObservation, action: ConcealedAction) -> int:
    held = (*seen.own, seen.drawn) if seen.drawn else seen.own
    return prospect([plaque for plaque in held if not (isinstance(action, Discard) and plaque == action.plaque)])


def _grow(seen: ConcealedObservation, legal_actions: Sequence[ConcealedAction]) -> ConcealedAction:
    """Take the plaque of the centre that helps most, or draw if the mean of unseen plaques helps more."""
    best, taken = max(((_with(seen.own, plaque), plaque) for plaque in seen.centre), default=(-1, ""))
    now = prospect(seen.own)
    if not isinstance(legal_actions[0], Draw):
        return Take(taken) if best > now else Declare()
    unseen = _unseen(seen)
    mean = sum([max(now, _with(seen.own, plaque)) for plaque in unseen]) / len(unseen)
    return Take(taken) if best >= mean else legal_actions[0]


def _unseen(seen: ConcealedObservation) -> list[str]:
    known = {*seen.own, *seen.centre, *[plaque for tableau in seen.known for plaque in tableau]}
    return [plaque for plaque in PLAQUES if plaque not in known]


def _with(own: Sequence[str], plaque: str) -> int:
    """Return the best prospect of seven after one more plaque."""
    held = (*own, plaque)
    return max([prospect(held[:number] + held[number + 1 :]) for number in range(len(own))])
