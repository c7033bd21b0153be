"""Accounts whose answers move together: one day late, the next early, and always both.

Two people with one time zone and similar habits answer at the same hours, but not more on the same days than on others.
So the days on which two accounts answered within one hour are compared with those on which one did at the other's hour
a week or two earlier or later. Matches in which both play are left out, and so are the days on which both answered
there: one answer prompts the next.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from math import exp, lgamma, log, log1p
from typing import NamedTuple

from moderation.signals.chances import among_all

FALSE_ONES = 0.05
"""The accepted share of honest pairs among those that stand out (Benjamini and Hochberg)."""
DAYS_LEAST = 8
"""Pairs who answered together on fewer days are not named."""
DAY = 24
WEEK = 7 * DAY
SHIFTS = (-2 * WEEK, -WEEK, WEEK, 2 * WEEK)
"""Shifts that measure how often two meet by habit: whole weeks, because weekdays have habits too."""


class Answered(NamedTuple):
    """An account answered in a match within an hour; hours count from any fixed point."""

    account: int
    match: int
    hour: int


class Together(NamedTuple):
    """Two accounts and the number of days on which they answered within one hour."""

    pair: tuple[int, int]
    days: int
    usual: float
    """The number of such days to be expected by habit."""
    chance: float
    """The share of pairs at least as clear as this one that chance alone explains."""
    tables: tuple[int, ...] = ()
    """Matches where one answered within an hour in which the other did elsewhere, the most telling first."""

    @property
    def strength(self) -> float:
        """How many times as often as by habit they answered together."""
        return self.days / max(self.usual, 1.0)


def together(answered: Iterable[Answered], pairs: Iterable[tuple[int, int]]) -> list[Together]:
    """Those of the pairs whose answers move together, the clearest first."""
    tables: dict[int, dict[int, set[int]]] = defaultdict(lambda: defaultdict(set))
    for one in answered:
        tables[one.account][one.match].add(one.hour)
    judged = [_judged(pair, tables[pair[0]], tables[pair[1]]) for pair in sorted(pairs)]
    tested = sorted((one for one in judged if one.days or one.usual), key=lambda one: (one.chance, one.pair))
    chances = among_all([one.chance for one in tested])
    named = [one._replace(chance=chance) for one, chance in zip(tested, chances, strict=True)]
    clear = [one for one in named if one.days >= DAYS_LEAST and one.chance <= FALSE_ONES]
    return [one._replace(tables=_where(tables[one.pair[0]], tables[one.pair[1]])) for one in clear]


def _where(one: Mapping[int, set[int]], other: Mapping[int, set[int]]) -> tuple[int, ...]:
    """The matches that make a pair stand out; matches in which both play are left out."""
    both = one.keys() & other.keys()
    apart = [(match, hours) for match, hours in (*one.items(), *other.items()) if match not in both]
    common = _hours(one, one.keys() - both) & _hours(other, other.keys() - both)
    telling = Counter({match: len(_days_of(hours & common)) for match, hours in apart})
    return tuple(match for match, days in telling.most_common() if days)


def _judged(pair: tuple[int, int], one: Mapping[int, set[int]], other: Mapping[int, set[int]]) -> Together:
    both = one.keys() & other.keys()
    called = _days_of(_hours(one, both)) & _days_of(_hours(other, both))
    mine, theirs = _hours(one, one.keys() - both), _hours(other, other.keys() - both)
    days = _days(mine, theirs, called)
    by_habit = sum(_days(mine, {hour + shift for hour in theirs}, called) for shift in SHIFTS)
    return Together(pair, days, by_habit / len(SHIFTS), at_least(days, days + by_habit, 1 / (1 + len(SHIFTS))))


def _days(one: set[int], other: set[int], without: set[int]) -> int:
    return len(_days_of(one & other) - without)


def _hours(tables: Mapping[int, set[int]], which: Iterable[int]) -> set[int]:
    return {hour for match in which for hour in tables[match]}


def _days_of(hours: Iterable[int]) -> set[int]:
    return {hour // DAY for hour in hours}


def at_least(least: int, number: int, share: float) -> float:
    """The probability of at least `least` hits in `number` trials, each with probability `share`."""
    return min(1.0, sum(_exactly(hits, number, share) for hits in range(least, number + 1)))


def _exactly(hits: int, number: int, share: float) -> float:
    ways = lgamma(number + 1) - lgamma(hits + 1) - lgamma(number - hits + 1)
    return exp(ways + hits * log(share) + (number - hits) * log1p(-share))
