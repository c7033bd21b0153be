"""Three months of answers with planted pairs of accounts of one person: whether they stand out, and nobody else.

People are made up, since bots have no habits. Each has evening hours and days of their own, and some evenings on which
they do not come or come late. Friends meet at tables, and often come because the other has just answered. Of a planted
pair one person plays both accounts: where the one comes, the other mostly comes within the same hour.
"""

import random
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from bench.figures import Figure
from moderation.signals.timing import DAY, Answered, Together, together

Pair = tuple[int, int]
SEEDS, HONEST = (21, 22, 23), (24, 25, 26)


class Shape(NamedTuple):
    """How large a site is."""

    people: int = 80
    days: int = 90
    pairs: int = 8
    """Pairs that are planted, and as many of friends."""
    own_tables: int = 3
    both: float = 0.7
    """How often one who plays two accounts uses both."""
    met_at: float = 0.5
    """How often both then answer at a table where both sit, too."""
    called: float = 0.5
    """How often somebody comes within the hour because a friend has answered."""


def figures(seconds: float) -> Iterator[Figure]:
    """Measure sites of made-up people; how long it takes does not follow from `seconds`."""
    sites = [Site(Shape(), seed=seed, planted=True) for seed in SEEDS]
    named = sum(len(site.named()) for site in sites)
    found = sum(len(site.named() & site.planted) for site in sites)
    yield Figure("timing.precision", round(found / max(1, named), 3), "share")
    yield Figure("timing.recall", round(found / sum(len(site.planted) for site in sites), 3), "share")
    honest = [Site(Shape(), seed=seed, planted=False) for seed in HONEST]
    yield Figure("timing.false_positives", float(sum(len(site.named()) for site in honest)), "pairs")
    yield Figure("timing.honest_pairs_tested", float(sum(len(site.met) for site in honest)), "pairs")


class Site:
    """Accounts, when they answered, and which of them met at a table."""

    def __init__(self, shape: Shape, *, seed: int, planted: bool) -> None:
        self.shape, self.luck = shape, random.Random(seed)
        people = self.luck.sample(range(shape.people), 4 * shape.pairs)
        pairs = [(min(pair), max(pair)) for pair in zip(people[::2], people[1::2], strict=True)]
        self.planted = set(pairs[: shape.pairs]) if planted else set()
        self.friends = set(pairs[shape.pairs :] if planted else pairs)
        others = {tuple(sorted(self.luck.sample(range(shape.people), 2))) for _ in range(3 * shape.people)}
        self.met: set[Pair] = {*pairs, *((one, other) for one, other in others)}
        self.answered: list[Answered] = []
        self._live()

    def found(self) -> list[Together]:
        """The pairs that stand out."""
        return together(self.answered, self.met)

    def named(self) -> set[Pair]:
        """Who they are."""
        return {one.pair for one in self.found()}

    def _live(self) -> None:
        habits = [(self.luck.gauss(20, 2.5), self.luck.uniform(0.4, 0.95)) for _ in range(self.shape.people)]
        owner = {other: one for one, other in self.planted}
        for day in range(self.shape.days):
            busy = 1.15 if day % 7 >= 5 else 0.95
            came: dict[int, int] = {}
            for person, (hour, keen) in enumerate(habits):
                if person not in owner and self.luck.random() < keen * busy:
                    came[person] = day * DAY + round(self.luck.gauss(hour, 1.5)) % DAY
            self._second_accounts(came, owner, habits, day)
            self._friends_call(came)
            for person, at in came.items():
                self._answers(person, at)

    def _second_accounts(
        self, came: dict[int, int], owner: Mapping[int, int], habits: list[tuple[float, float]], day: int
    ) -> None:
        """A second account is used when the first is, and else at some hour of its own."""
        for account, one in owner.items():
            if one in came and self.luck.random() < self.shape.both:
                came[account] = came[one]
                if self.luck.random() < self.shape.met_at:
                    self.answered += [Answered(who, 2_000_000 + account, came[one]) for who in (one, account)]
            elif self.luck.random() < habits[account][1] / 2:
                came[account] = day * DAY + round(self.luck.gauss(habits[one][0], 1.5)) % DAY

    def _friends_call(self, came: dict[int, int]) -> None:
        """An answer at a table of both calls the friend to the site; there they answer at other tables too."""
        for number, (one, other) in enumerate(sorted(self.friends)):
            if one not in came:
                continue
            table = 1_000_000 + number
            self.answered.append(Answered(one, table, came[one]))
            if self.luck.random() < self.shape.called:
                later = came[one] + (self.luck.random() < 0.5)
                self.answered.append(Answered(other, table, later))
                if self.luck.random() < 0.5:
                    self._answers(other, later)

    def _answers(self, person: int, at: int) -> None:
        """Somebody answers at tables of their own, in this hour and perhaps the next."""
        for hour in range(at, at + 1 + (self.luck.random() < 0.4)):
            table = person * 100 + self.luck.randrange(self.shape.own_tables)
            self.answered.append(Answered(person, table, hour))
