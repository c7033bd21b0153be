"""What is wrong is refused with the right status, a problem that names the field, and no change."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any, NamedTuple

import pytest
import pytest_django
from django.db import models, transaction
from django.test import Client, override_settings
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from accounts.models import Token, User
from accounts.tokens import token_revoke
from api.models import KeptReply
from api.scopes import Scope
from games.beside import Following, Message, Muting, Note
from games.models import Answer, Match, Seat
from games.rules.bid import BID
from ladders.models import Apart, Challenge, ChallengeSeat, Entry, Ladder, Rung, Season, Tournament
from ladders.services.tournaments import Plan, tournament_make
from notifications.models import Notice, TopicWishes, Webhook, Wishes
from tests.api.programs import Caller, caller, problem, token_of
from tests.games.tables import NOON, person, table_of
from tests.ladders.play import CLOCK, ladder_of, organiser

pytestmark = pytest.mark.django_db


class Route(NamedTuple):
    """An operation as the tests call it."""

    method: str
    path: str
    body: Any = None
    scope: Scope | None = Scope.READ
    of_match: bool = False
    """Whether it is about one match: then someone else's private one is not there."""


DAYS = timedelta(days=2)
MATCH = "matches/{number}"
ANSWER = {"step": 1, "actions": [{"act": "let_stand"}]}
ORDER = {"step": 1, "kind": "reroll", "wishes": [{"action": {"act": "reroll"}}]}
NEW_LADDER = {"game": "bid", "title": "The steep one", "fewest_players": 3, "most_players": 4}
LATER = "2099-05-04T12:00:00Z"
SEASON = {"title": "Summer", "starts_at": "2099-01-01T00:00:00Z", "ends_at": LATER}
NEW_CUP = {"game": "bid", "title": "Another cup", "kind": "swiss", "seats": 4, "starts_at": LATER}
NEW = {"game": "bid", "seats": [{"kind": "open"}] * 2}
ROUTES = {
    "me": [Route("get", "me", scope=None)],
    "player": [Route("get", "players/ana")],
    "games": [Route("get", "games")],
    "game": [Route("get", "games/bid")],
    "seeds": [Route("post", "seeds", {}, Scope.MANAGE)],
    "matches": [Route("get", "matches"), Route("post", "matches", NEW, Scope.MANAGE)],
    "match": [Route("get", MATCH, of_match=True)],
    "step": [Route("get", f"{MATCH}/steps/0", of_match=True)],
    "log": [Route("get", f"{MATCH}/log", of_match=True)],
    "legal_actions": [Route("get", f"{MATCH}/legal-actions", of_match=True)],
    "answers": [Route("post", f"{MATCH}/answers", ANSWER, Scope.PLAY, of_match=True)],
    "join": [Route("post", f"{MATCH}/join", {}, Scope.PLAY, of_match=True)],
    "leave": [Route("post", f"{MATCH}/leave", {}, Scope.PLAY, of_match=True)],
    "start": [Route("post", f"{MATCH}/start", {}, Scope.MANAGE, of_match=True)],
    "plan": [
        Route("get", f"{MATCH}/plan", None, Scope.PLAY, of_match=True),
        Route("post", f"{MATCH}/plan", ORDER, Scope.PLAY, of_match=True),
    ],
    "plan_strike": [Route("post", f"{MATCH}/plan/struck-out", {"number": 0, "version": 0}, Scope.PLAY, of_match=True)],
    "plan_raise": [Route("post", f"{MATCH}/plan/raised", {"number": 0, "version": 0}, Scope.PLAY, of_match=True)],
    "seat_back": [Route("post", f"{MATCH}/seat-back", {}, Scope.PLAY, of_match=True)],
    "offer_seat": [Route("put", f"{MATCH}/seats/1/offer", {"wanted": True}, Scope.PLAY, of_match=True)],
    "substitute": [Route("post", f"{MATCH}/seats/1/substitute", {}, Scope.PLAY, of_match=True)],
    "export": [Route("get", f"{MATCH}/export", of_match=True)],
    "ladders": [Route("get", "ladders"), Route("post", "ladders", NEW_LADDER, Scope.MANAGE)],
    "ladder_close": [Route("post", "ladders/rungs/close", {}, Scope.MANAGE)],
    "ladder_entries": [Route("post", "ladders/rungs/entries", {"text": "dora"}, Scope.MANAGE)],
    "seasons": [Route("post", "ladders/rungs/seasons", SEASON, Scope.MANAGE)],
    "season_end": [Route("post", "ladders/rungs/seasons/{number}/end", {}, Scope.MANAGE)],
    "apart": [
        Route("get", "pairs-apart", None, Scope.MANAGE),
        Route("put", "pairs-apart", {"one": "ana", "other": "ben"}, Scope.MANAGE),
    ],
    "ladder": [Route("get", "ladders/rungs")],
    "ladder_join": [Route("post", "ladders/rungs/join", {}, Scope.PLAY)],
    "ladder_leave": [Route("post", "ladders/rungs/leave", {}, Scope.PLAY)],
    "ladder_challenges": [Route("post", "ladders/rungs/challenges", {"opponents": ["ben"]}, Scope.PLAY)],
    "challenges": [Route("get", "challenges")],
    "challenge_accept": [Route("post", "challenges/{number}/accepted", {}, Scope.PLAY)],
    "challenge_take_back": [Route("post", "challenges/{number}/taken-back", {}, Scope.PLAY)],
    "ratings": [Route("get", "ratings?game=bid")],
    "tournaments": [Route("get", "tournaments"), Route("post", "tournaments", NEW_CUP, Scope.MANAGE)],
    "tournament_start": [Route("post", "tournaments/{number}/start", {}, Scope.MANAGE)],
    "tournament_call_off": [Route("post", "tournaments/{number}/call-off", {}, Scope.MANAGE)],
    "tournament_entries": [Route("post", "tournaments/{number}/entries", {"text": "dora"}, Scope.MANAGE)],
    "tournament": [Route("get", "tournaments/{number}")],
    "tournament_enter": [Route("post", "tournaments/{number}/enter", {}, Scope.PLAY)],
    "tournament_withdraw": [Route("post", "tournaments/{number}/withdraw", {}, Scope.PLAY)],
    "votes": [Route("post", f"{MATCH}/votes", {"kind": "pause"}, Scope.PLAY, of_match=True)],
    "vote_answers": [
        Route("post", f"{MATCH}/votes/answers", {"kind": "pause", "agree": True}, Scope.PLAY, of_match=True)
    ],
    "resume": [Route("post", f"{MATCH}/resume", {}, Scope.PLAY, of_match=True)],
    "resign": [Route("post", f"{MATCH}/resign", {}, Scope.PLAY, of_match=True)],
    "rematch": [Route("post", f"{MATCH}/rematch", {}, Scope.MANAGE, of_match=True)],
    "talk": [
        Route("get", f"{MATCH}/talk", of_match=True),
        Route("post", f"{MATCH}/talk", {"room": "players", "text": "Hello"}, Scope.CHAT, of_match=True),
    ],
    "take_back": [
        Route("post", f"{MATCH}/talk/taken-back", {"room": "players", "number": 1}, Scope.CHAT, of_match=True)
    ],
    "talk_read": [Route("post", f"{MATCH}/talk/read", {"room": "players", "number": 1}, Scope.CHAT, of_match=True)],
    "note": [Route("put", f"{MATCH}/note", {"text": "Cleo bluffs"}, Scope.PLAY, of_match=True)],
    "star": [Route("put", f"{MATCH}/star", {"starred": True}, Scope.PLAY, of_match=True)],
    "mute_author": [
        Route("post", f"{MATCH}/talk/muted-author", {"room": "players", "number": 1}, Scope.CHAT, of_match=True)
    ],
    "mute_table": [Route("put", f"{MATCH}/talk/muted", {"muted": True}, Scope.CHAT, of_match=True)],
    "mutings": [Route("get", "mutings")],
    "unmute": [Route("post", "mutings/lifted", {"name": "ben"}, Scope.CHAT)],
    "match_notices": [
        Route("get", f"{MATCH}/notices", of_match=True),
        Route("put", f"{MATCH}/notices", {"reminders": ["8h"]}, Scope.PLAY, of_match=True),
    ],
    "notices_choices": [
        Route("get", "notices/choices"),
        Route("put", "notices/choices", {"digest_hour": 7}, Scope.PLAY),
    ],
    "webhook": [
        Route("get", "notices/webhook", None, Scope.PLAY),
        Route("put", "notices/webhook", {"url": ""}, Scope.PLAY),
    ],
    "notices": [Route("get", "notices")],
    "notices_read": [Route("post", "notices/read", {}, Scope.PLAY)],
    "turns": [Route("get", "turns")],
}
"""Every operation, by the name of its address."""

PAGES = {"index", "try", "schema", "example", None}
"""Addresses below /api/ that are no operations."""

ALL = [route for routes in ROUTES.values() for route in routes]
WRITING = [route for route in ALL if route.method != "get"]
OF_TABLES = (Match, Seat, Answer, Message, Note, Following)
OF_LADDERS = (Rung, Entry, Ladder, Season, Tournament, Apart)
OF_NOTICES = (Notice, Wishes, TopicWishes, Webhook)
CHANGEABLE: tuple[type[models.Model], ...] = (*OF_TABLES, *OF_LADDERS, *OF_NOTICES, Muting, KeptReply, User)
each_route = pytest.mark.parametrize("route", ALL, ids=lambda route: f"{route.method} {route.path}")
each_writing = pytest.mark.parametrize("route", WRITING, ids=lambda route: f"{route.method} {route.path}")


def send(who: Caller, route: Route, number: int = 0, **headers: str) -> Any:
    """Call an operation."""
    path = route.path.format(number=number)
    return who.get(path, **headers) if route.method == "get" else who.send(route.method, path, route.body, **headers)


def patterns(resolver: URLResolver, below: str = "") -> Iterator[tuple[str, URLPattern]]:
    """All addresses of the site, with their whole form."""
    for part in resolver.url_patterns:
        whole = below + str(part.pattern)
        if isinstance(part, URLResolver):
            yield from patterns(part, whole)
        else:
            yield whole, part


def rows() -> dict[str, list[tuple[Any, ...]]]:
    """All that requests might change."""
    return {kind.__name__: list(kind._default_manager.order_by("pk").values_list()) for kind in CHANGEABLE}


@pytest.fixture(scope="module")
def made_once(django_db_setup: None, django_db_blocker: pytest_django.DjangoDbBlocker) -> Iterator[int]:
    """The number of a running private match of ana, ben and cleo, and all else that requests are about.

    Making it takes longer than most of these tests: each undoes what it did, and the next finds the same again.
    """
    with django_db_blocker.unblock(), transaction.atomic():
        match, _ = table_of("ana", "ben", "cleo", private=True)
        ladders_beside(match.pk)
        yield match.pk
        transaction.set_rollback(True)


@pytest.fixture
def table(made_once: int) -> Match:
    """That match, as it was made."""
    return Match.objects.get(pk=made_once)


def ladders_beside(number: int) -> None:
    """A ladder, and a challenge and a tournament of this number."""
    ladder = ladder_of([person("ben"), person("ana")])
    Ladder.objects.filter(pk=ladder.pk).update(slug="rungs")
    division = ladder.divisions.get()
    challenge = Challenge.objects.create(
        pk=number, ladder=ladder, division=division, challenger=person("ben"), made_at=NOON, expires_at=NOON
    )
    ChallengeSeat.objects.create(challenge=challenge, user=person("ana"))
    now = timezone.now()
    plan = Plan(
        title="The cup", slug="bid", options=BID.Options(), kind="swiss", seats=4, clock=CLOCK, starts_at=now + DAYS
    )
    made = tournament_make(by=organiser(), plan=plan, now=now)
    Tournament.objects.filter(pk=made.pk).update(id=number)
    Season.objects.create(pk=number, ladder=ladder, title="Spring", starts_at=NOON, ends_at=NOON + DAYS)


def test_every_address_has_its_row():
    found = {part.name for whole, part in patterns(get_resolver()) if whole.startswith("api/")}
    assert found - PAGES == set(ROUTES)


def test_every_method_has_its_row():
    for whole, part in patterns(get_resolver()):
        if whole.startswith("api/v1/") and part.name in ROUTES:
            view = part.callback.cls  # type: ignore[attr-defined]
            methods = {name for name in ("get", "post", "put", "patch", "delete") if hasattr(view, name)}
            assert methods == {route.method for route in ROUTES[part.name]}, whole
            assert all(hasattr(getattr(view, name), "scope") for name in methods), whole


@each_route
def test_without_a_token_nothing_is_told(route: Route, table: Match):
    before = rows()
    reply = send(Caller(), route, table.pk)
    problem(reply, 401, "token_missing")
    assert reply.headers["WWW-Authenticate"] == "Bearer"
    problem(send(Caller("nonsense"), route, table.pk), 401, "token_unknown")
    problem(send(Caller(), route, table.pk, Authorization="Basic YTpi"), 401, "token_unreadable")
    assert rows() == before


@each_route
def test_an_old_a_revoked_and_a_closed_account_s_token_open_nothing(route: Route, table: Match):
    ana, now = person("ana"), timezone.now()
    old = token_of(ana, days=1, now=now - timedelta(days=2))
    revoked = token_of(ana)
    token_revoke(token=Token.objects.get(user=ana, expires_at__gt=now), now=now)
    closed = token_of(person("dora"))
    User.objects.filter(username="dora").update(is_active=False)
    before = rows()
    for text, code in ((old, "token_expired"), (revoked, "token_revoked"), (closed, "account_closed")):
        problem(send(Caller(text), route, table.pk), 401, code)
    assert rows() == before


@each_route
def test_a_token_is_for_nothing_but_its_scopes(route: Route, table: Match):
    ana = person("ana")
    narrow = Caller(token_of(ana, [scope for scope in Scope if scope != route.scope]))
    before = rows()
    reply = send(narrow, route, table.pk)
    if route.scope is None:
        assert reply.status_code == 200
    else:
        problem(reply, 403, "scope_missing")
        assert rows() == before
        assert send(caller(ana, route.scope), route, table.pk).status_code not in (401, 404)


@each_route
def test_someone_else_s_private_match_is_not_there(route: Route, table: Match):
    if route.of_match:
        stranger, before = caller(person("dora")), rows()
        theirs, none = send(stranger, route, table.pk), send(stranger, route, 987654)
        problem(theirs, 404, "not_found")
        assert theirs.content == none.content and rows() == before


@each_writing
def test_bodies_that_cannot_be_read_change_nothing(route: Route, table: Match):
    ana, path = caller(person("ana")), route.path.format(number=table.pk)
    before = rows()
    problem(ana.send(route.method, path, b"{"), 400, "not_json", "/")
    problem(ana.send(route.method, path, b"\xff\xfe"), 400, "not_json", "/")
    problem(ana.send(route.method, path, b'"' + b"x" * 70_000 + b'"'), 413, "body_too_large", "/")
    problem(ana.send(route.method, path, b"[" * 20 + b"]" * 20), 400, "body_too_deep", "/")
    problem(ana.send(route.method, path, b"[" * 30_000 + b"]" * 30_000), 400, "body_too_deep", "/")
    problem(ana.send(route.method, path, []), 400, "field_invalid", "/")
    problem(ana.send(route.method, path, {**(route.body or {}), "surprise": 1}), 400, "field_unknown", "/surprise")
    reply = ana.client.generic(route.method, f"/api/v1/{path}", b"a=b", content_type="text/plain", headers=ana.headers)
    problem(reply, 415, "not_json")
    assert rows() == before


@each_route
def test_a_parameter_that_nobody_knows_is_named(route: Route, table: Match):
    path = f"{route.path}{'&' if '?' in route.path else '?'}surprise=1"
    reply = send(caller(person("ana")), route._replace(path=path), table.pk)
    problem(reply, 400, "field_unknown", "surprise")


@each_route
def test_a_method_that_is_not_there(route: Route, table: Match):
    ana = caller(person("ana"))
    path = f"/api/v1/{route.path.format(number=table.pk)}"
    for method in ("delete", "patch", "options"):
        reply = ana.client.generic(method, path, headers=ana.headers)
        problem(reply, 405, "method_not_allowed")
        assert route.method.upper() in reply.headers["Allow"]


@each_writing
def test_a_log_in_of_the_site_must_show_that_its_page_sent_the_request(route: Route, table: Match):
    client = Client(enforce_csrf_checks=True)
    client.force_login(person("ana"))
    before = rows()
    path = f"/api/v1/{route.path.format(number=table.pk)}"
    reply = client.generic(route.method, path, b"{}", content_type="application/json")
    problem(reply, 403, "csrf_failed")
    assert rows() == before


BAD_ANSWERS = {
    "no step": ({"actions": [{"act": "reroll"}]}, 400, "field_missing", "/step"),
    "a step in words": ({"step": "1", "actions": [{"act": "reroll"}]}, 400, "field_invalid", "/step"),
    "a step that is true": ({"step": True, "actions": [{"act": "reroll"}]}, 400, "field_invalid", "/step"),
    "a step too large": ({"step": 2**80, "actions": [{"act": "reroll"}]}, 400, "field_invalid", "/step"),
    "no action": ({"step": 1, "actions": []}, 400, "field_invalid", "/actions"),
    "too many": ({"step": 1, "actions": [{"act": "reroll"}] * 101}, 400, "field_invalid", "/actions"),
    "no object": ({"step": 1, "actions": [{"act": "reroll"}, 3]}, 400, "field_invalid", "/actions/1"),
    "unknown": ({"step": 1, "actions": [{"act": "castle"}]}, 400, "malformed_answer", "/actions/0"),
    "more than asked": ({"step": 1, "actions": [{"act": "reroll", "x": 1}]}, 400, "malformed_answer", "/actions/0"),
    "illegal": ({"step": 1, "actions": [{"act": "bid", "tiles": ["S5"]}]}, 400, "illegal_action", None),
    "stale": ({"step": 0, "actions": [{"act": "reroll"}]}, 409, "table_moved_on", None),
    "too early": ({"step": 7, "actions": [{"act": "reroll"}]}, 409, "table_moved_on", None),
    "two while others answer": ({"step": 1, "actions": [{"act": "reroll"}] * 2}, 400, "others_awaited", None),
}


@pytest.mark.parametrize("case", BAD_ANSWERS)
def test_answers_that_cannot_be_taken(case: str, table: Match):
    body, status, code, field = BAD_ANSWERS[case]
    ana, before = caller(person("ana")), rows()
    problem(ana.post(f"matches/{table.pk}/answers", body), status, code, field)
    assert rows() == before


def test_who_only_watches_has_nothing_to_answer():
    match, _ = table_of("ana", "ben", "cleo")
    dora, before = caller(person("dora")), rows()
    problem(dora.post(f"matches/{match.pk}/answers", ANSWER), 403, "not_your_seat")
    problem(dora.get(f"matches/{match.pk}/legal-actions"), 403, "not_your_seat")
    assert rows() == before


BAD_TABLES = {
    "no game": ({"seats": [{"kind": "open"}]}, "field_missing", "/game"),
    "unknown game": ({"game": "chess", "seats": [{"kind": "open"}]}, "no_such_game", "/game"),
    "no seats": ({"game": "bid", "seats": []}, "field_invalid", "/seats"),
    "too few": ({"game": "bid", "seats": [{"kind": "open"}]}, "seats_out_of_range", None),
    "a seat of no kind": ({"game": "bid", "seats": [{"kind": "sofa"}]}, "field_invalid", "/seats/0/kind"),
    "no such bot": ({"game": "bid", "seats": [{"kind": "bot", "name": "x"}] * 2}, "no_such_bot", None),
    "nobody of this name": ({"game": "bid", "seats": [{"kind": "named", "name": "zoe"}] * 2}, "no_such_player", None),
    "an option unknown": (NEW | {"options": {"speed": 3}}, "field_unknown", "/options/speed"),
    "an option out of range": (NEW | {"options": {"target": -1}}, "field_invalid", "/options/target"),
    "no such time": (NEW | {"turn_seconds": 7}, "no_such_clock", None),
    "a seed of nobody": (NEW | {"seed_token": "x"}, "seed_offer_invalid", None),
    "words with a zero": (NEW | {"contribution": "a\0b"}, "field_invalid", "/contribution"),
}


@pytest.mark.parametrize("case", BAD_TABLES)
def test_tables_that_cannot_be_opened(case: str):
    body, code, field = BAD_TABLES[case]
    ana = caller(person("ana"))
    before = rows()
    problem(ana.post("matches", body), 400, code, field)
    assert rows() == before


@pytest.mark.parametrize(
    "path", ["matches?cursor=", "matches/{number}/log?cursor=", "matches/{number}/legal-actions?cursor="]
)
@pytest.mark.parametrize("cursor", ["nonsense", "WyJtYXRjaGVzIiwgMV0:1abc:xyz", "%00", "é"])
def test_a_cursor_that_was_tampered_with_is_named(path: str, cursor: str, table: Match):
    ana = caller(person("ana"))
    problem(ana.get(path.format(number=table.pk) + cursor), 400, "cursor_invalid", "cursor")


@pytest.mark.parametrize(
    ("query", "field"),
    [("limit=0", "limit"), ("limit=x", "limit"), ("status=lost", "status"), ("mine=perhaps", "mine")],
)
def test_parameters_of_the_wrong_type_are_named(query: str, field: str):
    problem(caller(person("ana")).get(f"matches?{query}"), 400, "field_invalid", field)


@pytest.mark.parametrize(
    "path", ["", "nothing", "matches/x", "matches/-1", "matches/99999999999999999999999", "matches/1/"]
)
def test_addresses_that_are_not_there(path: str, table: Match):
    if path:
        problem(caller(person("ana")).get(path), 404, "not_found")
    else:
        assert Client().get("/api/v1/").status_code == 200


def test_more_requests_than_a_token_may_make():
    ana, ben = person("ana"), person("ben")
    with override_settings(API_REQUESTS_PER_MINUTE=3):
        first, second, other = caller(ana), caller(ana), caller(ben)
        assert [first.get("me").status_code for _ in range(3)] == [200] * 3
        reply = first.get("me")
        problem(reply, 429, "too_many_requests")
        assert 1 <= int(reply.headers["Retry-After"]) <= 60
        assert second.get("me").status_code == other.get("me").status_code == 200


def test_a_site_that_fails_says_so_as_a_problem(monkeypatch: pytest.MonkeyPatch):
    ana = caller(person("ana"))
    ana.client.raise_request_exception = False
    monkeypatch.setattr("games.api.turns.turns_of", lambda user: 1 / 0)
    problem(ana.get("turns"), 500, "broken")
