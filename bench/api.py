"""What a program waits for an observation and an answer, at a server on PostgreSQL and Redis, and what one costs."""

import http.client
import json
import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from bench.figures import Figure
from bench.visitors import OPEN_ROUNDS
from tests.support import postgres, redis
from tests.support.site import ServerSite, server

TABLES = 40
TIMES = 200
LONG = 150
"""Steps of the match that is long."""
MOST_QUERIES = 8
"""What an observation may cost, however long the match."""

MAKE = """
import json
from django.utils import timezone
from accounts.models import User
from accounts.tokens import token_make
from api.scopes import Scope
from games.rules.registry import GAMES
from games.services.lobby import SeatWish, match_create, match_join
from games.terms import Clock, Manners

now = timezone.now()
users = [User.objects.create_user(username=f"bench-{number}") for number in range(3)]
tokens = [token_make(user=user, name="bench", scopes=list(Scope), days=1, now=now)[1] for user in users]

def table(**options):
    match = match_create(host=users[0], slug="bid", options=GAMES["bid"].Options(**options),
                         seats=[SeatWish("open")] * 2, clock=Clock(86400), manners=Manners(), contribution="", now=now)
    for user in users[1:]:
        match_join(match_id=match.pk, user=user, token="", contribution="", now=now)
    return match.pk

print("MADE" + json.dumps([tokens, [table() for _ in range(TABLES)], table(target=150)]))
"""

LENGTHEN = """
import msgspec
from django.utils import timezone
from games.engine import game_of, state_of
from games.models import Match
from games.services.answers import answer_submit
from games.services.rounds import round_resolve
match = Match.objects.get(pk=NUMBER)
seats = list(match.seats.order_by("number"))
while match.status == "running" and match.step < LONG:
    game, state, now = game_of(match), state_of(match), timezone.now()
    for seat in game.current_players(state):
        raw = msgspec.to_builtins(game.default_action(state, seat))
        answer_submit(match_id=match.pk, user_id=seats[seat].user_id, step=match.next_step, actions=[raw], now=now)
    round_resolve(match_id=match.pk, now=now)
    match.refresh_from_db()
"""

QUERIES = """
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
settings.ALLOWED_HOSTS = ["*"]
with CaptureQueriesContext(connection) as captured:
    reply = Client().get("/api/v1/matches/NUMBER?log=100", headers={"Authorization": "Bearer TOKEN"}, secure=True)
assert reply.status_code == 200, reply.content
print("QUERIES" + str(len(captured)))
"""


@dataclass(frozen=True)
class Tables:
    """Three programs' tokens, and the tables at which all three sit."""

    tokens: list[str]
    numbers: list[int]
    long: int


def figures(seconds: float) -> Iterator[Figure]:
    """Ask one after the other over a kept connection; count the queries of an observation of a long match."""
    with (
        postgres.started() as database,
        redis.started() as queue,
        server(database.url(), queue.url, webs=1, workers=1, API_REQUESTS_PER_MINUTE="1000000") as site,
    ):
        tables = Tables(*_shell(site, f"TABLES = {TABLES}\n{MAKE}", "MADE"))
        site.manage("shell", "-v0", "-c", f"NUMBER, LONG = {tables.long}, {LONG}\n{LENGTHEN}")
        yield Figure("api.observe_ms", round(_observing(site, tables), 2), "ms")
        yield Figure("api.answer_ms", round(_answering(site, tables), 2), "ms")
        code = QUERIES.replace("NUMBER", str(tables.long)).replace("TOKEN", tables.tokens[0])
        yield Figure("api.queries_per_observe", _shell(site, code, "QUERIES"), "queries", most=MOST_QUERIES)


def _shell(site: ServerSite, code: str, mark: str) -> Any:
    """Run code beside the site; what it prints as JSON after a mark."""
    return json.loads(site.manage("shell", "-v0", "-c", code).partition(mark)[2])


def _observing(site: ServerSite, tables: Tables) -> float:
    """The median time of an observation of the long match, in milliseconds."""
    line = _Line(site.url, tables.tokens[0])
    return statistics.median(line.ask("GET", f"/api/v1/matches/{tables.long}") for _ in range(TIMES))


def _answering(site: ServerSite, tables: Tables) -> float:
    """The median time in which an answer is taken, each at the open round of another table."""
    lines = [_Line(site.url, token) for token in tables.tokens]
    taken = []
    for table, step, answers in _shell(site, OPEN_ROUNDS, "ROUNDS"):
        for seat, action in answers.items() if table in tables.numbers else ():
            body = {"step": step, "actions": [json.loads(action)]}
            taken.append(lines[int(seat)].ask("POST", f"/api/v1/matches/{table}/answers", body))
    return statistics.median(taken)


class _Line:
    """One kept connection of a program, by the standard library: it costs next to nothing."""

    def __init__(self, url: str, token: str) -> None:
        address = urlsplit(url)
        self._line = http.client.HTTPConnection(address.hostname or "", address.port)
        self._headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def ask(self, method: str, path: str, body: Any = None) -> float:
        """Send a request; return how long its reply took, in milliseconds. Fails unless it is a good one."""
        begun = time.perf_counter()
        self._line.request(method, path, None if body is None else json.dumps(body), self._headers)
        reply = self._line.getresponse()
        said = reply.read()
        took = time.perf_counter() - begun
        assert reply.status < 300, said
        return 1000 * took
