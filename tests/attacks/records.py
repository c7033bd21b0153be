"""Files that cost much, and files that were forged."""

import contextlib
import io
import re
import statistics
import subprocess
import sys
import threading
import time
from http import HTTPStatus
from pathlib import Path
from typing import Any

import httpx
import msgspec

from bench.hostile_files import hostile_files
from engine.log import MatchRecord
from games.verify import main as verified
from tests.attacks.outside import Stranger, Target, attack
from tests.support.forgeries import FORGERIES, forged
from tests.support.players import ACTION, STEP, VALUE
from tests.support.processes import ROOT, plain_environment
from tests.support.site import eventually

FILES = 12
"""`python -m bench hostile` sends all."""
BAR, PAGES = 1.0, 50
"""Seconds that a request may hold a worker, or on a slow machine as long as so many plain pages take."""
MOST_CALLS = 30
FEWEST_FORGERIES = 40
MANY_KEYS = 150_000
ENDED = (HTTPStatus.FOUND, HTTPStatus.BAD_REQUEST)
BUSY = HTTPStatus.SERVICE_UNAVAILABLE


@attack()
def costly_files(target: Target) -> None:
    """Bring files made to cost much, and look whether others wait for them."""
    files, bar = list(hostile_files()), longest_hold(target)
    chosen = [files[number * (len(files) - 1) // (FILES - 1)] for number in range(FILES)]
    chosen += [(name, data) for name, data in files if "fractions" in name]
    own: dict[str, float] = {}
    with _Neighbour(target) as neighbour:
        for name, data in chosen:
            own[name] = _shortest(target, data, bar)
    slowest = max(own, key=lambda name: own[name])
    assert own[slowest] <= bar, f"{slowest} holds its request for {own[slowest]:.2f} s"
    neighbour.assert_served(bar)


def longest_hold(target: Target) -> float:
    """The seconds that a request may take. Ask before the attack: what other work costs is not its fault."""
    visitor = target.stranger()
    pages = [visitor.get("/accounts/login/").elapsed.total_seconds() for _ in range(20)]
    return max(BAR, PAGES * statistics.median(pages)) + max(pages)


def _shortest(target: Target, data: bytes, bar: float) -> float:
    """The longest time that a request for a file takes, or where other work may be to blame, the shortest of three."""
    for tried in range(3):
        # A guest may send 20 an hour, and a long check is asked for several times. A file with a space more is new.
        seconds = _brought(target.guest(), data + b" " * tried)
        if seconds <= bar:
            break
    return seconds


class _Neighbour:
    """A visitor who asks for a page again and again meanwhile."""

    def __init__(self, target: Target) -> None:
        self.visitor, self.waits, self.over = target.stranger(), [0.0], threading.Event()
        self.asking = threading.Thread(target=self._asks)

    def __enter__(self) -> "_Neighbour":
        self.asking.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.over.set()
        self.asking.join()

    def _asks(self) -> None:
        while not self.over.wait(0.2):
            self.waits.append(self.visitor.get("/accounts/login/").elapsed.total_seconds())

    def assert_served(self, bar: float) -> None:
        """Fail if more than one page in a hundred took longer than one costly request may hold a worker."""
        slow = sorted(self.waits)[-1 - len(self.waits) // 100]
        assert len(self.waits) > FILES and slow <= bar, f"Others wait for {slow:.2f} s."


def _brought(thief: Stranger, data: bytes) -> float:
    """Send a file until its check is done; return the longest time that a request took."""
    times = []

    def sent() -> bool:
        reply = thief.send_file(data)
        times.append(reply.elapsed.total_seconds())
        if reply.status_code == HTTPStatus.FOUND:
            times.extend(_looked_at(thief, reply.headers["Location"]))
        assert reply.status_code in (*ENDED, BUSY, HTTPStatus.REQUEST_ENTITY_TOO_LARGE), reply.status_code
        return _is_checked(reply)

    eventually(sent, 75)
    return max(times)


def _is_checked(reply: httpx.Response) -> bool:
    """True if a file was checked; if not, wait a moment as the reply asks."""
    if reply.status_code == BUSY:
        time.sleep(4)
    return reply.status_code != BUSY


def _looked_at(thief: Stranger, page: str) -> list[float]:
    replies = [thief.get(path) for path in (page, f"{page}step/0.svg")]
    assert all(reply.status_code == HTTPStatus.OK for reply in replies)
    return [reply.elapsed.total_seconds() for reply in replies]


@attack()
def long_matches_played_on_from(target: Target) -> None:
    """Bring the longest matches, and play on from near their ends, on pages and by programs, again and again."""
    bar, files, codes = longest_hold(target), dict(hostile_files()), set[int]()
    with _Neighbour(target) as neighbour:
        for name in ("tp5: the longest match", "tp5: many rewinds", "hexes: many rewinds"):
            thief = target.guest()
            page = _page_of(thief, files[name])
            last = max(map(int, re.findall(r"/step/(\d+)\.svg", thief.get(page).text)))
            body = {"seat": "0", "company": "bots", "level": "random", "pace": "86400"}
            for step in (1, 100, last // 2, last - 1):
                path = f"{page}step/{step}/play-on/"
                replies = [thief.get(path), thief.post(path, body)]
                program = msgspec.json.encode({"seat": 0, "step": step})
                replies.append(thief.call(f"/api/v1{page}play-on", program))
                codes |= {reply.status_code for reply in replies}
                slowest = max(reply.elapsed.total_seconds() for reply in replies)
                assert all(reply.status_code < HTTPStatus.INTERNAL_SERVER_ERROR for reply in replies), replies
                assert slowest <= bar, f"{name}, step {step}: {slowest:.2f} s"
    assert {HTTPStatus.FOUND, HTTPStatus.CREATED, HTTPStatus.BAD_REQUEST} <= codes, codes
    assert max(neighbour.waits) <= bar, f"Others wait for {max(neighbour.waits):.2f} s."


def _page_of(thief: Stranger, data: bytes) -> str:
    """Bring a file that is a record, and return the page of its replay."""
    pages: list[str] = []

    def sent() -> bool:
        reply = thief.send_file(data)
        pages.append(reply.headers.get("Location", ""))
        return _is_checked(reply)

    eventually(sent, 75)
    return pages[-1]


@attack()
def keys_without_end(target: Target) -> None:
    """Send the API an object of very many keys, the last of which comes twice, while others ask for pages."""
    bar = longest_hold(target)
    data = "".join(["{", *(f'"{number}":0,' for number in range(MANY_KEYS)), f'"{MANY_KEYS - 1}":0', "}"])
    guest = target.guest()
    guest.client.timeout = 60
    with _Neighbour(target) as neighbour:
        held = []
        for _ in range(3):
            reply = guest.call("/api/v1/replays", data.encode())
            assert reply.status_code == HTTPStatus.BAD_REQUEST and reply.json()["code"] == "key_twice", reply.text
            held.append(reply.elapsed.total_seconds())
        # One of them may have met other work of the machine.
        assert min(held) <= bar, f"It holds its requests for {held} s."
        time.sleep(1)
    assert max(neighbour.waits) <= bar, f"Others wait for {max(neighbour.waits):.2f} s."


@attack()
def numbers_that_are_slow_to_read(target: Target) -> None:
    """Send the API records of numbers that take microseconds each to read, until they are no longer taken."""
    bar, codes, guest = longest_hold(target), list[int](), target.guest()
    guest.client.timeout = 60
    bodies = [b'{"record":' + data + b"}" for name, data in hostile_files() if "fractions" in name]
    with _Neighbour(target) as neighbour:
        while HTTPStatus.TOO_MANY_REQUESTS not in codes and len(codes) < MOST_CALLS:
            reply = guest.call("/api/v1/replays", bodies[len(codes) % len(bodies)])
            codes.append(reply.status_code)
            assert reply.elapsed.total_seconds() <= bar, f"It holds its request for {reply.elapsed}."
        time.sleep(1)
    assert codes[-1] == HTTPStatus.TOO_MANY_REQUESTS and HTTPStatus.BAD_REQUEST in codes, codes
    assert max(neighbour.waits) <= bar, f"Others wait for {max(neighbour.waits):.2f} s."


@attack()
def one_account_in_all_places(target: Target) -> None:
    """Keep all places for checks taken with one account's files, so that nobody else's is checked."""
    name, data = next((name, data) for name, data in hostile_files() if name == "tp5: many rewinds")
    thief, other = target.guest(), target.guest()
    replies: list[httpx.Response] = []
    again = Stranger(target.url, thief.address)
    again.client.cookies = thief.client.cookies
    senders = [
        threading.Thread(target=lambda one=one, number=number: replies.append(one.send_file(data + b" " * number)))
        for number, one in enumerate((thief, again, thief, again))
    ]
    for sender in senders:
        sender.start()
    eventually(lambda: _is_checked(other.send_file(b"{}")), 20)
    for sender in senders:
        sender.join()
    running = [reply for reply in replies if "is not done yet" in reply.text]
    assert len(running) <= 1, f"{name}: one account has {len(running)} places."


@attack()
def forged_records(target: Target) -> None:
    """Change a signed record in more than 40 ways, compute all hashes again, and have it checked."""
    signed, keys = _finished_match(target, "match.json"), _kept(target, "keys.json", _keys(target))
    original = _kept(target, "match.json", signed)
    assert _checked(original, "--key", keys) == 0, "The real record does not pass."
    raw: dict[str, Any] = msgspec.json.decode(signed)
    tried = 0
    for name, change in FORGERIES.items():
        try:
            data = forged(raw, change)
        except (KeyError, IndexError, StopIteration):
            continue  # this match has nothing of that kind
        if _means(data) == _means(signed):
            continue  # this match has it so
        tried += 1
        path = _kept(target, "forged.json", data)
        assert _checked_here(path, keys) if tried % 20 else _checked(path, "--key", keys), f"{name} passes as signed"
    assert tried >= FEWEST_FORGERIES, tried


@attack()
def forged_notations(target: Target) -> None:
    """Change a signed match in Portable Piecepack Notation, line by line, and have it checked."""
    signed, keys = _finished_match(target, "view.ppn"), _kept(target, "keys.json", _keys(target))
    assert _checked(_kept(target, "match.ppn", signed), "--key", keys) == 0, "The real notation does not pass."
    lines = signed.decode().splitlines(keepends=True)
    spots = sorted({number * (len(lines) - 1) // 39 for number in range(40)})
    for number in spots:
        without = "".join(lines[:number] + lines[number + 1 :])
        path = _kept(target, "forged.ppn", without.encode())
        assert _checked_here(path, keys), f"without line {number}: {lines[number]}"
    assert _checked_here(_kept(target, "forged.ppn", signed + b"99. t2S@a1\n"), keys), "A move is added."


def _means(data: bytes) -> object:
    """What a record says, however it is written."""
    try:
        return msgspec.json.decode(data, type=MatchRecord)
    except msgspec.MsgspecError:
        return data


def _checked(*arguments: object) -> int:
    """Run the checker as a program, as a reader does."""
    command = [sys.executable, "-m", "games.verify", *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, env=plain_environment(), capture_output=True, check=False).returncode


def _checked_here(file: Path, keys: Path) -> int:
    """Run the checker without a process of its own, as starting one takes a second."""
    with contextlib.redirect_stdout(io.StringIO()):
        return verified([str(file), "--key", str(keys)])


def _kept(target: Target, name: str, data: bytes) -> Path:
    path = target.place / name
    path.write_bytes(data)
    return path


def _keys(target: Target) -> bytes:
    return target.stranger().get("/.well-known/piecepack-keys.json").content


def _finished_match(target: Target, file: str) -> bytes:
    """Play a match against bots to its end, once, and return one of its files."""
    place = target.place / "finished"
    if not place.exists():
        place.write_text(_play(target.guest()))
    table = place.read_text()
    reply = target.stranger().get(f"{table}{file}")
    assert reply.status_code == HTTPStatus.OK, (table, reply.status_code)
    return reply.content


def _play(guest: Stranger) -> str:
    table = guest.post("/tables/new/bid/bots/").headers["Location"]

    def is_over() -> bool:
        page = guest.get(table).text
        step, choices = STEP.search(page), ACTION.findall(page)
        if step and choices and "envelope-large" not in page:
            value = VALUE.search(choices[0])
            assert value
            action = value[1].replace("&quot;", '"')
            guest.post(f"{table}answer/", {"step": step[1], "action": action})
        return bool(re.search('id="result-title"', page))

    eventually(is_over, 120)
    return table
