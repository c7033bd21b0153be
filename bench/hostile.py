"""How long requests take that bring a file made to cost much, look at what came of it, or look at a long match."""

import json
import re
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing

import httpx

from bench.figures import Figure
from bench.hostile_files import hostile_files
from tests.support.site import embedded

BAR_MS = 1000
FILES_A_GUEST = 3
"""One guest may send 20 an hour, and some are sent more than once in both ways."""
TRIES = 60
LATE = 503
WRITTEN = "from bench.long_match import write_long_match; print(write_long_match())"
OWN = [
    "/table/{number}/",
    *(f"/table/{{number}}/{page}" for page in ("step/1001/", "log/", "check/", "card.png", "step/1001.svg")),
    *(f"/table/{{number}}/{file}" for file in ("view.json", "view.ppn", "match.json")),
    *(f"/api/v1/matches/{{number}}/export?form={form}" for form in ("view", "ppn", "record")),
]
"""What a visitor may ask of a match that has ended."""
PLAY_ON = {"/table/{number}/step/500/play-on/": 200, "/table/{number}/step/2800/play-on/": 400}
"""Where a user asks to play on, and the status of the answer: by the later step, the match is too long for that."""
ENDED = (
    httpx.codes.FOUND,
    httpx.codes.CREATED,
    httpx.codes.BAD_REQUEST,
    httpx.codes.REQUEST_ENTITY_TOO_LARGE,
)


def figures(seconds: float) -> Iterator[Figure]:
    """Send each file to a new site, and look at all replays and a long match; `seconds` changes nothing."""
    yield from figures_of(hostile_files())
    yield from own_figures()


def figures_of(files: Iterable[tuple[str, bytes]]) -> Iterator[Figure]:
    """Send these files, each as a page does and as a program does, and look at all replays."""
    found: dict[str, list[float]] = {"import": [0.0], "view": [0.0], "api_import": [0.0], "api_view": [0.0]}
    with embedded(TRUSTED_PROXIES="1") as site, ExitStack() as opened:
        for number, (name, data) in enumerate(files):
            if number % FILES_A_GUEST == 0:
                client = _guest(site.url, f"192.0.2.{number}")
                opened.callback(client.close)
            sent, page = _bring(client, data)
            called, path = _bring_to_api(client, data + b" ")
            times = {"import": sent, "api_import": called}
            times |= {"view": [*_looks(client, page)]} if page else {}
            times |= {"api_view": [*_asks(client, path)]} if path else {}
            for kind, taken in times.items():
                found[kind] += taken
            worst = {f"{kind}_ms": _ms(taken) for kind, taken in times.items()}
            print(json.dumps({"file": name, "bytes": len(data)} | worst), flush=True)
    for kind, taken in found.items():
        yield Figure(f"hostile.{kind}_ms_max", _ms(taken), "ms", most=BAR_MS)


def own_figures() -> Iterator[Figure]:
    """Look at a long match that was played on a new site, in every way that a visitor has."""
    worst = 0
    with embedded(TRUSTED_PROXIES="1") as site, closing(_guest(site.url, "192.0.2.1")) as client:
        number = site.manage("shell", "--no-imports", "-c", WRITTEN).split()[-1]
        for path, status in (dict.fromkeys(OWN, 200) | PLAY_ON).items():
            taken = _asked(client, path.format(number=number), status)
            print(json.dumps({"page": path, "requests": len(taken), "ms": _ms(taken)}), flush=True)
            worst = max(worst, _ms(taken))
    yield Figure("hostile.own_ms_max", worst, "ms", most=BAR_MS)


def _asked(client: httpx.Client, path: str, status: int) -> list[float]:
    """Ask for a page until it is there; return the seconds of each request."""
    sent = []
    for _ in range(TRIES):
        seconds, reply = _timed(lambda: client.get(path))
        sent.append(seconds)
        if reply.status_code != LATE:
            assert reply.status_code == status, f"{path}: {reply.status_code}"
            return sent
        time.sleep(1)
    raise AssertionError(f"{path} is not there.")


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
    sent, reply = _until_checked(lambda: client.post("/replays/", files={"file": ("match.json", data)}))
    return sent, reply.headers.get("Location", "")


def _bring_to_api(client: httpx.Client, data: bytes) -> tuple[list[float], str]:
    """Send a file as a program does; return the same with the replay's address there."""
    body, kind = b'{"record":' + data + b"}", {"Content-Type": "application/json"}
    sent, reply = _until_checked(lambda: client.post("/api/v1/replays", content=body, headers=kind))
    token = reply.json().get("token", "")
    return sent, token and f"/api/v1/replays/{token}"


def _until_checked(send: Callable[[], httpx.Response]) -> tuple[list[float], httpx.Response]:
    """Send the same until it is checked; return the seconds of each request, and the last reply."""
    sent = []
    for _ in range(TRIES):
        seconds, reply = _timed(send)
        sent.append(seconds)
        if reply.status_code != LATE:
            assert reply.status_code in ENDED, reply.status_code
            return sent, reply
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


def _asks(client: httpx.Client, address: str) -> Iterator[float]:
    """Ask for positions of a replay as a program does; yield the seconds of each."""
    last = client.get(address).json()["step"]
    for query in (f"step={step}&seat=1" for step in {0, last // 3, last // 2, last}):
        seconds, reply = _timed(lambda query=query: client.get(f"{address}?{query}"))  # type: ignore[misc]
        assert reply.status_code == httpx.codes.OK, reply.text
        yield seconds


def _timed(request: Callable[[], httpx.Response]) -> tuple[float, httpx.Response]:
    begun = time.perf_counter()
    reply = request()
    return time.perf_counter() - begun, reply
