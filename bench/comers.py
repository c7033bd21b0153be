"""The people of a day of quick tables, and the day itself: time jumps from one look at the pool to the next.

People come over the day, most in the evening. Their ratings spread like those of a settled site, some miss turns, and a
few have blocked each other. A third allow bots after a while. Nobody gives up before the end; those who ask for a live
table stay for an hour. As many others come on the next day, so that those of the first day, who alone are counted, are
not left over because nobody else comes.
"""

import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import timedelta
from functools import partial
from itertools import combinations
from typing import Any, NamedTuple

from accounts.identity.blocks import block_user
from accounts.models import User
from bench.pool import WHY, Outcome, Pair
from games.registry import GAMES
from ladders.methods.ratings import MU, POINTS
from ladders.models import Pool, Rating
from matches.clocks.time_controls import usual_paces
from matches.log.seeds import new_root, seed_columns
from matches.models import Attendance, Match, Seat
from matches.policy import DAY
from meeting.criteria import MOST_SEATS, Criteria, bots_offered, is_live, kinds_that_fit, usual_criteria
from meeting.methods.seating import NEWCOMER
from meeting.services.pool import ask_table
from meeting.services.seating import sweep
from tests.accounts.times import NOW

MINUTE, HOUR = 60, 3600
TICK = 5 * MINUTE
DAYS = 2
LENGTH = DAYS * DAY
LARGE = 4
BLOCKERS = 0.1
"""How many block somebody."""
LIVE_SHARE = 0.1
"""Of those who choose, one in ten asks for a live table and nothing else."""


class Comer(NamedTuple):
    """Someone who comes, at a second of the day, with what they ask for."""

    at: float
    user: User
    criteria: Criteria
    bots_after: int | None


class Day:
    """A day under way."""

    def __init__(self, seed: int, people: int) -> None:
        chance = random.Random(seed)
        users = _people(DAYS * people, chance)
        self.places = {user.pk: place for place, user in enumerate(users)}
        self.apart = self._keep_apart(users, chance)
        comers = [_comer(user, chance, day=place // people) for place, user in enumerate(users)]
        self.coming = sorted(comers, key=lambda comer: comer.at)
        self.comers = {comer.user.pk: comer for comer in comers}
        self.counted = {user.pk for user in users[:people]}
        self.since: dict[int, float] = {}
        """Who waits, and since which second."""
        self.waits, self.gaps = list[float](), list[int]()
        self.met = set[Pair]()
        self.with_bots, self.slowest = 0, 0.0

    def pass_by(self) -> Outcome:
        """Let everybody come, and look at the pool meanwhile."""
        for second in range(0, LENGTH, TICK):
            while self.coming and self.coming[0].at <= second:
                at, user, criteria, bots_after = self.coming.pop(0)
                self.since[user.pk] = at
                self._look(at, partial(ask_table, user=user, criteria=criteria, bots_after=bots_after))
            if self.since:
                self._look(second, sweep)
        left = Counter(map(self._why, self.counted & self.since.keys()))
        return Outcome(self.waits, self.gaps, left, self.with_bots, self.slowest, self.met, self.apart)

    def _look(self, second: float, act: Any) -> None:
        """Do something with the pool at a second of the day, and note who sits down."""
        last = Match.objects.order_by("-pk").values_list("pk", flat=True)[0]
        start = time.perf_counter()
        act(now=NOW + timedelta(seconds=second))
        self.slowest = max(self.slowest, time.perf_counter() - start)
        for match in Match.objects.filter(pk__gt=last):
            self._note(match, second)

    def _note(self, match: Match, second: float) -> None:
        """Note who sits at a new table."""
        # By person, as seats are drawn by lot.
        seated = set(match.seats.values_list("user_id", flat=True))
        users = sorted(seated & self.since.keys())
        waits = {user: (second - self.since.pop(user)) / MINUTE for user in users}
        counted = [user for user in users if user in self.counted]
        self.waits += [waits[user] for user in counted]
        self.met |= self._pairs(users)
        self.with_bots += len(counted) if len(users) < match.players else 0
        if counted and len(users) > 1:
            ratings = _ratings(users, match)
            self.gaps.append(max(ratings) - min(ratings))

    def _why(self, user: int) -> str:
        """Why somebody of the first day has no seat, in a word of `bench.pool.WHY`."""
        comer = self.comers[user]
        kinds = set(kinds_that_fit(comer.criteria))
        barred = [self.comers[other] for other in self.since if self._pairs([user, other]) & self.apart]
        reasons = {
            "live_over": all(kind.live for kind in kinds),
            "bots_later": comer.bots_after is not None and comer.at + MINUTE * comer.bots_after > LENGTH,
            "blocked": any(kinds & set(kinds_that_fit(other.criteria)) for other in barred),
            "large_tables": min(kind.players for kind in kinds) >= LARGE,
            "few_choices": len({(kind.game, kind.pace) for kind in kinds}) == 1,
            "otherwise": True,
        }
        return next(why for why in WHY if reasons[why])

    def _pairs(self, users: Sequence[int]) -> set[Pair]:
        return set(combinations(sorted(self.places[user] for user in users), 2))

    def _keep_apart(self, users: Sequence[User], chance: random.Random) -> set[Pair]:
        """Let some block somebody."""
        pairs = [chance.sample(users, 2) for _ in range(round(BLOCKERS * len(users)))]
        for by, other in pairs:
            block_user(user=by, other=other, now=NOW)
        return {pair for by, other in pairs for pair in self._pairs([by.pk, other.pk])}


def _ratings(users: Sequence[int], match: Match) -> list[int]:
    """The ratings of these people where the match would count."""
    speed = Pool.Speed.DAYS if match.turn_seconds >= DAY or match.increment_seconds else Pool.Speed.LIVE
    rows = Rating.objects.filter(user__in=users, pool__game=match.game, pool__speed=speed)
    found = {row.user_id: row.number for row in rows}
    return [found.get(user, NEWCOMER) for user in users]


def _people(count: int, chance: random.Random) -> list[User]:
    """People with a settled rating or none, and with turns behind them or none."""
    users = User.objects.bulk_create(User(username=f"comer-{number}") for number in range(count))
    pools = Pool.objects.bulk_create(Pool(game=slug, speed=speed) for slug in GAMES for speed in Pool.Speed)
    past = Match.objects.create(
        game=next(iter(GAMES)),
        rules_version=1,
        players=count,
        turn_seconds=DAY,
        status=Match.Status.FINISHED,
        **seed_columns(new_root()),
        created_at=NOW,
    )
    seats = Seat.objects.bulk_create(Seat(match=past, number=number, user=user) for number, user in enumerate(users))
    ratings, turns = list[Rating](), list[Attendance]()
    for user, seat in zip(users, seats, strict=True):
        mu = MU + chance.gauss(0, 150) / POINTS
        ratings += _some(chance, (Rating(pool=pool, user=user, mu=mu, sigma=1, matches=30) for pool in pools))
        missed = min(100, round(chance.expovariate(1 / 5)))
        turns += _some(
            chance, [Attendance(match=seat.match, seat=seat, user=user, day=NOW, answered=100 - missed, missed=missed)]
        )
    Rating.objects.bulk_create(ratings)
    Attendance.objects.bulk_create(turns)
    return users


def _some(chance: random.Random, rows: Any) -> Iterator[Any]:
    """These rows for seven in ten people; the others are new."""
    yield from rows if chance.random() < 0.7 else ()


def _comer(user: User, chance: random.Random, *, day: int) -> Comer:
    """When a person comes on a day, and for what. A third press the button alone, which asks for anything over days."""
    criteria = usual_criteria() if chance.random() < 1 / 3 else _choice(chance)
    bots_after = chance.choice(bots_offered(criteria)) if chance.random() < 1 / 3 else None
    return Comer(day * DAY + _comes_at(chance), user, criteria, bots_after)


def _choice(chance: random.Random) -> Criteria:
    """Some games, paces and seats. The form refuses what no table suits, so these people then take any seats."""
    usual, live = usual_criteria(), [pace for pace in usual_paces() if is_live(pace)]
    games = chance.sample(usual.games, chance.randint(1, 3))
    paces = live if chance.random() < LIVE_SHARE else chance.sample(usual.paces, chance.randint(1, 2))
    sizes = chance.sample(range(2, MOST_SEATS + 1), chance.randint(1, 3))
    chosen = Criteria(tuple(games), tuple(paces), tuple(sizes))
    return chosen if kinds_that_fit(chosen) else Criteria(chosen.games, chosen.paces, usual.sizes)


def _comes_at(chance: random.Random) -> float:
    """A moment of the day: two in three come around eight in the evening."""
    if chance.random() < 1 / 3:
        return chance.uniform(0, DAY)
    return min(max(chance.gauss(20, 2), 0), 23.9) * HOUR
