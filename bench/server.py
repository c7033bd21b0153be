"""How many answers per second a server with two web processes, PostgreSQL and Redis takes, and how it bears a storm."""

import asyncio
import time
from collections.abc import Iterator
from typing import NamedTuple

import psycopg

from bench import storm
from bench.figures import Figure
from bench.http import Connection
from bench.plain.serve import plain_site
from bench.processor import cpu_seconds
from bench.visitors import People, Round, make_tables, open_rounds, post_answer
from tests.support import postgres, redis
from tests.support.site import ServerSite, eventually, server

TABLES = 120
WAVES = 3
AT_ONCE = 16
WEBS = 2


class Measured(NamedTuple):
    """What some waves of answers took."""

    accepted: float = 0.0
    sending: float = 0.0
    resolving: float = 0.0
    """The seconds until the rounds were resolved too."""
    processor: float = 0.0
    """The seconds of CPU in the web processes."""
    plainly: float = 0.0
    """The seconds in which the yardstick took as many answers, in waves between these."""


def figures(seconds: float) -> Iterator[Figure]:
    """Send the answers of many tables at once, in waves, while the worker resolves the rounds."""
    with (
        postgres.started() as database,
        redis.started() as queue,
        server(database, queue.url, webs=WEBS, workers=1) as site,
        plain_site(site, WEBS) as plain_urls,
    ):
        found = _measure(site, plain_urls)
    yield Figure("server.answers_per_s", round(found.accepted / found.sending), "1/s")
    yield Figure("server.answers_over_plain_view", round(found.plainly / found.sending, 2), "times")
    yield Figure("server.answers_resolved_per_s", round(found.accepted / found.resolving), "1/s")
    yield Figure("server.web_ms_cpu_per_answer", round(1000 * found.processor / found.accepted, 1), "ms")
    with (
        postgres.started() as database,
        redis.started() as queue,
        server(database, queue.url, webs=WEBS, workers=0) as site,
    ):
        yield from storm.figures(site)


def _measure(site: ServerSite, plain_urls: list[str]) -> Measured:
    people = make_tables(site, people=45, tables=TABLES)
    webs = [service.pid for name, service in site.services.items() if name.startswith("web-")]
    found = Measured()
    for _ in range(WAVES):
        rounds = open_rounds(site)
        begun, used = time.perf_counter(), cpu_seconds(webs)
        accepted = asyncio.run(_send(site.urls, people, rounds))
        sent, processor = time.perf_counter() - begun, cpu_seconds(webs) - used
        wanted = sum(at.step for at in rounds) + len(rounds)
        eventually(lambda wanted=wanted: _steps(site.database_url) >= wanted, 60)  # type: ignore[misc]
        resolved = time.perf_counter() - begun
        begun = time.perf_counter()
        asyncio.run(_send(plain_urls, people, rounds))
        wave = Measured(accepted, sent, resolved, processor, time.perf_counter() - begun)
        found = Measured(*map(sum, zip(found, wave, strict=True)))
    return found


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
