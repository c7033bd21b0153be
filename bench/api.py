"""How long API clients wait for observations and answers, and how many queries an observation takes."""

import http.client
import json
import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from bench.box import benches, game_with
from bench.figures import Figure
from bench.visitors import open_rounds
from tests.support import postgres, redis
from tests.support.site import ServerSite, server

TABLES = 40
TIMES = 200
LONG = 150
"""The steps of the long match."""
MOST_QUERIES = 8
"""The most queries an observation may need, however long the match."""

MAKE = """
import json
from django.utils import timezone
from accounts.models import User
from accounts.security.tokens import create_token
from api.scopes import Scope
from games.registry import GAMES
from matches.lobby.tables import SeatSpec, create_match, join_match
from engine.table_settings import TableSettings, TimeControl

now = timezone.now()
users = [User.objects.create_user(username=f"bench-{number}") for number in range(3)]
tokens = [create_token(user=user, name="bench", scopes=list(Scope), days=1, now=now)[1] for user in users]

def table(**options):
    match = create_match(host=users[0], slug=SLUG, options=GAMES[SLUG].Options(**options),
                         seats=[SeatSpec("open")] * 2, time_control=TimeControl(86400), table_settings=TableSettings(),
                         contribution="", now=now)
    for user in users[1:]:
        join_match(match_id=match.pk, user=user, token="", contribution="", now=now)
    return match.pk

print("MADE" + json.dumps([tokens, [table() for _ in range(TABLES)], table(**LONG_OPTIONS)]))
"""

LENGTHEN = """
import msgspec
from django.utils import timezone
from matches.log.states import game_of, state_of
from matches.models import Match
from matches.play.answers import submit_answer
from matches.rounds.resolve import resolve_round
match = Match.objects.get(pk=NUMBER)
seats = list(match.seats.order_by("number"))
while match.status == "running" and match.step < LONG:
    game, state, now = game_of(match), state_of(match), timezone.now()
    for seat in game.current_players(state):
        raw = msgspec.to_builtins(game.default_action(state, seat))
        submit_answer(match_id=match.pk, user_id=seats[seat].user_id, step=match.next_step, actions=[raw], now=now)
    resolve_round(match_id=match.pk, now=now)
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
    """The tokens of three bot accounts, and the matches that all three play."""

    tokens: list[str]
    numbers: list[int]
    long: int


def figures(seconds: float) -> Iterator[Figure]:
    """Send requests one by one over a kept connection; count the queries to observe a long match."""
    with (
        postgres.started(durable=True) as database,
        redis.started() as queue,
        server(database, queue.url, webs=1, workers=1, API_REQUESTS_PER_MINUTE="1000000") as site,
    ):
        game = game_with("long")
        names = f"SLUG, TABLES, LONG_OPTIONS = {game.slug!r}, {TABLES}, {dict(benches()[game.slug].long or {})!r}"
        tables = Tables(*_shell(site, f"{names}\n{MAKE}", "MADE"))
        site.manage("shell", "-v0", "-c", f"NUMBER, LONG = {tables.long}, {LONG}\n{LENGTHEN}")
        yield Figure("api.observe_ms", round(_observing(site, tables), 2), "ms")
        yield Figure("api.answer_ms", round(_answering(site, tables), 2), "ms")
        code = QUERIES.replace("NUMBER", str(tables.long)).replace("TOKEN", tables.tokens[0])
        yield Figure("api.queries_per_observe", _shell(site, code, "QUERIES"), "queries", most=MOST_QUERIES)


def _shell(site: ServerSite, code: str, mark: str) -> Any:
    """Run code in the site's shell; return the JSON that it prints after a mark."""
    return json.loads(site.manage("shell", "-v0", "-c", code).partition(mark)[2])


def _observing(site: ServerSite, tables: Tables) -> float:
    """Return the median time to observe the long match, in milliseconds."""
    line = _Line(site.url, tables.tokens[0])
    return statistics.median(line.ask("GET", f"/api/v1/matches/{tables.long}") for _ in range(TIMES))


def _answering(site: ServerSite, tables: Tables) -> float:
    """Return the median time to accept an answer, each in the open round of another match."""
    lines = [_Line(site.url, token) for token in tables.tokens]
    taken = []
    for at in open_rounds(site):
        for seat, action in at.answers.items() if at.table in tables.numbers else ():
            body = {"step": at.step, "actions": [json.loads(action)]}
            taken.append(lines[seat].ask("POST", f"/api/v1/matches/{at.table}/answers", body))
    return statistics.median(taken)


class _Line:
    """A kept connection of one bot account, using the standard library for its low cost."""

    def __init__(self, url: str, token: str) -> None:
        address = urlsplit(url)
        self._line = http.client.HTTPConnection(address.hostname or "", address.port)
        self._headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def ask(self, method: str, path: str, body: Any = None) -> float:
        """Send a request and return its duration in milliseconds. Raises `AssertionError` unless it succeeds."""
        begun = time.perf_counter()
        self._line.request(method, path, None if body is None else json.dumps(body), self._headers)
        reply = self._line.getresponse()
        answer = reply.read()
        took = time.perf_counter() - begun
        assert reply.status < 300, answer
        return 1000 * took
