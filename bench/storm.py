"""A storm: many rounds that are complete at the same time, and how long other tables wait while it drains.

The answers are given while no worker runs, and the queued tasks are lost, as after Redis was emptied.
"""

import asyncio
import os
import time
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import psycopg
from redis import Redis

from bench.figures import Figure
from bench.http import Connection
from bench.processor import cpu_seconds, with_children
from bench.visitors import People, Round, make_tables, open_rounds, post_answer
from foundation.queue import QUEUES
from tests.support import postgres, redis
from tests.support.site import ServerSite, server

STORM = int(os.environ.get("STORM", "2000"))
OTHERS = 100
"""The most tables outside the storm, and no more than in it: one after the other is answered until it is over."""
PEOPLE = 45
WEBS = 2
WORKERS = "worker-0", "rounds"
MOST_SECONDS = 900
LEAST_RATE = 400
"""The rounds a second that a storm must be drained at on two cores."""
MOST_MS_CPU = 2
"""The milliseconds of CPU that the workers may take for a round of a storm."""
MOST_WAIT = 1
"""The seconds that a round at another table may take meanwhile."""
ANSWER_ALL = """
import msgspec
from django.utils import timezone
from matches.log.states import game_of, state_of
from matches.models import Match, Seat
from matches.play.answers import submit_answer
now = timezone.now()
for match in Match.objects.filter(status="running", pk__gt=LAST).order_by("pk"):
    game, state = game_of(match), state_of(match)
    users = dict(Seat.objects.filter(match=match).values_list("number", "user_id"))
    for seat in game.current_players(state):
        action = msgspec.to_builtins(game.default_action(state, seat))
        submit_answer(match_id=match.pk, user_id=users[seat], step=match.next_step, actions=[action], now=now)
"""


class Drained(NamedTuple):
    """How a storm was drained."""

    seconds: float
    waits: Sequence[float]
    """How long each round outside the storm took after its last answer, in seconds."""
    worked: float
    """The seconds of CPU that the workers took since the first round."""


def figures(_seconds: float) -> Iterator[Figure]:
    """Measure a storm on a server whose workers do not run yet."""
    with (
        postgres.started(durable=True) as database,
        redis.started() as queue,
        server(database, queue.url, webs=WEBS, workers=0) as site,
    ):
        drained = drain_storm(site, STORM)
    yield from figures_of(drained, STORM)


def figures_of(drained: Drained, rounds: int) -> Iterator[Figure]:
    """Return the figures of a storm of so many rounds."""
    yield Figure("server.rounds_resolved_per_s", round(rounds / drained.seconds), "1/s", least=LEAST_RATE)
    worked = round(1000 * drained.worked / rounds, 1)
    yield Figure("server.worker_ms_cpu_per_storm_round", worked, "ms", most=MOST_MS_CPU)
    yield Figure("server.other_table_waits_s_max", round(max(drained.waits), 2), "s", most=MOST_WAIT)


def drain_storm(site: ServerSite, rounds: int) -> Drained:
    """Let a storm of so many rounds drain while people play at other tables."""
    outside = min(OTHERS, rounds)
    people = make_tables(site, people=PEOPLE, tables=rounds + outside)
    others = sorted(open_rounds(site, min(people.tables)), key=lambda at: at.table)[:outside]
    site.manage("shell", "-v0", "-c", f"LAST = {others[-1].table}\n{ANSWER_ALL}")
    with Redis.from_url(site.redis_url) as line:
        line.delete(*QUEUES)
    for name in WORKERS:
        site.start_one(name)
    return asyncio.run(_play_meanwhile(site, people, others, rounds))


async def _play_meanwhile(site: ServerSite, people: People, others: Sequence[Round], rounds: int) -> Drained:
    """Answer at one table after the other until the storm is over.

    Raises `AssertionError` if it takes too long, an answer is refused or a round was resolved twice.
    """
    waits: list[float] = []
    last = others[-1].table

    with psycopg.connect(site.database_url, autocommit=True) as database:
        async with Connection(site.url) as line:
            begun, before = await until(lambda: resolved(database, last)), worker_seconds(site)
            for at in others:
                for seat in at.answers:
                    assert await post_answer(line, people, at, seat), f"an answer at table {at.table} was refused"
                answered = time.perf_counter()
                waits.append(await until(lambda at=at: _moved(database, at)) - answered)
                if resolved(database, last) >= rounds:
                    break
            ended, after = await until(lambda: resolved(database, last) >= rounds), worker_seconds(site)
        assert resolved(database, last) == rounds, "a round was resolved twice"
    return Drained(ended - begun, waits, after - before)


async def until(check: Any) -> float:
    """Wait until a check gives something true, and return when that was."""
    give_up = time.perf_counter() + MOST_SECONDS
    while not check():
        assert time.perf_counter() < give_up, f"the storm was not over after {MOST_SECONDS} s"
        await asyncio.sleep(0.01)
    return time.perf_counter()


def resolved(database: "psycopg.Connection[Any]", last: int) -> int:
    """Return the number of rounds resolved at tables after a number."""
    row = database.execute(
        "SELECT count(*) FROM matches_step WHERE kind = 'round' AND match_id > %s", [last]
    ).fetchone()
    return int(row[0]) if row else 0


def worker_seconds(site: ServerSite) -> float:
    """Return the seconds of CPU that the workers have taken."""
    return cpu_seconds(pid for name in WORKERS for pid in with_children(site.services[name].pid))


def _moved(database: "psycopg.Connection[Any]", at: Round) -> bool:
    return bool(
        database.execute("SELECT 1 FROM matches_match WHERE id = %s AND step >= %s", [at.table, at.step]).fetchone()
    )
