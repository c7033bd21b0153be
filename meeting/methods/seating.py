"""Who of those who wait sits down together: groups of people, from values alone.

Those who waited longest choose first. Two people fit if their ratings and reliability are close; how close they must
be grows wider while they wait, until after `PATIENCE` anyone fits. Blocked people never sit together.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import inf
from typing import NamedTuple

MINUTE, HOUR, DAY = 60, 3600, 24 * 3600
NEWCOMER = 1500
"""The rating of someone who has none yet."""
USUAL_RELIABILITY = 95
"""The percentage assumed of someone with too few turns."""
RELIABILITY_POINTS = 8
"""The rating points that one percentage point of reliability weighs."""
CLOSE = 150
"""The distance that fits at once."""
WIDE = 800
"""The distance that fits just before patience ends."""
PATIENCE = {True: 10 * MINUTE, False: 12 * HOUR}
"""The seconds after which any distance fits, at live tables and over days."""


class Kind(NamedTuple):
    """A kind of table that people wait for: a game at a pace with so many seats."""

    game: str
    pace: str
    live: bool
    players: int


@dataclass(frozen=True)
class Seeker:
    """A person who waits for a table."""

    user: int
    wants: Mapping[Kind, int]
    """The kinds of table that suit the person, with their rating in each."""
    reliability: int | None
    """The percentage of turns on time; None if there are too few."""
    waited: float
    """In seconds."""
    bots_after: float = inf
    """The seconds after which bots may fill the table."""

    @property
    def takes_bots(self) -> bool:
        """True if bots may fill the table by now."""
        return self.waited >= self.bots_after


class Group(NamedTuple):
    """People who sit down together; bots fill the seats that are left."""

    kind: Kind
    users: tuple[int, ...]

    @property
    def bots(self) -> int:
        """How many seats bots fill."""
        return self.kind.players - len(self.users)


Pair = tuple[int, int]


def seat_people(seekers: Collection[Seeker], apart: Collection[Pair]) -> list[Group]:
    """Return the groups that sit down now; nobody is in two. `apart` holds pairs who must not meet, in any order."""
    barred = {frozenset(pair) for pair in apart}
    waiting = {seeker.user: seeker for seeker in sorted(seekers, key=lambda one: (-one.waited, one.user))}
    groups = []
    for with_bots in (False, True):
        for seeker in list(waiting.values()):
            if seeker.user not in waiting or (with_bots and not seeker.takes_bots):
                continue
            others = [one for one in waiting.values() if one is not seeker and (one.takes_bots or not with_bots)]
            if group := _best_group(seeker, others, barred, with_bots=with_bots):
                groups.append(group)
                for user in group.users:
                    del waiting[user]
    return groups


def distance(one: Seeker, other: Seeker, kind: Kind) -> float:
    """How far apart two people are in rating and reliability, in rating points."""
    rating = abs(one.wants[kind] - other.wants[kind])
    return rating + RELIABILITY_POINTS * abs(_reliability(one) - _reliability(other))


def reach(seeker: Seeker, kind: Kind) -> float:
    """The distance that fits a person by now."""
    share = seeker.waited / PATIENCE[kind.live]
    return inf if share >= 1 else CLOSE + (WIDE - CLOSE) * share


def _reliability(seeker: Seeker) -> int:
    return USUAL_RELIABILITY if seeker.reliability is None else seeker.reliability


def _best_group(
    seeker: Seeker, others: Sequence[Seeker], barred: Collection[frozenset[int]], *, with_bots: bool
) -> Group | None:
    """Return the group around a person whose people are closest, or, with bots, the one with the fewest of them."""
    found: list[tuple[float, float, Kind, tuple[int, ...]]] = []
    for kind in seeker.wants:
        wanting = [one for one in others if kind in one.wants]
        if not with_bots and len(wanting) < kind.players - 1:
            continue
        people = _companions(seeker, wanting, kind, barred)
        missing = kind.players - len(people)
        if with_bots or not missing:
            found.append((missing, _spread(people, kind), kind, tuple(one.user for one in people)))
    if not found:
        return None
    _, _, kind, users = min(found)
    return Group(kind, users)


def _companions(
    seeker: Seeker, others: Iterable[Seeker], kind: Kind, barred: Collection[frozenset[int]]
) -> list[Seeker]:
    """Return the person with the closest others who fit and fit each other, as many as the table seats at most."""
    people = [seeker]
    for other in sorted(others, key=lambda one: distance(seeker, one, kind)):
        if len(people) == kind.players:
            break
        if all(_fit(one, other, kind) and frozenset((one.user, other.user)) not in barred for one in people):
            people.append(other)
    return people


def _fit(one: Seeker, other: Seeker, kind: Kind) -> bool:
    return distance(one, other, kind) <= max(reach(one, kind), reach(other, kind))


def _spread(people: Sequence[Seeker], kind: Kind) -> float:
    return max((distance(one, other, kind) for one, other in combinations(people, 2)), default=0)
