"""What an answer, a round, a storm and an open socket take on a site that is there already."""

import asyncio
import resource
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from functools import partial
from typing import NamedTuple

from websockets.asyncio.client import connect
from websockets.typing import Origin

from bench.processor import cpu_of_each, cpu_seconds, memory_kb, since, with_children
from bench.scale.sizes import Sizes
from bench.server import send_by_forms, wave
from bench.storm import drain_storm
from bench.visitors import People, make_tables, open_rounds
from tests.support.processes import private_directory
from tests.support.site import ServerSite, static_files

PEOPLE, WAVES, SEATS = 45, 3, 3
MANY_SOCKETS = {"SOCKETS_PER_USER": "100000", "SOCKETS_PER_ADDRESS": "100000"}
AT_ONCE = 50
"""Sockets that are opened at the same time."""


class Load(NamedTuple):
    """What was measured."""

    storm_rounds_per_s: float
    web_ms_per_answer: float
    worker_ms_per_round: float
    stores_ms_per_answer: float
    """The CPU of PostgreSQL and Redis, with what the rounds take there."""
    kb_per_socket: float


@contextmanager
def running(
    database_url: str, redis_url: str, keys: dict[str, str], *, workers: int, webs: int = 1
) -> Iterator[ServerSite]:
    """Run servers on a database that is there, with its keys."""
    with private_directory() as directory:
        site = ServerSite(directory, database_url, redis_url, webs=webs, workers=workers, extra=keys | MANY_SOCKETS)
        site.static.symlink_to(static_files())
        try:
            site.start()
            yield site
        finally:
            site.kill()


def load_of(database_url: str, redis_url: str, keys: dict[str, str], sizes: Sizes, stores: Sequence[int]) -> Load:
    """Measure a site. It keeps the tables that are made for that; `stores` are PostgreSQL and Redis."""
    _allow_many_files()
    with running(database_url, redis_url, keys, workers=1) as site:
        people = make_tables(site, people=PEOPLE, tables=sizes.tables)
        web, worker, store = asyncio.run(_answer(site, people, stores))
        held = asyncio.run(_hold_sockets(site, people, sizes.sockets))
    with running(database_url, redis_url, keys, workers=0) as site:
        storm = sizes.storm / drain_storm(site, sizes.storm).seconds
    return Load(storm, web, worker, store, held)


async def _answer(site: ServerSite, people: People, stores: Sequence[int]) -> tuple[float, float, float]:
    """Return milliseconds of CPU: of an answer in the web process, a round in the worker, an answer in the stores."""
    accepted = rounds = 0
    web = worker = store = 0.0
    for _ in range(WAVES):
        asked = await asyncio.to_thread(open_rounds, site, min(people.tables))
        pids = with_children(site.services["worker-0"].pid)
        before, stored = cpu_seconds(pids), cpu_of_each(stores)
        done = await wave(site, asked, partial(send_by_forms, site.urls, people, asked))
        worker += cpu_seconds(pids) - before
        store += since(stored, cpu_of_each(stores))
        web += done.processor
        accepted += round(done.accepted)
        rounds += len(asked)
    return 1000 * web / accepted, 1000 * worker / rounds, 1000 * store / accepted


async def _hold_sockets(site: ServerSite, people: People, sockets: int) -> float:
    """Open sockets of players at their tables; return the kB that each takes in the web process."""
    web = site.services["web-0"].pid
    tables = list(people.tables)
    places = asyncio.Semaphore(AT_ONCE)
    async with AsyncExitStack() as stack:
        # The first sockets also load what all of them use.
        first = [_open(stack, places, site, people, tables[n % len(tables)], n % SEATS) for n in range(SEATS)]
        await asyncio.gather(*first)
        before = memory_kb(web)
        some = [_open(stack, places, site, people, tables[n % len(tables)], n % SEATS) for n in range(sockets)]
        await asyncio.gather(*some)
        return (memory_kb(web) - before) / sockets


async def _open(
    stack: AsyncExitStack, places: asyncio.Semaphore, site: ServerSite, people: People, table: int, seat: int
) -> None:
    cookies = "; ".join(f"{name}={value}" for name, value in people.cookies(table, seat).items())
    address = f"{site.url.replace('http', 'ws', 1)}/ws/table/{table}/"
    async with places:
        line = connect(address, additional_headers={"Cookie": cookies}, origin=Origin(site.url), proxy=None)
        await stack.enter_async_context(line)


def _allow_many_files() -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
