"""Asks every address of the site as every role, and says in one word what came of it."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from games.engine import game_of, state_of
from tests.api.routes import ROUTES
from tests.ladders.play import SLUG
from tests.site.matrix.world import STATES, World

WILD = "admin:"
"""All pages of the admin are asked for as one: it has them for every model, and opens them all by the same right."""
TABLES = (
    "table/<int:number>/",
    "matches/<int:number>/",
    "api/v1/matches/<int:number>",
    "moderation/table/<int:number>/",
)
UNNAMED = "/"
"""Addresses without a name are called by their pattern."""
BY_STAGE = frozenset(
    {
        *("table", "match", "check", "export", "join", "leave", "start", "answer", "answers", "plan", "resign"),
        *("rematch", "card", "step_svg", "view_json", "replay"),
    }
)
"""Addresses of tables at which it matters who may do it whether the match waits, runs or has ended."""


class Case(NamedTuple):
    """One line of the matrix."""

    route: str
    method: str
    state: str
    """The state of the table that it is about, or a dash."""


class Address(NamedTuple):
    """One address of the site."""

    route: str
    pattern: str
    parameters: tuple[str, ...]

    @property
    def of_a_table(self) -> bool:
        return self.pattern.startswith(TABLES)

    @property
    def for_programs(self) -> bool:
        return self.route.removeprefix("api:") in ROUTES and self.route.startswith("api:")


ROOT = Address("", "", ())


def addresses(resolver: URLResolver | None = None, above: Address = ROOT) -> Iterator[Address]:
    """All addresses of the site but those of the admin."""
    for part in (resolver or get_resolver()).url_patterns:
        whole = above.pattern + str(part.pattern)
        parameters = (*above.parameters, *part.pattern.regex.groupindex)
        if isinstance(part, URLPattern):
            yield Address(f"{above.route}{part.name or whole}", whole, parameters)
        elif part.namespace != "admin":
            space = f"{part.namespace}:" if part.namespace else ""
            yield from addresses(part, Address(above.route + space, whole, parameters))


def cases(address: Address) -> list[Case]:
    """The lines that an address needs: each method, and each state of a table."""
    by_stage = address.route.rpartition(":")[2] in BY_STAGE
    states = (STATES if by_stage else STATES[:2]) if address.of_a_table else ("-",)
    if address.for_programs:
        methods = [route.method.upper() for route in ROUTES[address.route.removeprefix("api:")]]
    else:
        methods = ["GET", "POST"]
    return [Case(address.route, method, state) for method in methods for state in states]


def path_of(world: World, address: Address, state: str) -> str:
    """Where an address lies in the small world."""
    given = {name: _parameter(world, address, name, state) for name in address.parameters}
    if UNNAMED in address.route:
        return "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda found: str(given[found[1]]), address.pattern)
    return reverse(address.route, kwargs=given)


def _parameter(world: World, address: Address, name: str, state: str) -> Any:
    if name == "number":
        return _number(world, address, state)
    if address.route == "moderation:act":
        return "warn"
    if address.route.startswith("accounts:program"):
        return "Robo"
    if name == "slug":
        return world.ladder.slug if "ladder/" in address.pattern or "ladders/<" in address.pattern else "bid"
    values = {"seat": 1, "step": 0, "token": "none", "name": "ana", "one": "ana", "other": "ben"}
    more = {"game": SLUG, "speed": "days", "what": "ladder", "key": world.ladder.slug, "form": "json", "uidb36": "1"}
    ids = {"season": world.season.pk, "mail_id": world.mail.pk, "pk": world.key.pk, "notice_id": 1, "device_id": 1}
    found = values | more | ids
    special = {"api:example": {"name": "client.py"}, "games:schema": {"form": "match"}}
    if name == "token" and address.route in world.keys:
        return world.keys[address.route]
    return special.get(address.route, {}).get(name) or found[name]


def _number(world: World, address: Address, state: str) -> int:
    if address.route == "games:view_ppn":
        return world.pieces[state].pk
    if state in world.tables:
        return world.tables[state].pk
    if address.route.startswith("moderation:"):
        return world.desk[address.route.partition(":")[2].partition("_")[0]]
    if "season" in address.pattern:
        return world.season.pk
    if "tournament" in address.pattern:
        return world.cup.pk
    if "token" in address.pattern:
        return world.token.pk
    return world.log_in.pk if "log-ins" in address.pattern else world.challenge.pk


FORMS: dict[str, dict[str, str]] = {
    "games:say": {"room": "players", "text": "Hello"},
    "games:vote": {"kind": "pause"},
    "games:answer_vote": {"kind": "pause", "agree": "1"},
    "games:note": {"text": "Ben bluffs"},
    "games:star": {"starred": "1"},
    "games:answer": {"step": "1"},
    "games:take_back": {"room": "players", "number": "1"},
    "games:talk_read": {"room": "players", "number": "1"},
}
"""What is sent along where an empty form would be refused before anybody asks who sends it."""


def asked_by_browser(world: World, address: Address, case: Case, role: str) -> str:
    """What a browser gets; whatever that changed is undone."""
    client = Client(raise_request_exception=False)
    client.cookies.load(world.cookies[role])
    path, form = path_of(world, address, case.state), FORMS.get(case.route, {})
    with undone():
        return word_of(client.get(path) if case.method == "GET" else client.post(path, form))


def asked_by_program(world: World, address: Address, case: Case, role: str) -> str:
    """What a program gets."""
    route = next(one for one in ROUTES[case.route.removeprefix("api:")] if one.method.upper() == case.method)
    path = path_of(world, address, case.state) + ("?game=bid" if "?" in route.path else "")
    headers = {"Authorization": f"Bearer {world.tokens[role]}"} if world.tokens[role] else {}
    client, kind = Client(raise_request_exception=False), "application/json"
    with undone():
        if case.method == "GET":
            return word_of(client.get(path, headers=headers))
        sent = msgspec.json.encode(_body(world, case, route.body))
        return word_of(client.generic(case.method, path, sent, content_type=kind, headers=headers))


def _body(world: World, case: Case, usual: Any) -> Any:
    """What is sent along: an answer that the rules of the very table allow, so that only its sender can be wrong."""
    if case.route != "api:answers" or case.state not in ("running", "private"):
        return usual or {}
    match = world.tables[case.state]
    state = state_of(match)
    player = game_of(match).current_players(state)[0]
    action = game_of(match).legal_actions(state, player)[0]
    return {"step": match.next_step, "actions": [msgspec.to_builtins(action)]}


class undone(transaction.Atomic):  # noqa: N801, a context manager
    """Takes back whatever is done in it, counts of limits too."""

    def __init__(self) -> None:
        super().__init__(using=None, savepoint=True, durable=False)

    def __exit__(self, *error: Any) -> None:
        transaction.set_rollback(True)
        super().__exit__(*error)
        cache.clear()


def word_of(reply: Any) -> str:
    """`login` and `2fa` for those who are sent there first; else the status."""
    place = reply.headers.get("Location", "")
    if reply.status_code == 302 and ("/login/" in place):
        return "login"
    if reply.status_code == 302 and place.startswith("/accounts/2fa/") and "next=" not in place:
        return "2fa"
    return str(reply.status_code)
