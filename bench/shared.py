"""Three months of traces in a made-up town with planted pairs of accounts of one person: which met pairs are named?

Everyone has a home whose address changes now and then, and a browser there; some live with another player, and some of
those share the browser too; some live in a student house with one address for all; some write from an office of four
players, and many on the way over one of three mobile networks, each of which gives a phone a new address every day.
The owner of two accounts uses both on seven days of ten, and half of these owners keep a browser for each.
"""

import random
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from itertools import combinations
from typing import NamedTuple

from bench.figures import Figure
from moderation.signals.shared import Mark, pairs_in_common

Pair = tuple[int, int]
SEEDS = (31, 32, 33)
FALSE_MOST = 20.0
"""The most honest pairs that may be named, of about four thousand who met, apart from those who live together."""
BEGIN = date(2026, 1, 1)


class Shape(NamedTuple):
    """How people live."""

    people: int = 240
    days: int = 90
    owners: int = 8
    """The number of people with a second account."""
    couples: int = 12
    """The number of homes of two players, who all play together."""
    one_browser: float = 0.5
    """The share of couples that also share a browser."""
    students: int = 20
    """The number of people in the student house."""
    offices: int = 4
    """The number of offices in which four players each sometimes write."""
    mobile: float = 0.5
    """The share of people who write on the way, on a third of their days."""
    phone_addresses: tuple[int, ...] = (32, 500, 4000)
    """The number of addresses of each mobile network."""
    homes: int = 20_000
    """The number of addresses from which a home draws a new one about every month."""
    both: float = 0.7
    """How often an owner uses both accounts on a day."""


class Town:
    """Accounts, where they were used on which days, and who met at a table."""

    def __init__(self, shape: Shape, *, seed: int) -> None:
        self.shape, self.luck = shape, random.Random(seed)
        order = self.luck.sample(range(shape.people), shape.people)
        self.second = {shape.people + number: order[number] for number in range(shape.owners)}
        self.planted: set[Pair] = {(owner, account) for account, owner in self.second.items()}
        rest = order[shape.owners :]
        pairs = zip(rest[: 2 * shape.couples : 2], rest[1 : 2 * shape.couples : 2], strict=True)
        self.couples = {(min(pair), max(pair)) for pair in pairs}
        alone = rest[2 * shape.couples :]
        self.students = set(alone[: shape.students])
        self.home = {person: person for person in range(shape.people)} | {other: one for one, other in self.couples}
        shared_browsers = {pair for pair in self.couples if self.luck.random() < shape.one_browser}
        self.browser = {person: f"of {person}" for person in range(shape.people)}
        self.browser |= {other: f"of {one}" for one, other in shared_browsers}
        self.office = {person: number % shape.offices for number, person in enumerate(alone[-4 * shape.offices :])}
        self.network = {
            person: self.luck.randrange(len(shape.phone_addresses))
            for person in range(shape.people)
            if self.luck.random() < shape.mobile
        }
        self.met = self._meetings()
        self.marks = set(self._lived())

    def named(self) -> set[Pair]:
        """Return the pairs the site would name, among those who met."""
        return {one.pair for one in pairs_in_common(self.marks)} & self.met

    def _meetings(self) -> set[Pair]:
        """Return the pairs who met: owners' accounts, couples, all students, and random people."""
        by_chance = [sorted(self.luck.sample(range(self.shape.people), 2)) for _ in range(5 * self.shape.people)]
        return {
            *self.planted,
            *self.couples,
            *combinations(sorted(self.students), 2),
            *((one, other) for one, other in by_chance),
        }

    def _lived(self) -> Iterator[Mark]:
        keen = {person: self.luck.uniform(0.3, 0.95) for person in range(self.shape.people)}
        address = {home: self._new_address() for home in self.home.values()}
        two_browsers = {account for account in self.second if self.luck.random() < 0.5}
        for number in range(self.shape.days):
            day = BEGIN + timedelta(days=number)
            for home in address:
                if self.luck.random() < 1 / 30:
                    address[home] = self._new_address()
            for person, keenness in keen.items():
                if self.luck.random() < keenness:
                    where, device = self._place(person, address)
                    yield from _marks([person], where, device, day)
                    for account in (account for account, owner in self.second.items() if owner == person):
                        if self.luck.random() < self.shape.both:
                            own = f"second of {person}" if account in two_browsers else device
                            yield from _marks([account], where, own, day)

    def _new_address(self) -> str:
        return f"home {self.luck.randrange(self.shape.homes)}"

    def _place(self, person: int, address: dict[int, str]) -> tuple[str, str]:
        """Return the address and browser that a person uses on a day."""
        if person in self.network and self.luck.random() < 1 / 3:
            network = self.network[person]
            at = self.luck.randrange(self.shape.phone_addresses[network])
            return f"network {network}, {at}", f"phone of {person}"
        if person in self.office and self.luck.random() < 1 / 2:
            return f"office {self.office[person]}", f"desk of {person}"
        if person in self.students:
            return "student house", self.browser[person]
        return address[self.home[person]], self.browser[person]


def _marks(accounts: Iterable[int], where: str, device: str, day: date) -> Iterator[Mark]:
    for account in accounts:
        yield Mark(account, "address", where, day)
        yield Mark(account, "device", device, day)


def figures(seconds: float) -> Iterator[Figure]:
    """Measure towns of made-up people. The duration does not depend on `seconds`."""
    towns = [Town(Shape(), seed=seed) for seed in SEEDS]
    named = [(town, pair) for town in towns for pair in town.named()]
    found = sum(pair in town.planted for town, pair in named)
    couples = sum(pair in town.couples for town, pair in named)
    yield Figure("shared.precision", round(found / max(1, len(named)), 3), "share")
    yield Figure("shared.recall", round(found / sum(len(town.planted) for town in towns), 3), "share", least=0.9)
    yield Figure("shared.named_who_live_together", float(couples), "pairs")
    yield Figure("shared.false_positives", float(len(named) - found - couples), "pairs", most=FALSE_MOST)
    met = sum(len(town.met - town.planted - town.couples) for town in towns)
    yield Figure("shared.honest_pairs_met", float(met), "pairs")
