"""Three months of answers with planted pairs of accounts of one person: do they stand out, and only they?

People are made up, since bots have no habits. Each has their own evening hours and days, and skips some evenings or
comes late. Friends meet at tables, and often come because the other has just answered. In a planted pair one person
plays both accounts: where one comes, the other usually comes within the same hour.
"""

import random
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from bench.figures import Figure
from moderation.signals.timing import DAY, Answered, Together, together

Pair = tuple[int, int]
SEEDS, HONEST = (21, 22, 23), (24, 25, 26)


class Shape(NamedTuple):
    """The size of a site."""

    people: int = 80
    days: int = 90
    pairs: int = 8
    """The number of planted pairs, and of pairs of friends."""
    own_tables: int = 3
    both: float = 0.7
    """How often a person with two accounts uses both."""
    met_at: float = 0.5
    """How often both then also answer at a table where both sit."""
    called: float = 0.5
    """How often a friend's answer brings a person to the site within the hour."""


def figures(seconds: float) -> Iterator[Figure]:
    """Measure sites of made-up people. The duration does not depend on `seconds`."""
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
        """Return the pairs that stand out."""
        return together(self.answered, self.met)

    def named(self) -> set[Pair]:
        """Return their accounts."""
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
        """Use second accounts when the first is used, and otherwise at an hour of their own."""
        for account, one in owner.items():
            if one in came and self.luck.random() < self.shape.both:
                came[account] = came[one]
                if self.luck.random() < self.shape.met_at:
                    self.answered += [Answered(who, 2_000_000 + account, came[one]) for who in (one, account)]
            elif self.luck.random() < habits[account][1] / 2:
                came[account] = day * DAY + round(self.luck.gauss(habits[one][0], 1.5)) % DAY

    def _friends_call(self, came: dict[int, int]) -> None:
        """Let an answer at a shared table bring the friend to the site, who then also answers at other tables."""
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
        """Answer at a person's own tables, in this hour and perhaps the next."""
        for hour in range(at, at + 1 + (self.luck.random() < 0.4)):
            table = person * 100 + self.luck.randrange(self.shape.own_tables)
            self.answered.append(Answered(person, table, hour))
