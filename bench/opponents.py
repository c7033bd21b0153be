"""Players who answer by the API, each within 300 ms, at tables that are made on a running site."""

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self

import httpx

from games.registry import GAMES
from tests.browser.play import made_by
from tests.support.players import SHORT_LIVED
from tests.support.site import EmbeddedSite

USUAL_SEATS = 4
TABLES = 3
"""Tables made at a time: another matters only once a match has ended."""
LONGEST_DELAY_S = 0.3
MAKE = """
import json
from django.utils import timezone
from accounts.security.tokens import create_token
from api.scopes import Scope
from tests.matches.tables import person, table_of
now = timezone.now()
names = ("ana", "ben", "cleo", "dora")[:SEATS]
scopes = [Scope.READ, Scope.PLAY]
made = {name: create_token(user=person(name), name="bench", scopes=scopes, days=30, now=now)[1] for name in names}
tables = [table_of(*names, slug=SLUG, now=now)[0].pk for _ in range(TABLES)]
print(json.dumps({"tokens": list(made.values()), "tables": tables}))
"""


@dataclass(frozen=True)
class Table:
    """A match, and the tokens of its players by seat."""

    number: int
    tokens: tuple[str, ...]


def make_tables(site: EmbeddedSite, slug: str) -> list[Table]:
    """Make some tables of one game, of the usual size, at which Ana has the first seat."""
    seats = min(USUAL_SEATS, GAMES[slug].players[-1])
    made: dict[str, Any] = made_by(site, f"SLUG, SEATS, TABLES = {slug!r}, {seats}, {TABLES}\n{MAKE}")
    return [Table(number, tuple(made["tokens"])) for number in made["tables"]]


def deal(awaited: list[int], dice: random.Random) -> Iterator[int]:
    """Yield the seats in the order in which they answer, each at its moment."""
    moments = sorted((dice.uniform(0, LONGEST_DELAY_S), seat) for seat in awaited)
    begun = time.monotonic()
    for moment, seat in moments:
        time.sleep(max(0.0, moment - (time.monotonic() - begun)))
        yield seat


@dataclass
class Opponents:
    """The players of one table, by the API."""

    url: str
    table: Table
    dice: random.Random
    lines: list[httpx.Client] = field(default_factory=list)

    def __enter__(self) -> Self:
        for token in self.table.tokens:
            headers = {"Authorization": f"Bearer {token}"}
            self.lines.append(
                httpx.Client(base_url=self.url, headers=headers, trust_env=False, timeout=30, limits=SHORT_LIVED)
            )
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for line in self.lines:
            line.close()

    @property
    def _path(self) -> str:
        return f"/api/v1/matches/{self.table.number}"

    def awaited(self) -> list[int]:
        """Return the seats that are asked for an answer; none once the match has ended."""
        seen = self._got(0, "")
        return [seat["player"] for seat in seen["seats"] if seat["envelope"] == "awaited"]

    def answer(self, seat: int) -> float:
        """Send any legal answer of a seat; return when it was sent."""
        legal = self._got(seat, "/legal-actions")
        chosen = self.dice.choice(legal["results"])["action"]
        sent = time.time()
        reply = self.lines[seat].post(f"{self._path}/answers", json={"step": legal["step"], "actions": [chosen]})
        assert reply.is_success, reply.text
        return sent

    def _got(self, seat: int, path: str) -> Any:
        reply = self.lines[seat].get(self._path + path)
        assert reply.is_success, reply.text
        return reply.json()
