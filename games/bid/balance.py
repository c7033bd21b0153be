"""How likely each bid is among seats that weigh what it does for the match, and expect the others to do the same.

The search compares bids against these. Seats that all look for the best bid against *steady* tie too often: the longer
they search, the more they bid alike.

`mixes` is quicker, and counts in points. Here every joint bid is settled, and the position after it is worth a share of
a win to each seat. Bids that bring a little less stay possible, and each seat expects the others to bid like that: a
quantal response again, but one that answers itself.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from math import exp, prod
from operator import mul

from engine import Budget, Chance, Player, places_by_score
from engine.search.values import value_of_places
from games.bid.bot import coins_for, draw_bid, seat_of, steady, usual_mixes
from games.bid.mixes import Mix
from games.bid.rules.actions import Bid, BidAction
from games.bid.rules.auction import bids_of, is_last, needs_tie_break, pay
from games.bid.rules.dice import PRIZES
from games.bid.rules.ranking import STRENGTH, Ranking, Tiles, ranking_of, ranking_with_coins
from games.bid.rules.scoring import settle
from games.bid.rules.state import BidState
from games.bid.rules.view import BidObservation, imagine, observe
from games.bid.worth import worth_of

Shares = Sequence[float]
"""How likely a seat makes each of its bids, lowest first."""
CARE = 0.01
"""The share of a win by which a bid must be better to be nearly three times as likely."""
STEADY = 0.25
"""How far all are expected to bid as *steady* does."""
THOUGHTS = 30
"""How often all think about what the others think."""
LEAST_STEP = 0.2
"""How far mixes move towards what answers the others at the end: all the way, they would never settle."""
MOST = 1400
"""With more joint bids than this, all are expected to bid as *steady* does: settling them takes too long."""


def balanced(seen: BidObservation, legal_actions: Sequence[BidAction], budget: Budget, chance: Chance) -> BidAction:
    """Draw a bid as seats that all weigh the match would; decide all else as *steady* does."""
    if not isinstance(legal_actions[0], Bid):
        return steady(seen, legal_actions, budget, chance)
    return draw_bid(balanced_mixes(imagine(seen))[seat_of(seen)], legal_actions, chance)


@lru_cache(maxsize=64)
def balanced_mixes(state: BidState) -> tuple[Mix, ...]:
    """Return how likely each seat bids each strength in an auction."""
    usual = usual_mixes(observe(state, None))
    if prod(map(len, usual)) > MOST:
        return usual
    tables = _tables(state)
    steady_shares = [list(mix.values()) for mix in usual]
    shares: list[Shares] = [*steady_shares]
    for thought in range(THOUGHTS):
        step = max(LEAST_STEP, 1 / (1 + thought / 2))
        answers = [_answer(seat, tables[seat], shares) for seat in range(len(shares))]
        shares = [_moved(*one, step) for one in zip(shares, steady_shares, answers, strict=True)]
    return tuple([dict(zip(mix, share, strict=True)) for mix, share in zip(usual, shares, strict=True)])


def _tables(state: BidState) -> list[list[float]]:
    """Return, for each seat, what every joint bid is worth to it: its own bid first, then the others' by seat."""
    double = PRIZES[state.dice].double
    bids = [_by_strength(bids_of(hand, double)) for hand in state.hands]
    worths = {joint: _worth_after(state, joint) for joint in product(*bids)}
    tables = []
    for seat, own in enumerate(bids):
        others = [*bids[:seat], *bids[seat + 1 :]]
        tables.append([worths[(*rest[:seat], mine, *rest[seat:])][seat] for mine, *rest in product(own, *others)])
    return tables


def _by_strength(bids: Sequence[BidAction]) -> list[Tiles]:
    """Return one bid of each strength, lowest first."""
    tiles = {STRENGTH[bid.tiles]: bid.tiles for bid in bids if isinstance(bid, Bid)}
    return [tiles[strength] for strength in sorted(tiles)]


def _worth_after(state: BidState, joint: tuple[Tiles, ...]) -> Shares:
    """Return what the end of the round is worth to each seat, on average where coins break a tie."""
    ranking = ranking_of(joint)
    if not needs_tie_break(state, ranking):
        return _worth_settled(state, joint, ranking)
    held = [coins if seat in ranking.top else 0 for seat, coins in enumerate(state.coins)]
    worths = [
        _worth_settled(pay(state, coins), joint, ranking_with_coins(joint, coins))
        for coins in product(*[coins_for(PRIZES[state.dice].points, most) for most in held])
    ]
    return [sum(each) / len(worths) for each in zip(*worths, strict=True)]


def _worth_settled(state: BidState, joint: tuple[Tiles, ...], ranking: Ranking) -> Shares:
    after = settle(state, joint, ranking, [])
    if is_last(after):
        return value_of_places(places_by_score(after.scores))
    return worth_of(after)


def _answer(seat: Player, table: Sequence[float], shares: Sequence[Shares]) -> Shares:
    """Return how a seat answers the others: the more a bid is worth, the likelier.

    `table` is what every joint bid is worth to the seat, its own bid first.
    """
    worths = table
    for other in reversed([*shares[:seat], *shares[seat + 1 :]]):
        width = len(other)
        worths = [sum(map(mul, worths[place : place + width], other)) for place in range(0, len(worths), width)]
    best = max(worths)
    keen = [exp((worth - best) / CARE) for worth in worths]
    total = sum(keen)
    return [weight / total for weight in keen]


def _moved(shares: Shares, usual: Shares, answer: Shares, step: float) -> Shares:
    """Return shares that are a step nearer to the answer, as far as the seat does not bid as *steady* does."""
    return [
        share + step * (STEADY * usually + (1 - STEADY) * better - share)
        for share, usually, better in zip(shares, usual, answer, strict=True)
    ]
