"""How many answers per second a server with two web processes, PostgreSQL and Redis takes, and how it bears a storm."""

import asyncio
import time
from collections.abc import Iterator

import psycopg

from bench import storm
from bench.figures import Figure
from bench.http import Connection
from bench.visitors import People, Round, make_tables, open_rounds, post_answer
from tests.support import postgres, redis
from tests.support.site import ServerSite, eventually, server

TABLES = 120
WAVES = 3
AT_ONCE = 16


def figures(seconds: float) -> Iterator[Figure]:
    """Send the answers of many tables at once, in waves, while the worker resolves the rounds."""
    with (
        postgres.started() as database,
        redis.started() as queue,
        server(database, queue.url, webs=2, workers=1) as site,
    ):
        accepted, sending, resolving = _measure(site, site.database_url)
    yield Figure("server.answers_per_s", round(accepted / sending), "1/s")
    yield Figure("server.answers_resolved_per_s", round(accepted / resolving), "1/s")
    with (
        postgres.started() as database,
        redis.started() as queue,
        server(database, queue.url, webs=2, workers=0) as site,
    ):
        yield from storm.figures(site)


def _measure(site: ServerSite, database_url: str) -> tuple[int, float, float]:
    """Return the answers accepted, the seconds to send them, and the seconds until their rounds were resolved too."""
    people = make_tables(site, people=45, tables=TABLES)
    accepted, sending, resolving = 0, 0.0, 0.0
    for _ in range(WAVES):
        rounds = open_rounds(site)
        begun = time.perf_counter()
        accepted += asyncio.run(_send(site.urls, people, rounds))
        sending += time.perf_counter() - begun
        wanted = sum(at.step for at in rounds) + len(rounds)
        eventually(lambda wanted=wanted: _steps(database_url) >= wanted, 60)  # type: ignore[misc]
        resolving += time.perf_counter() - begun
    return accepted, sending, resolving


def _steps(database_url: str) -> int:
    """Return the number of steps of all matches, including set-ups."""
    with psycopg.connect(database_url) as connection:
        row = connection.execute("SELECT count(*) FROM matches_step").fetchone()
    return int(row[0]) if row else 0


async def _send(urls: list[str], people: People, rounds: list[Round]) -> int:
    """Post every answer of every round over a few connections. Raises `AssertionError` unless all are accepted."""
    answers = [(at, seat) for at in rounds for seat in at.answers]
    shares = [answers[number::AT_ONCE] for number in range(AT_ONCE)]
    sent = [_send_share(urls[number % len(urls)], people, share) for number, share in enumerate(shares)]
    accepted = sum(await asyncio.gather(*sent))
    assert accepted == len(answers), f"{len(answers) - accepted} of {len(answers)} answers were not accepted"
    return accepted


async def _send_share(url: str, people: People, answers: list[tuple[Round, int]]) -> int:
    async with Connection(url) as line:
        return sum([await post_answer(line, people, at, seat) for at, seat in answers])
