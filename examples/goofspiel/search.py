"""What Goofspiel tells the search; all of it may be left out."""

from collections.abc import Hashable, Sequence
from math import exp

from engine import Chance, Player, places_by_score
from engine.bots import play_at_random
from engine.search import Hooks
from engine.search.values import value_of_places

from .bot import matching
from .rules.state import GoofspielState

MARGIN = 0.0375
"""The share of twice all points by which leads spread."""
PAIR = 2
FEW = 2
"""The cards left with which the match of two is solved exactly, in a moment: three take about a millisecond each time,
in which eleven matches can be simulated."""


def public(state: GoofspielState) -> Hashable:
    """All that matters for the rest of a match, if everybody knows it: with hidden bids nobody does.

    Of the scores only the leads matter, and of two seats no lead that is too large to be caught up.
    """
    if state.options.hidden_bids:
        return None
    lowest = min(state.scores)
    leads = [score - lowest for score in state.scores]
    if len(leads) == PAIR:
        sure = state.prize + state.carried + sum(state.left) + 1
        leads = [min(lead, sure) for lead in leads]
    return (state.hands, state.prize, state.carried, state.left, tuple(leads))


def worth(state: GoofspielState, chance: Chance) -> Sequence[float]:
    """Play a match to its end at random. By how much a seat leads then tells more of a few matches than who wins."""
    scores = _final_scores(state, None, chance)
    return [1 / (1 + exp(-lead / _spread(state))) for lead in _leads(scores)]


def playout(state: GoofspielState, player: Player, chance: Chance) -> Sequence[float]:
    """Play a match to its end, the player with sense and the others at random."""
    return value_of_places(places_by_score(_final_scores(state, player, chance)))


def won_alone(state: GoofspielState, player: Player, chance: Chance) -> Sequence[float]:
    """Play on in the same way. Winning alone is worth half, and a lead, which tells more of a few matches, the rest."""
    scores = _final_scores(state, player, chance)
    best = max(scores)
    alone = scores.count(best) == 1
    spread = _spread(state)
    return [
        0.5 * (alone and score == best) + 0.5 / (1 + exp(-lead / spread))
        for score, lead in zip(scores, _leads(scores), strict=True)
    ]


def _spread(state: GoofspielState) -> float:
    return MARGIN * state.options.cards * (state.options.cards + 1)


def _leads(scores: Sequence[int]) -> list[int]:
    """Return how far each seat is ahead of the best other."""
    others = [[other for place, other in enumerate(scores) if place != seat] for seat in range(len(scores))]
    return [score - max(rest) for score, rest in zip(scores, others, strict=True)]


def _final_scores(state: GoofspielState, player: Player | None, chance: Chance) -> list[int]:
    """Play on, on plain lists for speed. A player with sense bids the card that is as strong as the prize.

    The order of prizes needs no draws, since that of the cards is random.
    """
    scores, below = list(state.scores), chance.below
    if not state.prize:
        return scores
    hands = list(map(list, state.hands))
    carried, carries = state.carried, state.options.ties == "carry"
    prizes = sorted((state.prize, *state.left), reverse=True)
    for prize in prizes:
        stake = prize + carried
        bids = [hand.pop(-1 if seat == player else below(len(hand))) for seat, hand in enumerate(hands)]
        best = max(bids)
        carried = 0
        if bids.count(best) == 1:
            scores[bids.index(best)] += stake
        elif carries:
            carried = stake
    return scores


def nearly_over(state: GoofspielState, few: int = FEW) -> bool:
    """True if the match is small enough to be solved: one of two with so many cards left."""
    return len(state.hands) == PAIR and not state.options.hidden_bids and len(state.hands[0]) <= few


HOOKS = {
    "goofspiel": Hooks(
        policy=matching, rivals=play_at_random, public=public, worth=worth, playout=playout, endgame=nearly_over
    )
}
