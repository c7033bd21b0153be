"""How long the embedded site takes from a round's last answer until every open page is notified."""

import asyncio
import json
import statistics
import time
from collections.abc import Iterator

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from bench.figures import Figure
from bench.http import Connection
from bench.visitors import People, Round, make_tables, open_rounds, post_answer
from tests.support.site import embedded

ROUNDS_A_SECOND = 40
MOST_MS = 15
"""The median from the last answer until every page is notified."""


def figures(seconds: float) -> Iterator[Figure]:
    """Time rounds between three people, each with a page open."""
    with embedded(SWEEP_SECONDS="3600") as site:
        people = make_tables(site, people=9, tables=max(20, round(ROUNDS_A_SECOND * seconds)))
        rounds = [at for at in open_rounds(site) if at.table in people.tables]
        delays = asyncio.run(_time_all(site.url, people, rounds))
    yield from figures_of(delays)


def figures_of(delays: list[float]) -> Iterator[Figure]:
    """Return the figures of rounds that took so many seconds."""
    delays = sorted(delays)
    median = round(1000 * statistics.median(delays), 1)
    yield Figure("embedded.answer_to_socket_ms_median", median, "ms", most=MOST_MS)
    yield Figure("embedded.answer_to_socket_ms_p99", round(1000 * delays[int(0.99 * (len(delays) - 1))], 1), "ms")


async def _time_all(url: str, people: People, rounds: list[Round]) -> list[float]:
    async with Connection(url) as line:
        return [await _time_round(line, url, people, at) for at in rounds]


async def _time_round(line: Connection, url: str, people: People, at: Round) -> float:
    """Return the seconds from sending the last answer until the last socket is notified."""
    sockets = [await _open(url, people, at.table, seat) for seat in range(3)]
    try:
        for seat in (0, 1):
            assert await post_answer(line, people, at, seat)
            await _hear(sockets)
        begun = time.perf_counter()
        accepted = asyncio.create_task(post_answer(line, people, at, 2))
        await _hear(sockets)
        delay = time.perf_counter() - begun
        assert await accepted
    finally:
        for socket in sockets:
            await socket.close()
    return delay


async def _open(url: str, people: People, table: int, seat: int) -> ClientConnection:
    cookies = "; ".join(f"{name}={value}" for name, value in people.cookies(table, seat).items())
    address = f"{url.replace('http', 'ws', 1)}/ws/table/{table}/"
    return await connect(address, additional_headers={"Cookie": cookies}, origin=Origin(url), proxy=None)


async def _hear(sockets: list[ClientConnection]) -> None:
    """Wait until every socket has heard that its table moved."""
    await asyncio.wait_for(asyncio.gather(*map(_hear_one, sockets)), 20)


async def _hear_one(socket: ClientConnection) -> None:
    while json.loads(await socket.recv())["event"] != "table-moved":
        pass
