"""Request every URL of the site as every role, and sum up each reply in one word."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple
from unittest import mock

import msgspec
from django.contrib.messages import WARNING
from django.core.cache import cache
from django.db import transaction
from django.http import HttpResponse
from django.test import override_settings
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from foundation import file_checks
from matches.web.views import common
from notifications.models import Notice
from piecepack_site import error_pages
from tests.api.routes import ROUTES
from tests.ladders.play import SLUG
from tests.matches.tables import NOON
from tests.site.matrix.forms import body_of, form_of, target_of_act
from tests.site.matrix.states import ACT, MEMBERS, OTHER, bring_about, is_first, states_of
from tests.site.matrix.table import Case
from tests.site.matrix.world import FATES, OFFICE, SAFE, STATES, World
from tests.support.catcher import catching

TABLES = (
    "table/<int:number>/",
    "api/v1/matches/<int:number>",
    "moderation/table/<int:number>/",
)
REPORT = "moderation:report_make"
NOT_ASKED = "."
"""In place of a word, for who need not be asked."""
OF_PIECES = (
    "matches:view_ppn",
    "matches:conditional_moves",
    "api:conditional_moves",
    "api:conditional_move",
    "api:conditional_move_raise",
)
"""These are asked about tables of a game that is played with the piecepack and knows conditional moves."""
AT_CLUB = {"join": "waiting", "seat": "waiting", "rematch": "over", "play_on": "over"}
"""At which table of a club it is asked, if not at the running one."""
UNNAMED = "/"
"""Addresses without a name are called by their pattern."""


class Address(NamedTuple):
    """One URL of the site."""

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
    """All URLs of the site except the admin's."""
    for part in (resolver or get_resolver()).url_patterns:
        whole = above.pattern + str(part.pattern)
        parameters = (*above.parameters, *part.pattern.regex.groupindex)
        if isinstance(part, URLPattern):
            yield Address(f"{above.route}{part.name or whole}", whole, parameters)
        elif part.namespace != "admin":
            space = f"{part.namespace}:" if part.namespace else ""
            yield from addresses(part, Address(above.route + space, whole, parameters))


def cases(address: Address) -> list[Case]:
    """The lines that a URL needs: each method, and each state that matters."""
    states = states_of(address.route, of_a_table=address.of_a_table)
    if address.for_programs:
        methods = [route.method.upper() for route in ROUTES[address.route.removeprefix("api:")]]
        return [Case(address.route, method, state) for method in methods for state in states]
    looked_at = [state for state in states if is_first(address.route, state)]
    return [Case(address.route, "GET", state) for state in looked_at] + [
        Case(address.route, "POST", state) for state in states
    ]


Ask = Callable[[World, Address, Case, str], str]


def words_for(
    world: World, address: Address, case: Case, ask: Ask, roles: Sequence[str], strongest: str = ""
) -> list[str]:
    """What each role gets; the strongest is asked first, since what is no method for it is none for anybody.

    If it is known already what the strongest gets, it is not asked again.
    """
    with undone():
        bring_about(world, case.route, case.state)
        strongest = strongest or ask(world, address, case, "staff")
        return [
            strongest
            if role == "staff"
            else NOT_ASKED
            if strongest == "405" or not (role in OFFICE or is_first(case.route, case.state))
            else ask(world, address, case, role)
            for role in roles
        ]


def path_of(world: World, address: Address, state: str) -> str:
    """The values of a URL's parts in the small world."""
    given = {name: _parameter(world, address, name, state) for name in address.parameters}
    if UNNAMED in address.route:
        return "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda found: str(given[found[1]]), address.pattern)
    return reverse(address.route, kwargs=given) + _named(world, address, state)


def _named(world: World, address: Address, state: str) -> str:
    """What else a URL names: the target of a report or of a moderator's action."""
    if address.route == REPORT:
        return f"?table={world.tables['running'].pk}"
    return target_of_act(world, *state.split("/")) if address.route == ACT else ""


def _parameter(world: World, address: Address, name: str, state: str) -> Any:
    if name == "number":
        return _number(world, address, state)
    if address.route == ACT:
        return state.partition("/")[0]
    if address.route.startswith("accounts:bot"):
        return "Robo"
    if address.route == "handbook:page":
        return "players"
    if name == "slug":
        return world.ladder.slug if "ladder/" in address.pattern or "ladders/<" in address.pattern else "bid"
    values = {"seat": 1, "step": 0, "token": "none", "name": "ana", "one": "ana", "other": "ben"}
    values |= {"place": 0, "room": "players", "message": 1, "channel": "ntfy"}
    more = {"game": SLUG, "speed": "days", "what": "ladder", "key": world.ladder.slug, "form": "json", "uidb36": "1"}
    # Numbers do not begin at 1 in a database in which tests have committed.
    first = Notice.objects.order_by("pk").values_list("pk", flat=True).first()
    ids = {"season": world.season.pk, "mail_id": world.mail.pk, "pk": world.key.pk, "notice_id": first or 1}
    ids["device_id"] = 1
    found = values | more | ids
    special = {"api:example": {"name": "client.py"}, "matches:schema": {"form": "match"}}
    special |= {route: {"name": OTHER} for route in ("api:block", "api:follower", "api:friend", "api:muting")}
    special["api:club_member"] = {"name": "ben"}
    if name == "token" and address.route in world.keys:
        return world.keys[address.route]
    return special.get(address.route, {}).get(name) or found[name]


def _number(world: World, address: Address, state: str) -> int:
    if address.route in OF_PIECES and state not in ("waiting", "over"):
        return world.pieces["running" if state == "moves" else state].pk
    if state == MEMBERS:
        return world.tables[AT_CLUB.get(address.route.rpartition(":")[2], "running")].pk
    if state in STATES or address.of_a_table:
        return world.tables[state if state in STATES else "running"].pk
    if address.route == "moderation:club":
        return world.club.pk
    if address.route.startswith("moderation:"):
        return world.desk[address.route.partition(":")[2].partition("_")[0]]
    if "club" in address.pattern:
        return world.club.pk
    if "season" in address.pattern:
        return world.season.pk
    if "tournament" in address.pattern:
        return world.cup.pk
    if "token" in address.pattern:
        return world.token.pk
    return world.log_in.pk if "log-ins" in address.pattern else world.challenge.pk


def asked_by_browser(world: World, address: Address, case: Case, role: str) -> str:
    """What a browser gets; whatever that changed is undone."""
    who, becomes = FATES.get(role, (role, None))
    client = world.client()
    client.cookies.load(world.cookies[who])
    with undone():
        if becomes:
            becomes(world)
        path = path_of(world, address, case.state)
        if case.method == "GET":
            return word_of(client.get(path))
        return word_of(client.post(path, form_of(world, case.route, case.state)))


def asked_by_program(world: World, address: Address, case: Case, role: str) -> str:
    """The reply a bot gets."""
    who, becomes = FATES.get(role, (role, None))
    route = next(one for one in ROUTES[case.route.removeprefix("api:")] if one.method.upper() == case.method)
    headers = {"Authorization": f"Bearer {world.tokens[who]}"} if world.tokens[who] else {}
    client, kind = world.client(), "application/json"
    with undone():
        if becomes:
            becomes(world)
        path = path_of(world, address, case.state) + query_of(route.path, case.state)
        if case.method in ("GET", "DELETE"):
            return word_of(client.generic(case.method, path, headers=headers))
        sent = msgspec.json.encode(body_of(world, case.route, case.state, route.body))
        return word_of(client.generic(case.method, path, sent, content_type=kind, headers=headers))


def query_of(path: str, state: str) -> str:
    """The parameters that an operation is sent."""
    _, mark, query = path.partition("?")
    return mark + (query.replace("version=0", "version=1") if state == "moves" else query)


class undone(transaction.Atomic):  # noqa: N801, a context manager
    """Takes back whatever is done in it, counts of limits too."""

    def __init__(self) -> None:
        super().__init__(using=None, savepoint=True, durable=False)

    def __exit__(self, *error: Any) -> None:
        transaction.set_rollback(True)
        super().__exit__(*error)
        cache.clear()


@contextmanager
def small_world() -> Iterator[World]:
    """The world for all requests, where it is always noon. Afterwards nothing of it is left."""
    noon = mock.patch("django.utils.timezone.now", return_value=NOON)
    patient = mock.patch.object(file_checks, "WAIT", 120.0)
    with noon, patient, override_settings(**SAFE), catching() as elsewhere, undone():
        yield World(elsewhere.url)


@contextmanager
def bare_refusals() -> Iterator[None]:
    """Send pages that refuse a reader without drawing them, which takes longer than refusing."""
    with mock.patch.object(error_pages, "render", _bare), mock.patch.object(common, "render", _bare):
        yield


def _bare(request: object, template: str, context: object = None, *, status: int) -> HttpResponse:
    return HttpResponse(template, status=status)


def said_on(reply: Any) -> list[Any]:
    """What the next page will say on top."""
    request = getattr(reply, "wsgi_request", None)
    return list(getattr(getattr(request, "_messages", None), "_queued_messages", []))


def word_of(reply: Any) -> str:
    """`login` and `2fa` for roles sent there first, `no` for a page that says why not; otherwise the status."""
    place = reply.headers.get("Location", "")
    if reply.status_code == 302 and ("/login/" in place):
        return "login"
    if reply.status_code == 302 and place.startswith("/accounts/2fa/") and "next=" not in place:
        return "2fa"
    if reply.status_code == 302 and any(one.level >= WARNING for one in said_on(reply)):
        return "no"
    return str(reply.status_code)
