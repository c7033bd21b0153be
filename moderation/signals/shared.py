"""Accounts that are used from the same browser or network."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import date
from itertools import combinations
from typing import NamedTuple

SHARED_MOST = 5
"""What more accounts than this share is a school, a café or a mobile network, and tells nothing."""
DEVICE = "device"
DEVICE_WEIGHT = 3.0
"""A browser in common tells more than a network in common."""


class Mark(NamedTuple):
    """An account was used on a day from a device or address, known by its hash alone."""

    account: int
    kind: str
    hash: str
    day: date


class Shared(NamedTuple):
    """Two accounts, and how much they have in common."""

    pair: tuple[int, int]
    devices: int
    """On how many days either was used from a browser from which both were used."""
    addresses: int
    """On how many days both were used from one address: tomorrow it may be somebody else's."""

    @property
    def strength(self) -> float:
        """The more days the clearer, devices above all."""
        return DEVICE_WEIGHT * self.devices + self.addresses


def shared(marks: Iterable[Mark]) -> list[Shared]:
    """Each two accounts with a device or address in common, the clearest first."""
    users: dict[tuple[str, str], dict[int, set[date]]] = defaultdict(lambda: defaultdict(set))
    for mark in marks:
        users[mark.kind, mark.hash][mark.account].add(mark.day)
    days: dict[tuple[int, int], dict[bool, set[date]]] = defaultdict(lambda: {True: set(), False: set()})
    for (kind, _), accounts in users.items():
        if len(accounts) > SHARED_MOST:
            continue
        for one, other in combinations(sorted(accounts), 2):
            mine, theirs = accounts[one], accounts[other]
            days[one, other][kind == DEVICE] |= mine | theirs if kind == DEVICE else mine & theirs
    found = [Shared(pair, len(by_kind[True]), len(by_kind[False])) for pair, by_kind in days.items()]
    return sorted((one for one in found if one.strength), key=lambda one: (-one.strength, one.pair))
