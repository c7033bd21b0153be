"""Detect whether one player's answers favour one opponent above all others over many matches.

Two honest players may play badly, but not repeatedly to the advantage of the same opponent. A giver's favours to an
opponent in a match are compared with everyone else's; a leader whom all attack, or a player whom all help, therefore
does not stand out.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import exp, lgamma, log, pi, sqrt
from statistics import fmean
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


def feeding(found: Sequence[Favour]) -> list[Feeding]:
    """The pairs that stand out, the clearest first."""
    by_pair = _above_what_others_give(found)
    usual = fmean(favour.amount**2 for favour in found) if found else 0.0
    judged = [_judged(pair, rows, usual) for pair, rows in by_pair.items()]
    return [one for one in _among_all(judged) if one.mean > 0 and one.chance <= FALSE_ONES]


def _among_all(judged: Sequence[Feeding]) -> list[Feeding]:
    """The clearest first, with each probability adjusted for all pairs tested."""
    ranked = sorted(judged, key=lambda one: (one.chance, one.giver, one.receiver))
    adjusted = among_all([one.chance for one in ranked])
    return [one._replace(chance=chance) for one, chance in zip(ranked, adjusted, strict=True)]


Pairs = dict[tuple[int, int], list[Favour]]


def _above_what_others_give(found: Sequence[Favour]) -> Pairs:
    """The favours of the pairs that are judged, without what others do for the receiver."""
    given: dict[int, list[tuple[int, float]]] = defaultdict(list)
    for favour in found:
        given[favour.receiver].append((favour.giver, favour.amount))
    by_pair: Pairs = defaultdict(list)
    for favour in found:
        by_pair[favour.giver, favour.receiver].append(favour)
    judged = {pair: rows for pair, rows in by_pair.items() if len(rows) >= MATCHES_LEAST}
    for (giver, receiver), rows in judged.items():
        others = [amount for other, amount in given[receiver] if other != giver]
        # A receiver whom one giver harmed is not favoured by the next because of that.
        usual = max(0.0, sum(others) / (len(others) + SHRINK))
        judged[giver, receiver] = [row._replace(amount=row.amount - usual) for row in rows]
    return judged


def _judged(pair: tuple[int, int], rows: Sequence[Favour], usual: float) -> Feeding:
    count, mean = len(rows), fmean(row.amount for row in rows)
    own = sum((row.amount - mean) ** 2 for row in rows)
    freedom = PRIOR + count - 1
    error = sqrt((PRIOR * usual + own) / freedom / count)
    deviations = mean / error if error else 0.0
    most = sorted(rows, key=lambda row: -row.amount)[:STEPS_SHOWN]
    return Feeding(*pair, count, mean, deviations, tail(deviations, freedom), tuple(most))


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
