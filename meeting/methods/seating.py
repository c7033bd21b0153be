"""Who of those who wait sits down together: groups of people, from values alone.

Those who waited longest choose first. Two people fit if their ratings and reliability are close; how close they must
be grows wider while they wait, until after `PATIENCE` anyone fits. Blocked people never sit together.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import combinations, islice
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

    @property
    def pool(self) -> "Pool":
        """Where its results count, and how long people wait for it."""
        return self.game, self.live


Pool = tuple[str, bool]
"""A game, and whether it is played live. A person has one rating in each."""


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

    @cached_property
    def ratings(self) -> dict[Pool, int]:
        """The person's rating in each pool with a table that suits them."""
        return {kind.pool: rating for kind, rating in self.wants.items()}

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


Barred = Mapping[int, Collection[int]]
"""For each user those whom they must not meet."""


def seat_people(seekers: Collection[Seeker], apart: Collection[Pair]) -> list[Group]:
    """Return the groups that sit down now; nobody is in two. `apart` holds pairs who must not meet, in any order."""
    barred, waiting = _barred(apart), _by_time(seekers)
    groups = []
    for with_bots in (False, True):
        for seeker in list(waiting.values()):
            if seeker.user not in waiting:
                continue
            if group := _best_group(seeker, waiting.values(), barred, with_bots=with_bots):
                groups.append(group)
                for user in group.users:
                    del waiting[user]
    return groups


def seat_newcomer(seekers: Collection[Seeker], apart: Collection[Pair], user: int) -> Group | None:
    """Return the group in which someone sits down who has just come, or None. The others were seated before.

    This looks at two people, not at everyone, as a visitor waits for it.
    """
    barred, waiting = _barred(apart), _by_time(seekers)
    me = waiting[user]
    for seeker in (*_first_who_fits(me, waiting.values(), barred), me):
        group = _best_group(seeker, waiting.values(), barred, with_bots=False)
        if group and user in group.users:
            return group
    return _best_group(me, waiting.values(), barred, with_bots=True)


def _barred(apart: Collection[Pair]) -> Barred:
    barred: dict[int, set[int]] = defaultdict(set)
    for one, other in apart:
        barred[one].add(other)
        barred[other].add(one)
    return barred


def _by_time(seekers: Collection[Seeker]) -> dict[int, Seeker]:
    """Everyone by user, those who waited longest first."""
    return {seeker.user: seeker for seeker in sorted(seekers, key=lambda one: (-one.waited, one.user))}


def _first_who_fits(me: Seeker, waiting: Iterable[Seeker], barred: Barred) -> list[Seeker]:
    """The person who waited longest of those who could sit with this one; nobody or one."""
    out = {me.user, *barred.get(me.user, ())}
    others = (one for one in waiting if one.user not in out)
    fitting = (one for one in others if any(kind in one.wants and _fit(me, one, kind.pool) for kind in me.wants))
    return list(islice(fitting, 1))


def distance(one: Seeker, other: Seeker, pool: Pool) -> float:
    """How far apart two people are in rating and reliability, in rating points."""
    rating = abs(one.ratings[pool] - other.ratings[pool])
    return rating + RELIABILITY_POINTS * abs(_reliability(one) - _reliability(other))


def reach(seeker: Seeker, pool: Pool) -> float:
    """The distance that fits a person by now."""
    _, live = pool
    share = seeker.waited / PATIENCE[live]
    return inf if share >= 1 else CLOSE + (WIDE - CLOSE) * share


def _reliability(seeker: Seeker) -> int:
    return USUAL_RELIABILITY if seeker.reliability is None else seeker.reliability


def _best_group(seeker: Seeker, waiting: Iterable[Seeker], barred: Barred, *, with_bots: bool) -> Group | None:
    """Return the group around a person whose people are closest, or, with bots, the one with the fewest of them."""
    if with_bots and not seeker.takes_bots:
        return None
    out = {seeker.user, *barred.get(seeker.user, ())}
    others = [one for one in waiting if one.user not in out and (one.takes_bots or not with_bots)]
    found: list[tuple[float, float, Kind, tuple[int, ...]]] = []
    for kind, near in _near(seeker, others):
        wanting = [one for one in near if kind in one.wants]
        if not with_bots and len(wanting) < kind.players - 1:
            continue
        people = _companions(seeker, wanting, kind, barred)
        missing = kind.players - len(people)
        if with_bots or not missing:
            found.append((missing, _spread(people, kind.pool), kind, tuple(one.user for one in people)))
    if not found:
        return None
    _, _, kind, users = min(found)
    return Group(kind, users)


def _near(seeker: Seeker, others: Sequence[Seeker]) -> Iterator[tuple[Kind, list[Seeker]]]:
    """Yield each kind of table with those who fit the person there, the closest first."""
    near: dict[Pool, list[Seeker]] = {}
    for kind in seeker.wants:
        pool = kind.pool
        if pool not in near:
            fitting = [one for one in others if pool in one.ratings and _fit(seeker, one, pool)]
            near[pool] = sorted(fitting, key=partial(distance, seeker, pool=pool))
        yield kind, near[pool]


def _companions(seeker: Seeker, near: Iterable[Seeker], kind: Kind, barred: Barred) -> list[Seeker]:
    """Return the person with the closest others who fit each other, as many as the table seats at most."""
    people, out = [seeker], set[int]()
    for other in near:
        if len(people) == kind.players:
            break
        if other.user not in out and all(_fit(one, other, kind.pool) for one in people):
            people.append(other)
            out.update(barred.get(other.user, ()))
    return people


def _fit(one: Seeker, other: Seeker, pool: Pool) -> bool:
    return distance(one, other, pool) <= max(reach(one, pool), reach(other, pool))


def _spread(people: Sequence[Seeker], pool: Pool) -> float:
    return max((distance(one, other, pool) for one, other in combinations(people, 2)), default=0)
