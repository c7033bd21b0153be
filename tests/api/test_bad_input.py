"""What is wrong is refused with the right status, a problem that names the field, and no change."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import msgspec
import pytest
import pytest_django
from django.db import transaction
from django.test import Client, override_settings
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from accounts.models import Token, User
from accounts.security.tokens import revoke_token
from api.scopes import Scope
from engine.log import MatchRecord
from ladders.models import Challenge, ChallengeSeat, Ladder, Season, Tournament
from ladders.services.tournaments import Plan, make_tournament
from matches.models import Match
from matches.models.social import Replay
from matches.view.record_check import LARGEST_FILE, pack
from rights.services.archives import ask_for_archive, make_archive
from tests.api.bots import Caller, caller, problem, token_of
from tests.api.kept_rows import rows
from tests.api.routes import ANSWER, NEW, ROUTES, Route
from tests.clubs.founded import club_beside
from tests.ladders.play import CLOCK, ladder_of, organiser
from tests.matches.tables import NOON, SOME_GAME, person, table_of
from tests.matches.test_replays import record_of

pytestmark = pytest.mark.django_db


DAYS = timedelta(days=2)
PAGES = {"index", "try", "schema", "example", None}
"""Addresses below /api/ that are no operations."""

ALL = [route for routes in ROUTES.values() for route in routes]
WRITING = [route for route in ALL if route.method != "get"]
WITH_A_BODY = [route for route in WRITING if route.method != "delete"]


def each_of(routes: list[Route]) -> Callable[[Any], Any]:
    """Try a test with each operation."""
    each = pytest.mark.parametrize("route", routes, ids=lambda route: f"{route.method} {route.path}")
    return lambda test: pytest.mark.sampled(24, "every operation, not one in five")(each(test))


each_route, each_with_a_body, each_writing = each_of(ALL), each_of(WITH_A_BODY), each_of(WRITING)


def send(who: Caller, route: Route, number: int = 0, **headers: str) -> Any:
    """Call an operation."""
    path, body = route.at(number), route.sent(number)
    return who.get(path, **headers) if route.method == "get" else who.send(route.method, path, body, **headers)


def patterns(resolver: URLResolver, below: str = "") -> Iterator[tuple[str, URLPattern]]:
    """All URLs of the site, with their full pattern."""
    for part in resolver.url_patterns:
        whole = below + str(part.pattern)
        if isinstance(part, URLResolver):
            yield from patterns(part, whole)
        else:
            yield whole, part


@pytest.fixture(scope="module")
def made_once(django_db_setup: None, django_db_blocker: pytest_django.DjangoDbBlocker) -> Iterator[int]:
    """The number of a running private match of ana, ben and cleo, and all else that requests are about.

    Making it takes longer than most of these tests: each undoes what it did, and the next finds the same again.
    """
    with django_db_blocker.unblock(), transaction.atomic():
        match, _ = table_of("ana", "ben", "cleo", private=True)
        ladders_beside(match.pk)
        replay_beside(person("ana"))
        club_beside(match.pk)
        make_archive(archive_id=ask_for_archive(user=person("ana"), now=NOON).pk, now=NOON)
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
        title="The cup",
        slug=SOME_GAME.slug,
        options=SOME_GAME.Options(),
        kind="swiss",
        seats=4,
        time_control=CLOCK,
        starts_at=now + DAYS,
    )
    made = make_tournament(by=organiser(), plan=plan, now=now)
    Tournament.objects.filter(pk=made.pk).update(id=number)
    Season.objects.create(pk=number, ladder=ladder, title="Spring", starts_at=NOON, ends_at=NOON + DAYS)


def replay_beside(owner: User) -> None:
    """A replay called `a-replay`."""
    record = msgspec.json.decode(record_of(), type=MatchRecord)
    Replay.objects.create(owner=owner, token="a-replay", title="Bid!", record=pack(record), digest="", added_at=NOON)


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
    problem(reply, 401, "token_missing", "Authorization")
    assert reply.headers["WWW-Authenticate"] == "Bearer"
    problem(send(Caller("nonsense"), route, table.pk), 401, "token_unknown", "Authorization")
    problem(send(Caller(), route, table.pk, Authorization="Basic YTpi"), 401, "token_unreadable", "Authorization")
    assert rows() == before


@each_route
def test_an_old_a_revoked_and_a_closed_account_s_token_open_nothing(route: Route, table: Match):
    ana, now = person("ana"), timezone.now()
    old = token_of(ana, days=1, now=now - timedelta(days=2))
    revoked = token_of(ana)
    revoke_token(token=Token.objects.get(user=ana, expires_at__gt=now), now=now)
    closed = token_of(person("dora"))
    User.objects.filter(username="dora").update(is_active=False)
    before = rows()
    for text, code in ((old, "token_expired"), (revoked, "token_revoked"), (closed, "account_closed")):
        problem(send(Caller(text), route, table.pk), 401, code, "Authorization")
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
        problem(reply, 403, "scope_missing", "Authorization")
        assert rows() == before
        wide = send(caller(ana, route.scope), route, table.pk)
        assert b"scope_missing" not in wide.content
        # What is to be deleted may not be there.
        assert wide.status_code not in ((401, 405) if route.method == "delete" else (401, 404))


@each_route
def test_someone_else_s_private_match_is_not_there(route: Route, table: Match):
    if route.of_match:
        stranger, before = caller(person("dora")), rows()
        theirs, none = send(stranger, route, table.pk), send(stranger, route, 987654)
        problem(theirs, 404, "not_found")
        assert theirs.content == none.content and rows() == before


@each_with_a_body
def test_bodies_that_cannot_be_read_change_nothing(route: Route, table: Match):
    ana, path = caller(person("ana")), route.at(table.pk)
    before = rows()
    problem(ana.send(route.method, path, b"{"), 400, "not_json", "/")
    problem(ana.send(route.method, path, b"\xff\xfe"), 400, "not_json", "/")
    problem(ana.send(route.method, path, b'"' + b"x" * LARGEST_FILE + b'"'), 413, "body_too_large", "/")
    problem(ana.send(route.method, path, b"[" * 20 + b"]" * 20), 400, "body_too_deep", "/")
    problem(ana.send(route.method, path, b"[" * 30_000 + b"]" * 30_000), 400, "body_too_deep", "/")
    problem(ana.send(route.method, path, rb'{"a": 1, "\u0061": 2}'), 400, "key_twice", "/")
    problem(ana.send(route.method, path, []), 400, "field_invalid", "/")
    problem(ana.send(route.method, path, {**(route.body or {}), "surprise": 1}), 400, "field_unknown", "/surprise")
    reply = ana.client.generic(route.method, f"/api/v1/{path}", b"a=b", content_type="text/plain", headers=ana.headers)
    problem(reply, 415, "content_type_not_json", "Content-Type")
    assert rows() == before


@pytest.mark.parametrize("body", [b"{", b"a=b", b"[" * 20])
def test_the_body_of_a_delete_is_not_read(body: bytes):
    match, people = table_of("ana", "ben", "cleo")
    path = f"/api/v1/matches/{match.pk}/star"
    for headers in ({}, {"Idempotency-Key": "k"}):
        ana = caller(people[0])
        ana.send("put", f"matches/{match.pk}/star")
        reply = ana.client.delete(path, body, content_type="text/plain", headers=ana.headers | headers)
        assert (reply.status_code, reply.json()["starred"]) == (200, False)


@each_route
def test_a_parameter_that_nobody_knows_is_named(route: Route, table: Match):
    path = f"{route.path}{'&' if '?' in route.path else '?'}surprise=1"
    reply = send(caller(person("ana")), route._replace(path=path), table.pk)
    problem(reply, 400, "field_unknown", "surprise")


@each_route
def test_a_method_that_is_not_there(route: Route, table: Match):
    ana = caller(person("ana"))
    path = f"/api/v1/{route.at(table.pk)}"
    taken = {other.method for other in ALL if other.path.partition("?")[0] == route.path.partition("?")[0]}
    for method in {"get", "post", "put", "delete", "patch", "options"} - taken:
        reply = ana.client.generic(method, path, headers=ana.headers)
        problem(reply, 405, "method_not_allowed")
        assert {allowed.lower() for allowed in reply.headers["Allow"].split(", ")} - {"head"} == taken


@each_writing
def test_a_log_in_of_the_site_must_show_that_its_page_sent_the_request(route: Route, table: Match):
    client = Client(enforce_csrf_checks=True)
    client.force_login(person("ana"))
    before = rows()
    path = f"/api/v1/{route.at(table.pk)}"
    reply = client.generic(route.method, path, b"{}", content_type="application/json")
    problem(reply, 403, "csrf_failed", "X-CSRFToken")
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
    "illegal": ({"step": 1, "actions": [{"act": "bid", "tiles": ["S5"]}]}, 400, "illegal_action", "/actions"),
    "stale": ({"step": 0, "actions": [{"act": "reroll"}]}, 409, "table_moved_on", "/step"),
    "too early": ({"step": 7, "actions": [{"act": "reroll"}]}, 409, "table_moved_on", "/step"),
    "two while others answer": ({"step": 1, "actions": [{"act": "reroll"}] * 2}, 400, "others_awaited", "/actions"),
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
    "too few": ({"game": "bid", "seats": [{"kind": "open"}]}, "seats_out_of_range", "/seats"),
    "a seat of no kind": ({"game": "bid", "seats": [{"kind": "sofa"}]}, "field_invalid", "/seats/0/kind"),
    "no such bot": ({"game": "bid", "seats": [{"kind": "bot", "name": "x"}] * 2}, "no_such_bot", "/seats"),
    "nobody of this name": (
        {"game": "bid", "seats": [{"kind": "named", "name": "zoe"}] * 2},
        "no_such_player",
        "/seats",
    ),
    "an option unknown": (NEW | {"options": {"speed": 3}}, "field_unknown", "/options/speed"),
    "an option out of range": (NEW | {"options": {"target": -1}}, "field_invalid", "/options/target"),
    "no such time": (NEW | {"turn_seconds": 7}, "no_such_time_control", "/turn_seconds"),
    "a seed that nobody was offered": (NEW | {"seed_token": "x"}, "seed_offer_invalid", "/seed_token"),
    "words with a zero": (NEW | {"contribution": "a\0b"}, "field_invalid", "/contribution"),
}


@pytest.mark.parametrize("case", BAD_TABLES)
def test_tables_that_cannot_be_opened(case: str):
    body, code, field = BAD_TABLES[case]
    ana = caller(person("ana"))
    before = rows()
    problem(ana.post("matches", body), 400, code, field)
    assert rows() == before


@pytest.mark.parametrize("path", ["matches", "seeds", "matches/{number}/answers"])
def test_a_body_of_more_than_64_kilobytes_is_refused_before_it_is_read(path: str, table: Match):
    ana = caller(person("ana"))
    whole = b'{"ever": "' + b"x" * (64 * 1024 - 12) + b'"}'
    assert len(whole) == 64 * 1024
    before = rows()
    assert ana.post(path.format(number=table.pk), whole).status_code == 400
    problem(ana.post(path.format(number=table.pk), whole + b" "), 413, "body_too_large", "/")
    assert rows() == before


@pytest.mark.parametrize(
    "path",
    [
        "matches?cursor=",
        "matches/{number}/log?cursor=",
        "matches/{number}/legal-actions?cursor=",
        "notices?cursor=",
        "tournaments?cursor=",
        "replays?cursor=",
        "reports?cursor=",
        "ratings?game=bid&cursor=",
        "blocks?cursor=",
        "mutings?cursor=",
        "challenges?cursor=",
        "ladders?cursor=",
        "ladders/rungs/rungs?cursor=",
        "ladders/rungs/changes?cursor=",
        "ladders/rungs/seasons?cursor=",
        "ladders/rungs/seasons/{number}?cursor=",
        "hall/seasons?cursor=",
        "hall/tournaments?cursor=",
        "tournaments/{number}/entries?cursor=",
        "tournaments/{number}/standings?cursor=",
        "tournaments/{number}/tables?cursor=",
        "tournaments/{number}/reasons?cursor=",
        "players/ana/opponents?cursor=",
        "players/ana/opponents/ben?cursor=",
        "notices/sent?cursor=",
        "me/sanctions?cursor=",
    ],
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
    monkeypatch.setattr("matches.api.turns.turns_of", lambda user: 1 / 0)
    problem(ana.get("turns"), 500, "broken")
