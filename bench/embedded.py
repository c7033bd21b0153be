"""The embedded site: from a round's last answer until every open page is notified, its start, and its front page."""

import asyncio
import json
import re
import statistics
import time
from collections.abc import Iterator
from urllib.parse import urljoin

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from bench.figures import Figure
from bench.http import Connection
from bench.visitors import People, Round, make_tables, open_rounds, post_answer
from tests.support.site import EmbeddedSite, embedded

ROUNDS_A_SECOND = 40
MOST_MS = 15
"""The median from the last answer until every page is notified."""
MOST_SECONDS_TO_START = 3
"""Until a site that was started before gives its first page."""
MOST_KB_OF_FRONT_PAGE = 50
"""The page with its style sheets and scripts, as they are transferred."""
NEEDED = re.compile(r'<(?:link rel="stylesheet" href|script[^>]* src)="([^"]+)"')


def figures(seconds: float) -> Iterator[Figure]:
    """Time rounds between three people, each with a page open."""
    with embedded(SWEEP_SECONDS="3600") as site:
        people = make_tables(site, people=9, tables=max(20, round(ROUNDS_A_SECOND * seconds)))
        rounds = [at for at in open_rounds(site) if at.table in people.tables]
        delays = asyncio.run(_time_all(site.url, people, rounds))
        kilobytes = _bytes_of_front_page(site.url) / 1000
        seconds_to_start = _start_again(site)
    yield from figures_of(delays, seconds_to_start, kilobytes)


def _start_again(site: EmbeddedSite) -> float:
    """Return the seconds that a site takes to its first page if it was started before."""
    site.stop()
    begun = time.perf_counter()
    site.start()
    return time.perf_counter() - begun


def _bytes_of_front_page(url: str) -> int:
    """Return how many bytes a browser fetches for the front page, without fonts and pictures."""
    with httpx.Client(headers={"Accept-Encoding": "br, gzip"}) as client:
        page = client.get(f"{url}/")
        needed = [client.get(urljoin(f"{url}/", path)) for path in NEEDED.findall(page.text)]
    assert len(needed) > 1, page.text[:2000]
    return sum(reply.raise_for_status().num_bytes_downloaded for reply in (page, *needed))


def figures_of(delays: list[float], seconds_to_start: float, kilobytes: float) -> Iterator[Figure]:
    """Return the figures of rounds that took so many seconds, of a second start and of the front page."""
    delays = sorted(delays)
    median = round(1000 * statistics.median(delays), 1)
    yield Figure("embedded.answer_to_socket_ms_median", median, "ms", most=MOST_MS)
    yield Figure("embedded.answer_to_socket_ms_p99", round(1000 * delays[int(0.99 * (len(delays) - 1))], 1), "ms")
    yield Figure("embedded.second_start_s", round(seconds_to_start, 2), "s", most=MOST_SECONDS_TO_START)
    yield Figure("embedded.front_page_kb", round(kilobytes, 1), "kB", most=MOST_KB_OF_FRONT_PAGE)


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
