"""A day of quick tables: 200 made-up people ask, wait and sit down, by the same function as on the site.

People come over the day, most in the evening. Their ratings spread like those of a settled site, some miss turns, and a
few have blocked each other. A third allow bots after a while. Nobody gives up before the day ends; those who come last
may wait on until the next noon. Those who ask for a live table stay for an hour.
"""

import random
import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import inf
from typing import NamedTuple

from bench.figures import Figure
from games.registry import GAMES
from meeting.methods.seating import DAY, HOUR, MINUTE, Group, Seeker, TableKind, seat_people

SEEDS = range(5)
PEOPLE = 200
TICK = MINUTE
LENGTH = DAY + 12 * HOUR
PACES = {"1 day": False, "3 days": False, "time you keep": False, "5 minutes": True}
LIVE, LIVE_SHARE = "5 minutes", 0.1
"""Of those who choose, one in ten asks for a live table and nothing else."""
SIZES = range(2, 7)


class Outcome(NamedTuple):
    """What became of the people of one day."""

    waits: list[float]
    """In minutes, of all who sat down."""
    gaps: list[int]
    """The widest difference in rating at each table of people."""
    never_seated: int
    with_bots: int
    slowest: float
    """The longest time for one look at the pool, in seconds."""


def figures(seconds: float) -> Iterator[Figure]:
    """Simulate five days. The duration does not depend on `seconds`."""
    days = [simulate(seed) for seed in SEEDS]
    waits = [wait for day in days for wait in day.waits]
    gaps = [gap for day in days for gap in day.gaps]
    yield Figure("pool.wait_minutes_median", round(statistics.median(waits), 1), "min")
    yield Figure("pool.wait_minutes_p90", round(statistics.quantiles(waits, n=10)[-1], 1), "min")
    yield Figure("pool.rating_gap_median", round(statistics.median(gaps)), "points")
    yield Figure("pool.never_seated", round(statistics.mean(day.never_seated for day in days), 1), "people")
    yield Figure("pool.with_bots", round(statistics.mean(day.with_bots for day in days), 1), "people")
    yield Figure("pool.look_ms", round(1000 * max(day.slowest for day in days), 1), "ms")


def simulate(seed: int, people: int = PEOPLE) -> Outcome:
    """Let the people of a day come, and seat them every minute."""
    chance = random.Random(seed)
    comers = sorted(((_comes_at(chance), _person(user, chance)) for user in range(people)), key=lambda comer: comer[0])
    apart = [(chance.randrange(people), chance.randrange(people)) for _ in range(people // 10)]
    came: dict[int, tuple[float, Seeker]] = {}
    waits: list[float] = []
    gaps: list[int] = []
    with_bots, slowest = 0, 0.0
    for now in range(0, LENGTH, TICK):
        while comers and comers[0][0] <= now:
            at, person = comers.pop(0)
            came[person.user] = at, person
        waiting = [_at(person, now - at) for at, person in came.values()]
        start = time.perf_counter()
        groups = seat_people([one for one in waiting if one.wants], apart)
        slowest = max(slowest, time.perf_counter() - start)
        for group in groups:
            seated = [came.pop(user) for user in group.users]
            waits += [(now - at) / MINUTE for at, _ in seated]
            with_bots += len(group.users) if group.bots else 0
            if len(group.users) > 1:
                gaps.append(_gap(group, [person for _, person in seated]))
    return Outcome(waits, gaps, len(came), with_bots, slowest)


def _comes_at(chance: random.Random) -> float:
    """A moment of the day: two in three come around eight in the evening."""
    if chance.random() < 1 / 3:
        return chance.uniform(0, DAY)
    return min(max(chance.gauss(20, 2), 0), 23.9) * HOUR


def _person(user: int, chance: random.Random) -> Seeker:
    """A person with a settled rating or none. A third press the button alone, which asks for anything over days."""
    over_days = [pace for pace in PACES if pace != LIVE]
    if chance.random() < 1 / 3:
        games, paces, sizes = list(GAMES), over_days, list(SIZES)
    else:
        games = chance.sample(list(GAMES), chance.randint(1, 3))
        paces = [LIVE] if chance.random() < LIVE_SHARE else chance.sample(over_days, chance.randint(1, 2))
        sizes = chance.sample(list(SIZES), chance.randint(1, 3))
    kinds = [
        TableKind(game, pace, PACES[pace], size)
        for game in games
        for pace in paces
        for size in sizes
        if size in GAMES[game].players
    ]
    # The form refuses criteria that no table suits.
    kinds = kinds or [TableKind(games[0], paces[0], PACES[paces[0]], GAMES[games[0]].players[0])]
    rating = 1500 if chance.random() < 0.3 else round(chance.gauss(1500, 150))
    reliability = None if chance.random() < 0.3 else min(100, round(100 - chance.expovariate(1 / 5)))
    bots_after = chance.choice((30 * MINUTE, 2 * HOUR, DAY)) if chance.random() < 1 / 3 else inf
    return Seeker(user, dict.fromkeys(kinds, rating), reliability, 0, bots_after)


def _at(person: Seeker, waited: float) -> Seeker:
    """A person after a time of waiting, of which only the first hour counts for live tables, as on the site."""
    wants = {kind: rating for kind, rating in person.wants.items() if not kind.live or waited < HOUR}
    return replace(person, wants=wants, waited=waited)


def _gap(group: Group, people: Sequence[Seeker]) -> int:
    ratings = [person.wants[group.kind] for person in people]
    return max(ratings) - min(ratings)
