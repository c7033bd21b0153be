"""Detect whether one player's answers favour one opponent above all others over many matches.

Two honest players may play badly, but not repeatedly to the advantage of the same opponent. A giver's favours to an
opponent in a match are compared with everyone else's; a leader whom all attack, or a player whom all help, therefore
does not stand out.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from math import exp, lgamma, log, pi, sqrt
from typing import NamedTuple

from moderation.signals.chances import among_all
from moderation.signals.gains import Gain

MATCHES_LEAST = 6
"""Pairs with fewer matches are not judged."""
PRIOR = 20
"""A pair's variance is mixed with that of all favours, which counts as this many matches."""
SHRINK = 10
"""What a receiver gets from others is shrunk towards zero, as if by this many matches without favours."""
FALSE_ONES = 0.05
"""The accepted share of honest pairs among those that stand out (Benjamini and Hochberg)."""
STEPS_SHOWN = 5
COUNTERS = 1 << 24

Pair = tuple[int, int]
"""A giver and a receiver."""


class Favour(NamedTuple):
    """How far a giver's answers in a match favoured one opponent.

    The sum of their ranks divided by the square root of their number: so a match with many answers weighs more than one
    with few, and luck has the same spread in both.
    """

    match: int
    giver: int
    receiver: int
    amount: float
    steps: tuple[int, ...]
    """The steps that gave most, the largest first."""


class Feeding(NamedTuple):
    """A pair whose giver favours the receiver more than chance explains."""

    giver: int
    receiver: int
    matches: int
    mean: float
    """The mean favour per match above what others do for the receiver."""
    deviations: float
    """The mean favour in standard errors."""
    chance: float
    """The share of pairs at least as clear as this one that chance alone explains."""
    most: tuple[Favour, ...]
    """The matches that support it most."""


@dataclass(slots=True)
class Sums:
    """How many amounts there were, their sum and the sum of their squares."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, amount: float) -> None:
        """Count another amount."""
        self.count += 1
        self.total += amount
        self.squares += amount * amount


@dataclass(slots=True)
class PairSums(Sums):
    """The same of one pair, with the favours that were largest."""

    most: list[Favour] = field(default_factory=list)

    def add_favour(self, favour: Favour) -> None:
        """Count another favour."""
        self.add(favour.amount)
        self.most.append(favour)
        self.most.sort(key=lambda one: -one.amount)
        del self.most[STEPS_SHOWN:]


class Often:
    """The pairs that come often enough to be judged, and few others: pairs share counters, of which there are many."""

    def __init__(self, pairs: Iterable[Pair]) -> None:
        self._counters = bytearray(COUNTERS)
        for pair in pairs:
            at = self._place(pair)
            self._counters[at] = min(self._counters[at] + 1, MATCHES_LEAST)

    def __contains__(self, pair: Pair) -> bool:
        return self._counters[self._place(pair)] >= MATCHES_LEAST

    @staticmethod
    def _place(pair: Pair) -> int:
        return hash(pair) % COUNTERS


def favours(match: int, people: Sequence[int | None], found: Iterable[Gain]) -> list[Favour]:
    """What each person of a match did for each other; `people` are the accounts by seat, None for bots."""
    if len(people) < 3:
        return []
    by_pair: dict[tuple[int, int], list[tuple[float, int]]] = defaultdict(list)
    for gain in found:
        for seat in set(range(len(people))) - {gain.giver}:
            by_pair[gain.giver, seat].append((gain.gained[seat], gain.step))
    made = []
    for (giver, seat), amounts in by_pair.items():
        one, other = people[giver], people[seat]
        if one is not None and other is not None and one != other:
            top = [step for amount, step in sorted(amounts, reverse=True)[:STEPS_SHOWN] if amount > 0]
            amount = sum(amount for amount, _ in amounts) / sqrt(len(amounts))
            made.append(Favour(match, one, other, amount, tuple(top)))
    return made


def feeding(read: Callable[[], Iterable[Favour]]) -> list[Feeding]:
    """The pairs that stand out, the clearest first, of all favours, which are read twice.

    There may be many millions, of pairs that hardly ever met again. So only sums are kept, and for pairs only of those
    that met often.
    """
    often = Often((favour.giver, favour.receiver) for favour in read())
    everything = Sums()
    by_receiver: dict[int, Sums] = defaultdict(Sums)
    by_pair: dict[Pair, PairSums] = defaultdict(PairSums)
    for favour in read():
        everything.add(favour.amount)
        by_receiver[favour.receiver].add(favour.amount)
        if (favour.giver, favour.receiver) in often:
            by_pair[favour.giver, favour.receiver].add_favour(favour)
    usual = everything.squares / everything.count if everything.count else 0.0
    judged = [
        _judged(pair, sums, by_receiver[pair[1]], usual)
        for pair, sums in by_pair.items()
        if sums.count >= MATCHES_LEAST
    ]
    return [one for one in _among_all(judged) if one.mean > 0 and one.chance <= FALSE_ONES]


def _among_all(judged: Sequence[Feeding]) -> list[Feeding]:
    """The clearest first, with each probability adjusted for all pairs tested."""
    ranked = sorted(judged, key=lambda one: (one.chance, one.giver, one.receiver))
    adjusted = among_all([one.chance for one in ranked])
    return [one._replace(chance=chance) for one, chance in zip(ranked, adjusted, strict=True)]


def _judged(pair: Pair, sums: PairSums, received: Sums, usual: float) -> Feeding:
    """Compare a pair's favours with what others do for the receiver, given all that it received."""
    # A receiver whom one giver harmed is not favoured by the next because of that.
    by_others = max(0.0, (received.total - sums.total) / (received.count - sums.count + SHRINK))
    count, mean = sums.count, sums.total / sums.count - by_others
    own = max(0.0, sums.squares - sums.total**2 / count)
    freedom = PRIOR + count - 1
    error = sqrt((PRIOR * usual + own) / freedom / count)
    deviations = mean / error if error else 0.0
    most = tuple(favour._replace(amount=favour.amount - by_others) for favour in sums.most)
    return Feeding(*pair, count, mean, deviations, tail(deviations, freedom), most)


def tail(value: float, freedom: int) -> float:
    """The upper tail of Student's t with `freedom` degrees of freedom, by Simpson's rule."""
    if value <= 0:
        return 1 - tail(-value, freedom) if value else 0.5
    scale = exp(lgamma((freedom + 1) / 2) - lgamma(freedom / 2)) / sqrt(freedom * pi)

    def density(share: float) -> float:
        """The density at t = `value / share`, times the derivative of t by the share."""
        if not share:
            return 0.0
        t = value / share
        return scale * exp(-(freedom + 1) / 2 * log(1 + t * t / freedom)) * value / share**2

    parts = 400
    inner = sum((4 if part % 2 else 2) * density(part / parts) for part in range(1, parts))
    return (density(0.0) + inner + density(1.0)) / (3 * parts)
