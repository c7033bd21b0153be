"""Who of those who wait sits down together: groups of people, from values alone.

Those who waited longest choose first. Two people fit if their ratings and reliability are close; how close they must
be grows wider while they wait, until after `PATIENCE` anyone fits. Blocked people never sit together.

A table for two is full at once, a larger one is not. So after `PATIENCE` others who would sit at a larger table too
are held for it: for a while they sit down nowhere else, unless with people who have waited longer still.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, islice
from math import inf
from operator import itemgetter
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
HELD_FOR = {True: 10 * MINUTE, False: HOUR}
"""The seconds that a person is held, one who would play live too and others; twice as long for a table whose seats are
more than half taken.
"""


class TableKind(NamedTuple):
    """A kind of table that people wait for: a game at a pace with a number of seats."""

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
    wants: Mapping[TableKind, int]
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

    def may_be_held(self, times: int) -> bool:
        """True if the person may still be held, if that lasts so many times as long as usual."""
        longest = times * HELD_FOR[any(kind.live for kind in self.wants)]
        return self.waited < min(longest, self.bots_after)

    def gathers(self, kind: TableKind) -> bool:
        """True if the person has waited so long that others are held for such a table."""
        return kind.players > 2 and self.waited >= PATIENCE[kind.live]


class Group(NamedTuple):
    """People who sit down together; bots fill the seats that are left."""

    kind: TableKind
    users: tuple[int, ...]

    @property
    def bots(self) -> int:
        """How many seats bots fill."""
        return self.kind.players - len(self.users)


Pair = tuple[int, int]


class _Alike:
    """People with the same rating and reliability in a pool, those who waited longest first."""

    def __init__(self) -> None:
        self.reaches: list[float] = []
        """Below zero, so that they ascend: the distance that fits each of them."""
        self.bits = [0]
        """The first none, one, two and so on of them."""

    def add(self, reached: float, bit: int) -> None:
        """Add somebody who has not waited longer than the others."""
        self.reaches.append(-reached)
        self.bits.append(self.bits[-1] | bit)


class _Near(NamedTuple):
    """Who fits a person in a pool."""

    all: int
    by_distance: list[int]
    """The closest first."""


class _Crowd:
    """Everyone who waits. Sets of people are bits of a number, the lowest for the one who waited longest.

    So whole sets are compared at once, and hundreds who never fit take no longer than others.
    """

    def __init__(self, seekers: Collection[Seeker], apart: Collection[Pair]) -> None:
        self.people = sorted(seekers, key=lambda one: (-one.waited, one.user))
        self.places = {one.user: place for place, one in enumerate(self.people)}
        self.waiting = (1 << len(self.people)) - 1
        self.barred = [1 << place for place in range(len(self.people))]
        """For each place those who must not come there too: the person, and whom they must not meet."""
        for first, second in apart:
            if first in self.places and second in self.places:
                self.barred[self.places[first]] |= 1 << self.places[second]
                self.barred[self.places[second]] |= 1 << self.places[first]
        self.take_bots = sum(1 << place for place, one in enumerate(self.people) if one.takes_bots)
        self.wanting: dict[TableKind, int] = defaultdict(int)
        alike: dict[Pool, dict[tuple[int, int], _Alike]] = defaultdict(lambda: defaultdict(_Alike))
        for place, one in enumerate(self.people):
            for kind in one.wants:
                self.wanting[kind] |= 1 << place
            for pool in one.ratings:
                alike[pool][_traits(one, pool)].add(reach(one, pool), 1 << place)
        self.by_rating = {pool: sorted(found.items(), key=itemgetter(0)) for pool, found in alike.items()}
        self._near: dict[tuple[int, Pool], _Near] = {}
        self.may_be_held = [
            sum(1 << place for place, one in enumerate(self.people) if one.may_be_held(times)) for times in (1, 2)
        ]
        """Who may be held at first, and for a table that is more than half full."""
        self.gathering: dict[TableKind, int] = defaultdict(int)
        """For larger tables, those for whom others are held."""
        for place, one in enumerate(self.people):
            for kind in filter(one.gathers, one.wants):
                self.gathering[kind] |= 1 << place

    def held(self, place: int) -> int:
        """Return the people whom those who have waited longer than this one hold for a larger table."""
        held = 0
        for kind, gathering in self.gathering.items() if self.may_be_held[1] else ():
            longest = _first(gathering & self.waiting)
            if 0 <= longest < place:
                would = self.waiting & self.wanting[kind] & ~self.barred[longest]
                found = 1 + (would & self.may_be_held[1]).bit_count()
                held |= would & self.may_be_held[2 * found > kind.players]
        return held

    def near(self, place: int, pool: Pool) -> _Near:
        """Return who fits a person, including those who no longer wait."""
        if (place, pool) not in self._near:
            fitting = self._by_distance(self.people[place], pool)
            by_distance = [fitting[far] for far in sorted(fitting)]
            self._near[place, pool] = _Near(_union(by_distance), by_distance)
        return self._near[place, pool]

    def _by_distance(self, one: Seeker, pool: Pool) -> dict[int, int]:
        # This loop is where the time goes, so it calls little.
        mine, reached, by_rating = _traits(one, pool), reach(one, pool), self.by_rating[pool]
        # Who waited longest reaches furthest.
        widest = reach(self.people[0], pool)
        first = bisect_left(by_rating, mine[0] - widest, key=lambda row: row[0][0])
        fitting: dict[int, int] = defaultdict(int)
        for (rating, reliability), alike in islice(by_rating, first, None):
            if rating - mine[0] > widest:
                break
            far = abs(rating - mine[0]) + RELIABILITY_POINTS * abs(reliability - mine[1])
            if far <= reached:
                fitting[far] |= alike.bits[-1]
            elif far <= widest:
                fitting[far] |= alike.bits[bisect_right(alike.reaches, -far)]
        return fitting

    def users(self, places: Collection[int]) -> tuple[int, ...]:
        """Return the people at these places."""
        return tuple(self.people[place].user for place in places)

    def remove(self, users: Collection[int]) -> None:
        """Let people wait no more."""
        self.waiting &= ~_union([1 << self.places[user] for user in users])


def _union(sets: Collection[int]) -> int:
    whole = 0
    for one in sets:
        whole |= one
    return whole


def _first(bits: int) -> int:
    """The place of who waited longest of some; below zero if there are none."""
    return (bits & -bits).bit_length() - 1


def seat_people(seekers: Collection[Seeker], apart: Collection[Pair]) -> list[Group]:
    """Return the groups that sit down now; nobody is in two. `apart` holds pairs who must not meet, in any order."""
    crowd, groups = _Crowd(seekers, apart), list[Group]()
    for with_bots in (False, True):
        for place in range(len(crowd.people)):
            if not crowd.waiting >> place & 1:
                continue
            if group := _best_group(crowd, place, with_bots=with_bots):
                groups.append(group)
                crowd.remove(group.users)
    return groups


def seat_newcomer(seekers: Collection[Seeker], apart: Collection[Pair], user: int) -> Group | None:
    """Return the group in which someone sits down who has just come, or None. The others were seated before.

    This looks at two people, not at everyone, as a visitor waits for it.
    """
    crowd = _Crowd(seekers, apart)
    me = crowd.places[user]
    for place in (*_first_who_fits(crowd, me), me):
        group = _best_group(crowd, place, with_bots=False)
        if group and user in group.users:
            return group
    return _best_group(crowd, me, with_bots=True)


def _first_who_fits(crowd: _Crowd, me: int) -> list[int]:
    """The person who waited longest of those who could sit with this one; nobody or one."""
    fitting = _union([crowd.near(me, kind.pool).all & crowd.wanting[kind] for kind in crowd.people[me].wants])
    fitting &= crowd.waiting & ~crowd.barred[me]
    return [_first(fitting)] if fitting else []


def distance(one: Seeker, other: Seeker, pool: Pool) -> float:
    """How far apart two people are in rating and reliability, in rating points."""
    (rating, reliability), (others, others_reliability) = _traits(one, pool), _traits(other, pool)
    return abs(rating - others) + RELIABILITY_POINTS * abs(reliability - others_reliability)


def _traits(seeker: Seeker, pool: Pool) -> tuple[int, int]:
    """What is compared of a person: the rating and the reliability."""
    return seeker.ratings[pool], USUAL_RELIABILITY if seeker.reliability is None else seeker.reliability


def reach(seeker: Seeker, pool: Pool) -> float:
    """How far away others may be for a person who has waited this long."""
    _, live = pool
    share = seeker.waited / PATIENCE[live]
    return inf if share >= 1 else CLOSE + (WIDE - CLOSE) * share


def _best_group(crowd: _Crowd, place: int, *, with_bots: bool) -> Group | None:
    """Return the group around a person whose people are closest, or, with bots, the one with the fewest of them."""
    if with_bots and not crowd.people[place].takes_bots:
        return None
    held = crowd.held(place)
    if held >> place & 1:
        return None
    found = sorted(_groups(crowd, place, held, with_bots=with_bots))[:1]
    return Group(found[0][2], found[0][3]) if found else None


def _groups(
    crowd: _Crowd, place: int, held: int, *, with_bots: bool
) -> Iterator[tuple[int, float, TableKind, tuple[int, ...]]]:
    """Yield for each kind of table the group around a person: how many are missing, how far apart they are, who."""
    others = crowd.waiting & ~crowd.barred[place]
    if with_bots:
        others &= crowd.take_bots
    for kind in crowd.people[place].wants:
        fitting = others & crowd.wanting[kind] & crowd.near(place, kind.pool).all
        if not crowd.people[place].gathers(kind):
            fitting &= ~held
        if not with_bots and fitting.bit_count() < kind.players - 1:
            continue
        places = _companions(crowd, place, fitting, kind)
        missing = kind.players - len(places)
        if with_bots or not missing:
            people = [crowd.people[one] for one in places]
            yield missing, _spread(people, kind.pool), kind, crowd.users(places)


def _companions(crowd: _Crowd, place: int, fitting: int, kind: TableKind) -> list[int]:
    """Return the person with the closest others who fit each other, as many as the table seats at most."""
    places = [place]
    for close in crowd.near(place, kind.pool).by_distance:
        while len(places) < kind.players and close & fitting:
            other = _first(close & fitting)
            places.append(other)
            fitting &= crowd.near(other, kind.pool).all & ~crowd.barred[other]
        if not fitting or len(places) == kind.players:
            break
    return places


def _spread(people: Sequence[Seeker], pool: Pool) -> float:
    return max((distance(one, other, pool) for one, other in combinations(people, 2)), default=0)
