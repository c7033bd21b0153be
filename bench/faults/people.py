"""Scripted people: each plays at every table that waits for them, and notes what the site has acknowledged."""

import contextlib
import json
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain, repeat
from random import Random
from threading import Event, Thread
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import connect

from bench.faults.compare import Noted, Seat
from bench.visitors import CSRF

PAUSE = 0.3
AWAY = (500, 502, 503, 504)
LISTED = 100
LEFT_ALONE = 5
"""One in so many tables is left alone at first, long enough for the mail of a turn to be sent."""
LEFT_SECONDS = (130.0, 240.0)
WAYS = ("api", "form", "socket")
"""By API; by form; by API and told by a socket."""


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

    def play(self, over: Event) -> None:
        """Answer wherever this person is asked, until `over`."""
        begun = time.monotonic()
        left = {match: begun + self.dice.uniform(*LEFT_SECONDS) for match in self.seats if match % LEFT_ALONE == 0}
        with httpx.Client(base_url=self.url, timeout=20, trust_env=False) as client:
            for _ in self._news(over):
                for turn in self._get(client, over, "turns").get("turns", []):
                    if not over.is_set() and time.monotonic() > left.get(turn["number"], begun):
                        self._answer(client, over, turn["number"])

    def _news(self, over: Event) -> Iterator[None]:
        """Yield when it is time to look."""
        while not over.is_set():
            yield
            if self.way != "socket":
                over.wait(PAUSE)
                continue
            address = f"{self.url.replace('http', 'ws', 1)}/ws/v1/turns"
            with (
                contextlib.suppress(OSError, InvalidHandshake, ConnectionClosed, TimeoutError),
                connect(address, additional_headers=self._bearer, proxy=None, open_timeout=10) as line,
            ):
                while not over.is_set():
                    with contextlib.suppress(TimeoutError):
                        line.recv(timeout=5)
                    yield
            over.wait(PAUSE)

    def _get(self, client: httpx.Client, over: Event, path: str) -> dict[str, Any]:
        reply = self._ask(client, over, "GET", f"/api/v1/{path}", headers=self._bearer)
        return dict(reply.json()) if reply is not None and reply.is_success else {}

    @property
    def _bearer(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

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
        # The same key: what was carried out before the line broke is not carried out again.
        headers = self._bearer | {"Idempotency-Key": os.urandom(16).hex()}
        body = {"step": step, "actions": [action]}
        reply = self._ask(client, over, "POST", f"/api/v1/matches/{match}/answers", json=body, headers=headers)
        if reply is not None and reply.is_success:
            self._note(Noted(match, step, action, next(iter(reply.json()["commitments"]), "")))

    def _of(self, match: int) -> Seat:
        return self.known.setdefault(match, Seat())

    def _note(self, note: Noted) -> None:
        self._of(note.match).notes.append(note)

    def _post_form(self, client: httpx.Client, match: int, step: int, action: Any) -> None:
        """Post once: without a reply nobody knows, so nothing is noted."""
        cookies = f"sessionid={self.session}; csrftoken={CSRF}; device=browser-{self.name}"
        form = {"step": str(step), "action": json.dumps(action)}
        headers = {"X-CSRFToken": CSRF, "Cookie": cookies}
        try:
            reply = client.post(f"/table/{match}/answer/", data=form, headers=headers)
        except httpx.TransportError:
            self.trouble += 1
            return
        if reply.status_code == httpx.codes.FOUND:
            self._note(Noted(match, step, action, ""))
        self.trouble += reply.status_code in AWAY


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
