"""How likely each bid of every seat is, if all know the hands and think alike.

Everyone can follow every tile (B13), so an auction is a game of one round with known hands. Seats that each take the
one best bid against average hands bid the same tile again and again, tie, and let a beginner win. So here all
bids stay possible, the better the likelier, and each seat expects the others to think so too: a quantal response, after
McKelvey and Palfrey, "Quantal response equilibria for normal form games" (1995).
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from math import exp, prod
from typing import NamedTuple

from games.bid.rules.dice import Prize

Hands = tuple[tuple[int, ...], ...]
"""The values of every seat's tiles."""
Mix = Mapping[int, float]
"""How likely a seat bids each strength that it can."""

TILE, COIN = 2.0, 1.5
"""The points that a step of a tile's value, and a coin, bring in the rounds to come."""
LAST = 3.0
"""How many times a prize counts that can end the match."""
CARE = 0.8
"""The points by which a bid must be better to be nearly three times as likely."""
ANY = 0.65
"""How far the others are expected to bid any tile alike."""
THOUGHTS = 2
"""How often all think about what the others think."""


class Expected(NamedTuple):
    """What a rival is expected to bid, by strength."""

    below: Sequence[float]
    """How likely they bid less."""
    at_most: Sequence[float]
    """How likely they bid as much or less."""
    higher: Sequence[float]
    """The mean of their bid and this strength, whichever is higher."""


@lru_cache(maxsize=8192)
def mixes_of(hands: Hands, prize: Prize, is_last: bool) -> tuple[Mix, ...]:
    """Return how likely each seat bids each strength. With `is_last` the prize can end the match."""
    alike = [_alike(hand, 2 if prize.double else 1) for hand in hands]
    strengths = range(1 + max(map(max, alike)))
    points = (prize.points + COIN * (prize.null_coins - prize.moons_coins)) * (LAST if is_last else 1)
    mixes = alike
    for _ in range(THOUGHTS):
        expected = [_expected(mix, any_bid, strengths) for mix, any_bid in zip(mixes, alike, strict=True)]
        mixes = [
            _response(own, [*expected[:seat], *expected[seat + 1 :]], prize, points) for seat, own in enumerate(mixes)
        ]
    return tuple(mixes)


def _alike(hand: Iterable[int], tiles: int) -> Mix:
    """Return the mix of a seat that bids any tiles alike."""
    counted = Counter(map(sum, combinations(hand, tiles)))
    return {strength: counted[strength] / counted.total() for strength in sorted(counted)}


def _expected(mix: Mix, alike: Mix, strengths: range) -> Expected:
    """Return what others expect of a seat: partly any tile, partly its mix."""
    likely = [ANY * alike.get(strength, 0.0) + (1 - ANY) * mix.get(strength, 0.0) for strength in strengths]
    below, at_most, higher = [], [], []
    less, more = 0.0, sum([strength * share for strength, share in enumerate(likely)])
    for strength, share in enumerate(likely):
        below.append(less)
        less += share
        at_most.append(less)
        more -= strength * share
        higher.append(strength * less + more)
    return Expected(below, at_most, higher)


def _response(own: Mix, rivals: Sequence[Expected], prize: Prize, points: float) -> Mix:
    """Return the mix of a seat against what it expects of its rivals."""
    # The mean of the lowest rival bid: the sum of how likely all bid this much or more.
    lowest = sum([prod([1 - rival.below[strength] for rival in rivals]) for strength in range(1, len(rivals[0].below))])
    worths = {strength: _worth(strength, rivals, prize, points, lowest) for strength in own}
    best = max(worths.values())
    keen = {strength: exp((worth - best) / CARE) for strength, worth in worths.items()}
    total = sum(keen.values())
    return {strength: weight / total for strength, weight in keen.items()}


def _worth(mine: int, rivals: Sequence[Expected], prize: Prize, points: float, lowest: float) -> float:
    """Return what a bid brings: a share of the prize, and the tiles that change hands."""
    alone = prod([rival.below[mine] for rival in rivals])
    tied = prod([rival.at_most[mine] for rival in rivals]) - alone
    wins = alone if prize.crowns else alone + tied / 2
    # Winners get the lowest tile for theirs, the others about the one that was bid just above their own.
    higher = sum([rival.higher[mine] for rival in rivals]) / len(rivals)
    tile = wins * lowest + (1 - wins) * higher - mine
    return wins * points - prize.crowns * tied * prize.points + TILE * tile
