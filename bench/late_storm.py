"""A storm of deadlines: many matches whose time is up at the same moment, as after a night without a worker.

In each of them one of three people has not answered, and has no excuse left: the default is played for them.
"""

import asyncio
import time
from collections.abc import Iterator

import psycopg

from bench.figures import Figure
from bench.storm import PEOPLE, WORKERS, resolved, until, worker_seconds
from bench.visitors import make_tables
from tests.support import postgres, redis
from tests.support.site import ServerSite, server

LATE = 1000
LEAST_RATE = 400
MOST_MS_CPU = 2
"""The milliseconds of CPU that the workers may take for a deadline and the round that it closes."""
ANSWER_ALL_BUT_ONE = """
import msgspec
from datetime import timedelta
from django.db.models import F
from django.utils import timezone
from matches.log.states import game_of, state_of
from matches.models import Match, Seat
from matches.play.answers import submit_answer
now = timezone.now()
for match in Match.objects.filter(status="running").order_by("pk"):
    game, state = game_of(match), state_of(match)
    users = dict(Seat.objects.filter(match=match).values_list("number", "user_id"))
    for seat in game.current_players(state)[1:]:
        action = msgspec.to_builtins(game.default_action(state, seat))
        submit_answer(match_id=match.pk, user_id=users[seat], step=match.next_step, actions=[action], now=now)
earlier = timedelta(days=2)
Seat.objects.filter(awaited=True).update(
    asked_at=F("asked_at") - earlier, deadline=F("deadline") - earlier, excuses_left=0
)
"""
SWEEP = "from matches.tasks import sweep_matches; sweep_matches.delay()"


def figures(_seconds: float) -> Iterator[Figure]:
    """Measure a storm of deadlines on a server whose workers do not run yet."""
    with (
        postgres.started(durable=True) as database,
        redis.started() as queue,
        server(database, queue.url, webs=1, workers=0) as site,
    ):
        seconds, worked = pass_storm(site, LATE)
    yield Figure("server.deadlines_passed_per_s", round(LATE / seconds), "1/s", least=LEAST_RATE)
    yield Figure("server.worker_ms_cpu_per_storm_deadline", round(1000 * worked / LATE, 1), "ms", most=MOST_MS_CPU)


def pass_storm(site: ServerSite, tables: int) -> tuple[float, float]:
    """Let the deadlines of so many tables pass. Return the seconds that took, and those of CPU of the workers.

    Raises `AssertionError` if it takes too long, or a round was resolved twice.
    """
    make_tables(site, people=PEOPLE, tables=tables)
    site.manage("shell", "-v0", "-c", ANSWER_ALL_BUT_ONE)
    for name in WORKERS:
        site.start_one(name)
    with psycopg.connect(site.database_url, autocommit=True) as database:
        site.manage("shell", "-v0", "-c", SWEEP)
        begun = asyncio.run(until(lambda: resolved(database, 0)))
        before = worker_seconds(site)
        ended = asyncio.run(until(lambda: resolved(database, 0) >= tables))
        worked = worker_seconds(site) - before
        time.sleep(1)
        assert resolved(database, 0) == tables, "a round was resolved twice"
    return ended - begun, worked
