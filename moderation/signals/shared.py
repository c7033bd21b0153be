"""Accounts that are used from the same browser or network."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import date
from itertools import combinations
from typing import NamedTuple

SHARED_MOST = 5
"""Something shared by more accounts is a school, a café or a mobile network, and proves nothing."""
DEVICE = "device"
DEVICE_WEIGHT = 3.0
"""A shared browser weighs more than a shared network."""


class Mark(NamedTuple):
    """An account was used on a day from a device or address, known only by its hash."""

    account: int
    kind: str
    hash: str
    day: date


class Shared(NamedTuple):
    """Two accounts and how much they share."""

    pair: tuple[int, int]
    devices: int
    """The number of days on which either was used from a browser that both have used."""
    addresses: int
    """The number of days on which both were used from one address, which may belong to someone else tomorrow."""

    @property
    def strength(self) -> float:
        """More days are clearer, and devices count most."""
        return DEVICE_WEIGHT * self.devices + self.addresses


def pairs_in_common(marks: Iterable[Mark]) -> list[Shared]:
    """The pairs of accounts with a device or address in common, the clearest first."""
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
