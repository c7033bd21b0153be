"""How many answers per second a server with two web processes, PostgreSQL and Redis takes."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack
from functools import partial
from typing import NamedTuple

import psycopg

from bench.figures import Figure
from bench.http import Connection
from bench.plain.serve import plain_site
from bench.processor import cpu_of_each, cpu_seconds, since, with_children
from bench.sockets import Lines
from bench.visitors import People, Round, make_tables, open_rounds, post_answer
from tests.support import postgres, redis
from tests.support.site import ServerSite, eventually, server

TABLES = 120
WAVES = 8
AT_ONCE = 16
WEBS = 2
LEAST_ANSWERS = 200
"""The answers a second that a server of two cores must take by form."""
LEAST_OVER_PLAIN = 0.8
"""How fast an answer must be beside a view of Django that only writes a row."""
LONE = 30
"""Rounds that are complete while no other is."""
MOST_MS_LONE = 5
"""The most CPU of the worker for one of these, without what it takes meanwhile for sweeps and the like."""
IDLE_SECONDS = 10
"""How long the worker is watched while nobody answers: twice as long as the sweeps are apart."""


class Measured(NamedTuple):
    """What some waves of answers took."""

    accepted: float = 0.0
    sending: float = 0.0
    resolving: float = 0.0
    """The seconds until the rounds were resolved too."""
    processor: float = 0.0
    """The seconds of CPU in the web processes."""
    worker: float = 0.0
    """The seconds of CPU in the workers, until the rounds were resolved."""
    stores: float = 0.0
    """The seconds of CPU in PostgreSQL and Redis, until the rounds were resolved."""

    def plus(self, wave: "Measured") -> "Measured":
        """Return both together."""
        return Measured(*map(sum, zip(self, wave, strict=True)))


class Run(NamedTuple):
    """Waves over HTTP, those of the yardstick between them, waves by socket, and rounds one after the other."""

    http: Measured = Measured()
    plain: Measured = Measured()
    socket: Measured = Measured()
    lone: Measured = Measured()
    idle: float = 0.0
    """The share of a core that the worker takes while nobody answers."""


def figures(seconds: float) -> Iterator[Figure]:
    """Send the answers of many tables at once, in waves, while the worker resolves the rounds."""
    with (
        postgres.started(durable=True) as database,
        redis.started() as queue,
        server(database, queue.url, webs=WEBS, workers=1) as site,
        plain_site(site, WEBS) as plain_urls,
    ):
        stores = (database.service.pid, queue.service.pid)
        found = asyncio.run(_measure(site, plain_urls, stores))
    yield from figures_of(found)


def figures_of(found: Run) -> Iterator[Figure]:
    """Return the figures of all waves."""
    http, plain, socket, lone, idle = found
    yield Figure("server.answers_per_s", round(http.accepted / http.sending), "1/s", least=LEAST_ANSWERS)
    over = round(plain.sending / http.sending, 2)
    yield Figure("server.answers_over_plain_view", over, "times", least=LEAST_OVER_PLAIN)
    yield Figure("server.answers_resolved_per_s", round(http.accepted / http.resolving), "1/s")
    yield Figure("server.web_ms_cpu_per_answer", round(1000 * http.processor / http.accepted, 1), "ms")
    yield Figure("server.worker_ms_cpu_per_answer", round(1000 * http.worker / http.accepted, 1), "ms")
    worked = round(1000 * (lone.worker - idle * lone.resolving) / LONE, 1)
    yield Figure("server.worker_ms_cpu_per_lone_round", worked, "ms", most=MOST_MS_LONE)
    yield Figure("server.worker_ms_cpu_idle_per_s", round(1000 * idle, 1), "ms")
    yield Figure("server.stores_ms_cpu_per_answer", round(1000 * http.stores / http.accepted, 1), "ms")
    yield Figure("server.socket_answers_per_s", round(socket.accepted / socket.sending), "1/s")
    yield Figure("server.socket_ms_cpu_per_answer", round(1000 * socket.processor / socket.accepted, 1), "ms")


async def _measure(site: ServerSite, plain_urls: list[str], stores: Sequence[int]) -> Run:
    people = make_tables(site, people=45, tables=TABLES)
    found = Run()
    async with AsyncExitStack() as stack:
        lines = Lines(site.urls, people)
        await lines.open(stack)
        for _ in range(WAVES):
            rounds = await asyncio.to_thread(open_rounds, site)
            http = await wave(site, rounds, partial(send_by_forms, site.urls, people, rounds), stores)
            plain = await wave(site, rounds, partial(send_by_forms, plain_urls, people, rounds))
            rounds = await asyncio.to_thread(open_rounds, site)
            socket = await wave(site, rounds, partial(send_by_sockets, lines, rounds))
            found = Run(found.http.plus(http), found.plain.plus(plain), found.socket.plus(socket))
        rounds = await asyncio.to_thread(open_rounds, site)
        for at in rounds[:LONE]:
            lone = await wave(site, [at], partial(send_by_forms, site.urls, people, [at]))
            found = found._replace(lone=found.lone.plus(lone))
    workers = _with_children(site, "worker")
    used = cpu_seconds(workers)
    await asyncio.sleep(IDLE_SECONDS)
    return found._replace(idle=(cpu_seconds(workers) - used) / IDLE_SECONDS)


async def wave(
    site: ServerSite, rounds: list[Round], send: Callable[[], Awaitable[int]], stores: Sequence[int] = ()
) -> Measured:
    """Send all answers of these rounds, and wait until the rounds are resolved; `stores` are PostgreSQL and Redis."""
    webs, workers = _pids(site, "web"), _with_children(site, "worker")
    stored, worked = cpu_of_each(stores), cpu_seconds(workers)
    begun, used = time.perf_counter(), cpu_seconds(webs)
    accepted = await send()
    sent, processor = time.perf_counter() - begun, cpu_seconds(webs) - used
    wanted = sum(at.step for at in rounds) + len(rounds)
    tables = [at.table for at in rounds]
    await asyncio.to_thread(eventually, lambda: _steps(site.database_url, tables) >= wanted, 60)
    resolved = time.perf_counter() - begun
    worker, store = cpu_seconds(workers) - worked, since(stored, cpu_of_each(stores))
    return Measured(accepted, sent, resolved, processor, worker, store)


def _pids(site: ServerSite, kind: str) -> list[int]:
    return [service.pid for name, service in site.services.items() if name.startswith(f"{kind}-")]


def _with_children(site: ServerSite, kind: str) -> list[int]:
    return [pid for program in _pids(site, kind) for pid in with_children(program)]


def _steps(database_url: str, tables: list[int]) -> int:
    """Return the number of steps of these matches, including set-ups."""
    with psycopg.connect(database_url) as connection:
        row = connection.execute("SELECT count(*) FROM matches_step WHERE match_id = ANY(%s)", [tables]).fetchone()
    return int(row[0]) if row else 0


async def send_by_sockets(lines: Lines, rounds: list[Round], at_once: int = AT_ONCE) -> int:
    """Send every answer of every round. Raises `AssertionError` unless all are accepted."""
    answers = [(at, seat) for at in rounds for seat in at.answers]
    accepted = await lines.send(answers, at_once)
    assert accepted == len(answers), f"{len(answers) - accepted} of {len(answers)} answers were not accepted"
    return accepted


async def send_by_forms(urls: list[str], people: People, rounds: list[Round]) -> int:
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
