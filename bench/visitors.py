"""People for benchmarks: sessions and tables made on a running site, and their requests."""

import json
from dataclasses import dataclass
from typing import Any, Protocol

from bench.http import Connection
from games.registry import GAMES

FOUND = 302
SLUG = next(iter(GAMES))
CSRF = "c" * 32
"""Any token works if cookie and header match."""

MAKE_TABLES = """
import json, sys
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone
from accounts.models import User
from accounts.security.tokens import create_token
from api.scopes import Scope
from games.registry import GAMES
from matches.lobby.tables import SeatSpec, create_match, join_match
from engine.table_settings import TableSettings, TimeControl

def person(name):
    user = User.objects.filter(username=name).first() or User.objects.create_user(username=name)
    session = SessionStore()
    session[SESSION_KEY], session[HASH_SESSION_KEY] = str(user.pk), user.get_session_auth_hash()
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session.save()
    _, token = create_token(user=user, name="bench", scopes=[Scope.PLAY], days=30, now=timezone.now())
    return user, session.session_key, token

def table(users, options):
    common = dict(contribution="", now=timezone.now())
    seats = [SeatSpec("open")] * (len(users) - 1)
    match = create_match(host=users[0], slug=SLUG, options=GAMES[SLUG].Options(**options), seats=seats,
                         time_control=TimeControl(86400), table_settings=TableSettings(), **common)
    for user in users[1:]:
        join_match(match_id=match.pk, user=user, token="", **common)
    return match.pk

made = [person(f"bench-{number}") for number in range(PEOPLE)]
users = [user for user, _, _ in made]
seats = [[(3 * n + seat) % PEOPLE for seat in range(3)] for n in range(TABLES)]
tables = [[table([users[index] for index in row], OPTIONS), row] for row in seats]
people = {"sessions": [key for _, key, _ in made], "tokens": [token for _, _, token in made]}
print("MADE" + json.dumps(people | {"tables": tables}))
"""

OPEN_ROUNDS = """
import json
import msgspec
from matches.log.states import game_of, state_of
from matches.models import Match
rounds = []
for match in Match.objects.filter(status="running", pk__gte=FIRST).order_by("pk"):
    game, state = game_of(match), state_of(match)
    rounds.append([match.pk, match.next_step, {seat: msgspec.json.encode(game.default_action(state, seat)).decode()
                                               for seat in game.current_players(state)}])
print("ROUNDS" + json.dumps(rounds))
"""


class Manageable(Protocol):
    """A running site that can run management commands."""

    def manage(self, *arguments: str) -> str:
        """Run a command and return its output."""


@dataclass(frozen=True)
class Round:
    """An open round: its table, its step, and a legal answer for each awaited seat."""

    table: int
    step: int
    answers: dict[int, str]


@dataclass(frozen=True)
class People:
    """Sessions and tokens, and the tables at which their people sit."""

    sessions: list[str]
    tokens: list[str]
    tables: dict[int, list[int]]

    def cookies(self, table: int, seat: int) -> dict[str, str]:
        """Return the cookies of a seat's browser."""
        person = self.tables[table][seat]
        return {"sessionid": self.sessions[person], "csrftoken": CSRF, "device": f"browser-{person}"}


def make_tables(site: Manageable, *, people: int, tables: int, **options: Any) -> People:
    """Seat people at running tables of the first game of the box, with three seats each."""
    code = f"SLUG, PEOPLE, TABLES, OPTIONS = {SLUG!r}, {people}, {tables}, {options!r}\n{MAKE_TABLES}"
    made = json.loads(site.manage("shell", "-v0", "-c", code).partition("MADE")[2])
    return People(made["sessions"], made["tokens"], dict(made["tables"]))


def open_rounds(site: Manageable, first: int = 0) -> list[Round]:
    """Return every open round of the tables from this number on, with the default actions as answers."""
    code = f"FIRST = {first}\n{OPEN_ROUNDS}"
    rounds = json.loads(site.manage("shell", "-v0", "-c", code).partition("ROUNDS")[2])
    return [
        Round(table, step, {int(seat): action for seat, action in answers.items()}) for table, step, answers in rounds
    ]


async def post_answer(line: Connection, people: People, at: Round, seat: int) -> bool:
    """Post a seat's answer as its form does; return True if it was accepted."""
    cookies = "; ".join(f"{name}={value}" for name, value in people.cookies(at.table, seat).items())
    form = {"step": str(at.step), "action": at.answers[seat]}
    return await line.post(f"/table/{at.table}/answer/", form, {"X-CSRFToken": CSRF, "Cookie": cookies}) == FOUND
