"""How long a request takes that brings a file made to cost much, and one that looks at what came of it."""

import json
import re
import time
from collections.abc import Callable, Iterator

import httpx

from bench.figures import Figure
from bench.hostile_files import hostile_files
from tests.support.site import embedded

BAR_MS = 1000
FILES_A_GUEST = 8
"""One guest may send 20 an hour, and some are sent more than once."""
TRIES = 60
LATE = 503


def figures(seconds: float) -> Iterator[Figure]:
    """Send each file to a new site, and look at all replays; `seconds` changes nothing."""
    importing, viewing = [0.0], [0.0]
    with embedded(TRUSTED_PROXIES="1") as site:
        for number, (name, data) in enumerate(hostile_files()):
            if number % FILES_A_GUEST == 0:
                client = _guest(site.url, f"192.0.2.{number}")
            sent, page = _bring(client, data)
            importing += sent
            seen = [*_looks(client, page)] if page else []
            viewing += seen
            worst = {"import_ms": _ms(sent)} | ({"view_ms": _ms(seen)} if seen else {})
            print(json.dumps({"file": name, "bytes": len(data)} | worst), flush=True)
    yield Figure("hostile.import_ms_max", _ms(importing), "ms", most=BAR_MS)
    yield Figure("hostile.view_ms_max", _ms(viewing), "ms", most=BAR_MS)


def _ms(seconds: list[float]) -> int:
    return round(max(seconds) * 1000)


def _guest(url: str, address: str) -> httpx.Client:
    """Begin as a guest from an address of their own, as each may send only a few files."""
    client = httpx.Client(base_url=url, headers={"X-Forwarded-For": address}, timeout=120)
    client.get("/accounts/login/")
    client.headers["X-CSRFToken"] = client.cookies["csrftoken"]
    assert client.post("/people/guest/").status_code == httpx.codes.FOUND
    # A log-in changes the token.
    client.headers["X-CSRFToken"] = client.cookies["csrftoken"]
    return client


def _bring(client: httpx.Client, data: bytes) -> tuple[list[float], str]:
    """Send a file until its check is done; return the seconds of each request and the page of the replay, if any."""
    sent = []
    for _ in range(TRIES):
        seconds, reply = _timed(lambda: client.post("/replays/", files={"file": ("match.json", data)}))
        sent.append(seconds)
        if reply.status_code != LATE:
            assert reply.status_code in (httpx.codes.FOUND, httpx.codes.BAD_REQUEST), reply.status_code
            return sent, reply.headers.get("Location", "")
        time.sleep(1)
    raise AssertionError("The check of a file does not end.")


def _looks(client: httpx.Client, page: str) -> Iterator[float]:
    """Look at positions of a replay, as a page and as a picture; yield the seconds of each."""
    last = max(map(int, re.findall(r"/step/(\d+)\.svg", client.get(page).text)))
    for step in {0, last // 3, last // 2, last - 1, last}:
        for address in (f"{page}step/{step}/", f"{page}step/{step}/?seat=1", f"{page}step/{step}.svg"):
            seconds, reply = _timed(lambda address=address: client.get(address))  # type: ignore[misc]
            assert reply.status_code == httpx.codes.OK
            yield seconds


def _timed(request: Callable[[], httpx.Response]) -> tuple[float, httpx.Response]:
    begun = time.perf_counter()
    reply = request()
    return time.perf_counter() - begun, reply
