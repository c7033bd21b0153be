"""Scripted people: each plays at every table that waits for them, and notes what the site has acknowledged."""

import contextlib
import json
import logging
import os
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import chain, repeat
from random import Random
from threading import Event, Thread
from typing import Any
from urllib.parse import urlencode

import httpx
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect

from bench.faults.compare import Noted, Seat
from bench.visitors import CSRF

PAUSE = 0.3
AWAY = (500, 502, 503, 504)
LISTED = 100
PATIENCE = 20.0
"""Seconds that a reply by socket may take."""
CUT = 0.1
"""The share of answers by socket after which the person cuts the line, before the reply."""
PLANNED = 0.3
"""The share of answers by API to which the person adds a conditional move for a later decision."""
LEFT_ALONE = 5
"""One in so many tables is left alone at first, long enough for the mail of a turn to be sent."""
LEFT_SECONDS = (130.0, 240.0)
WAYS = ("api", "form", "stream", "socket", "page")
"""By API, planning ahead too; by form; by API and told by a socket; told and answering by sockets; by a form that goes
through the socket of its page."""

# Sockets end here because their servers are killed: that is no news for the person who waits.
UNHEARD = logging.getLogger("faults")
UNHEARD.setLevel(logging.CRITICAL + 1)


@dataclass
class Person:
    """Somebody who plays in one of the ways."""

    url: str
    name: str
    token: str
    session: str
    way: str
    dice: Random
    seats: dict[int, int]
    """Their seat at each of their matches."""
    known: dict[int, Seat] = field(default_factory=dict)
    """What they have sent and what was acknowledged, by match."""
    trouble: int = 0
    """How often a request failed."""
    cuts: int = 0
    """How often they cut their line before a reply came."""
    plans: int = 0
    """How many conditional moves they have saved."""
    _line: ClientConnection | None = None
    """The socket that they answer by, while it is open."""
    _open: ExitStack = field(default_factory=ExitStack)

    def play(self, over: Event) -> None:
        """Answer wherever this person is asked, until `over`."""
        begun = time.monotonic()
        left = {match: begun + self.dice.uniform(*LEFT_SECONDS) for match in self.seats if match % LEFT_ALONE == 0}
        with httpx.Client(base_url=self.url, timeout=20, trust_env=False) as client:
            for _ in self._news(over):
                for turn in self._get(client, over, "turns").get("turns", []):
                    if not over.is_set() and time.monotonic() > left.get(turn["number"], begun):
                        self._answer(client, over, turn["number"])
        self._hang_up()

    def _news(self, over: Event) -> Iterator[None]:
        """Yield when it is time to look."""
        while not over.is_set():
            yield
            if self.way not in ("stream", "socket"):
                over.wait(PAUSE)
                continue
            with (
                contextlib.suppress(OSError, InvalidHandshake, ConnectionClosed, TimeoutError),
                self._connect("v1/turns", self._bearer) as line,
            ):
                while not over.is_set():
                    with contextlib.suppress(TimeoutError):
                        line.recv(timeout=5)
                    yield
            over.wait(PAUSE)

    def _get(self, client: httpx.Client, over: Event, path: str) -> dict[str, Any]:
        reply = self._ask(client, over, "GET", f"/api/v1/{path}", headers=self._bearer)
        return dict(reply.json()) if reply is not None and reply.is_success else {}

    def _connect(self, name: str, headers: dict[str, str]) -> ClientConnection:
        address = f"{self.url.replace('http', 'ws', 1)}/ws/{name}"
        return connect(address, additional_headers=headers, proxy=None, open_timeout=10, logger=UNHEARD)

    @property
    def _bearer(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    @property
    def _browser(self) -> dict[str, str]:
        cookies = f"sessionid={self.session}; csrftoken={CSRF}; device=browser-{self.name}"
        return {"Cookie": cookies, "Origin": self.url}

    def _ask(self, client: httpx.Client, over: Event, method: str, path: str, **more: Any) -> httpx.Response | None:
        """Ask until there is a reply that says something. Return None if there is none before the end."""
        while not over.is_set():
            try:
                reply = client.request(method, path, **more)
            except httpx.TransportError:
                self.trouble += 1
            else:
                if reply.status_code not in AWAY:
                    return reply
                self.trouble += 1
            over.wait(PAUSE)
        return None

    def _answer(self, client: httpx.Client, over: Event, match: int) -> None:
        legal = self._get(client, over, f"matches/{match}/legal-actions?limit={LISTED}")
        if not legal.get("results"):
            return
        step, action = legal["step"], self.dice.choice(legal["results"])["action"]
        self._of(match).sent.add(step)
        if self.way == "form":
            self._post_form(client, match, step, action)
            return
        if self.way == "page":
            self._send_form(match, step, action)
            return
        # The same key: what was carried out before the line broke is not carried out again.
        key, body = os.urandom(16).hex(), {"step": step, "actions": [action]}
        if self.way == "socket":
            taken = self._send(over, {"id": key, "number": match, "answers": body, "idempotency_key": key})
        else:
            headers = self._bearer | {"Idempotency-Key": key}
            reply = self._ask(client, over, "POST", f"/api/v1/matches/{match}/answers", json=body, headers=headers)
            taken = dict(reply.json()) if reply is not None and reply.is_success else None
            if self.way == "api" and self.dice.random() < PLANNED:
                self._plan(client, over, match)
        if taken:
            self._note(Noted(match, step, action, next(iter(taken["commitments"]), "")))

    def _plan(self, client: httpx.Client, over: Event, match: int) -> None:
        """Plan a later decision by the first pattern of the game. The site may refuse, as the match goes on."""
        path = f"matches/{match}/conditional-moves"
        mine = self._get(client, over, path)
        for name, pattern in list(mine.get("patterns", {}).items())[:1]:
            move = {"step": mine["step"], "kind": pattern["kind"], "preferences": [{"pattern": name, "number": 1}]}
            reply = self._ask(client, over, "POST", f"/api/v1/{path}", json=move, headers=self._bearer)
            self.plans += reply is not None and reply.status_code == httpx.codes.CREATED

    def _of(self, match: int) -> Seat:
        return self.known.setdefault(match, Seat())

    def _note(self, note: Noted) -> None:
        self._of(note.match).notes.append(note)

    def _send(self, over: Event, message: dict[str, Any]) -> dict[str, Any] | None:
        """Send answers by the socket until there is a reply that says something; return its body if they were taken."""
        while not over.is_set():
            try:
                reply = self._reply_to(message)
            except (OSError, InvalidHandshake, ConnectionClosed, TimeoutError):
                self.trouble += 1
                self._hang_up()
            else:
                if reply is not None and reply["status"] not in AWAY:
                    return dict(reply["body"]) if reply["status"] == httpx.codes.CREATED else None
                self.trouble += reply is not None
            over.wait(PAUSE)
        return None

    def _reply_to(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """Send a message and return its reply; at times cut the line before it comes, and return None."""
        self._line = self._line or self._open.enter_context(self._connect("v1/answers", self._bearer))
        self._line.send(json.dumps(message))
        if self.dice.random() < CUT:
            self._hang_up()
            self.cuts += 1
            return None
        return _reply_on(self._line, message["id"])

    def _hang_up(self) -> None:
        self._open.close()
        self._line = None

    def _post_form(self, client: httpx.Client, match: int, step: int, action: Any) -> None:
        """Post once: without a reply nobody knows, so nothing is noted."""
        form = {"step": str(step), "action": json.dumps(action)}
        headers = {"X-CSRFToken": CSRF, **self._browser}
        try:
            reply = client.post(f"/table/{match}/answer/", data=form, headers=headers)
        except httpx.TransportError:
            self.trouble += 1
            return
        if reply.status_code == httpx.codes.FOUND:
            self._note(Noted(match, step, action, ""))
        self.trouble += reply.status_code in AWAY

    def _send_form(self, match: int, step: int, action: Any) -> None:
        """Send the form once through the socket of the table's page; at times leave the page before the reply."""
        form = urlencode({"step": step, "action": json.dumps(action), "csrfmiddlewaretoken": CSRF})
        try:
            with self._connect(f"table/{match}/?page=faults", self._browser) as line:
                line.send(json.dumps({"id": step, "form": form, "at": 0}))
                if self.dice.random() < CUT:
                    self.cuts += 1
                    return
                reply = _reply_on(line, step)
        except (OSError, InvalidHandshake, ConnectionClosed, TimeoutError):
            self.trouble += 1
            return
        if reply["status"] == httpx.codes.OK:
            self._note(Noted(match, step, action, ""))
        self.trouble += reply["status"] in AWAY


def _reply_on(line: ClientConnection, number: Any) -> dict[str, Any]:
    """Wait for the reply to a message among what else is told. Raises `TimeoutError` if it does not come."""
    give_up = time.monotonic() + PATIENCE
    while (reply := json.loads(line.recv(timeout=max(0.0, give_up - time.monotonic())))).get("id") != number:
        pass
    return dict(reply)


@contextlib.contextmanager
def playing(people: list[Person]) -> Iterator[None]:
    """Let people play for the duration of the block."""
    over = Event()
    threads = [Thread(target=person.play, args=[over], daemon=True) for person in people]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join(60)


def ways(count: int) -> list[str]:
    """Return a way of playing for each person."""
    return [way for way, _ in zip(chain.from_iterable(repeat(WAYS)), range(count), strict=False)]
