"""What people do on pages besides playing, done through the API: exports, choices of notices, muting, organising."""

from typing import Any, get_args

import jsonschema
import pytest
from django.test import Client

from ladders.api.organising import TimeControlName
from ladders.forms import TIME_CONTROLS
from ladders.models import Apart, Division, Ladder, Season, Tournament
from matches.models.social import Muting
from notifications.models import NoticePreferences, TopicPreferences, Webhook
from tests.api.bots import Caller, caller, problem
from tests.ladders.play import ladder_of, organiser
from tests.matches.tables import person, table_of
from tests.matches.test_exports import played
from tests.support.ppn import read_ppn

pytestmark = pytest.mark.django_db
LATER = "2099-05-04T12:00:00Z"
LADDER = {"game": "bid", "title": "The steep one", "fewest_players": 3, "most_players": 4}
CUP = {"game": "bid", "title": "Another cup", "kind": "swiss", "seats": 4, "starts_at": LATER}


def body_of(reply: Any, status: int = 200) -> dict[str, Any]:
    assert reply.status_code == status, reply.content
    found: dict[str, Any] = reply.json()
    return found


# --- Exports ---


def test_a_match_is_exported_as_far_as_i_may_know_it():
    match, people = played("bid", 2)
    ana = caller(people[0])
    mine = body_of(ana.get(f"matches/{match.pk}/export"))
    theirs = body_of(caller(person("dora")).get(f"matches/{match.pk}/export"))
    assert mine["content"]["viewer"] == 0 and theirs["content"]["viewer"] is None
    assert mine["content"]["steps"][0]["seen"]["hand"] and not theirs["content"]["steps"][0]["seen"]["hand"]
    schema = Client().get(mine["schema"].removeprefix("http://testserver")).json()
    jsonschema.validate(mine["content"], schema)
    problem(ana.get(f"matches/{match.pk}/export?form=record"), 403, "match_not_finished")


def test_a_finished_match_is_exported_as_record_and_in_the_notation():
    match, people = played("bid")
    ana = caller(people[0])
    record = body_of(ana.get(f"matches/{match.pk}/export?form=record"))
    assert record["content"] == Client().get(f"/table/{match.pk}/match.json").json()
    text = body_of(ana.get(f"matches/{match.pk}/export?form=ppn"))["text"]
    assert len(read_ppn(text).tables) == match.step + 1


def test_what_comes_too_late_is_a_conflict_whichever_request_meets_it():
    """One code has one status: a bot that meets 409 reads the match again."""
    match, people = played("bid")
    ana, answer = caller(people[0]), {"step": 1, "actions": [{"act": "let_stand"}]}
    problem(ana.post(f"matches/{match.pk}/answers", answer), 409, "match_not_running")
    problem(ana.post(f"matches/{match.pk}/resign"), 409, "match_not_running")
    problem(ana.post(f"matches/{match.pk}/seat/take-back"), 409, "no_stand_in")


def test_an_export_that_cannot_be_says_why():
    match, people = table_of("ana", "ben", slug="hexes")
    problem(caller(people[0]).get(f"matches/{match.pk}/export?form=ppn"), 400, "no_piecepack")
    problem(caller(people[0]).get(f"matches/{match.pk}/export?form=song"), 400, "field_invalid", "form")


# --- Notices ---


def test_what_i_am_told_is_chosen_kind_by_kind():
    ana = caller(person("ana"))
    before = body_of(ana.get("notices/choices"))
    body = {"channels": {"turn": ["page"]}, "reminders": ["8h"], "digest_hour": 6}
    after = body_of(ana.send("put", "notices/choices", body))
    assert after == body_of(ana.get("notices/choices"))
    assert after["channels"] == {**before["channels"], "turn": ["page"]}
    assert (after["reminders"], after["digest_hour"]) == (["8h"], 6)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"channels": {"rain": ["page"]}}, "/channels/rain"),
        ({"channels": {"turn": ["page", "pigeon"]}}, "/channels/turn/1"),
        ({"channels": {"turn": "page"}}, "/channels/turn"),
        ({"reminders": ["24h", "soon"]}, "/reminders/1"),
        ({"digest_hour": 24}, "/digest_hour"),
    ],
)
def test_choices_that_are_none_are_named(body: dict[str, Any], field: str):
    reply = caller(person("ana")).send("put", "notices/choices", body)
    assert body_of(reply, 400)["errors"][0]["field"].startswith(field.rsplit("/", 1)[0])
    assert not NoticePreferences.objects.exists()


def test_one_match_may_be_told_otherwise_and_again_as_all():
    match, people = table_of("ana", "ben", "cleo")
    ana, path = caller(people[0]), f"matches/{match.pk}/notices"
    assert body_of(ana.get(path))["special"] is False
    choices = body_of(ana.send("put", path, {"channels": {"turn": []}}))
    assert choices["special"] and choices["channels"]["turn"] == []
    assert body_of(ana.get("notices/choices"))["channels"]["turn"] != []
    assert body_of(ana.delete(path))["special"] is False
    assert not TopicPreferences.objects.exists()
    problem(caller(person("dora")).get(path), 403, "not_your_seat")


def test_a_webhook_is_set_and_removed(monkeypatch: pytest.MonkeyPatch):
    ana = caller(person("ana"))
    problem(ana.send("put", "notices/webhook", {"url": "ftp://x"}), 400, "field_invalid", "/url")
    problem(ana.send("put", "notices/webhook", {"url": "https://x", "form": "fax"}), 400, "field_invalid", "/form")
    monkeypatch.setattr("notifications.services.devices.check_url", lambda url: None)
    kept = body_of(ana.send("put", "notices/webhook", {"url": "https://example.org/hook"}))
    assert kept["key"] and kept == body_of(ana.get("notices/webhook"))
    assert ana.delete("notices/webhook").status_code == 204
    assert body_of(ana.get("notices/webhook"))["url"] is None
    assert not Webhook.objects.exists()


# --- Muting ---


def test_an_author_is_muted_and_read_again():
    match, people = table_of("ana", "ben", "cleo")
    ana, ben = caller(people[0]), caller(people[1])
    assert ben.post(f"matches/{match.pk}/chat", {"room": "players", "text": "Hello"}).status_code == 201
    body = {"match": match.pk, "room": "players", "number": 1}
    assert body_of(ana.post("mutings", body)) == {"results": ["ben"], "next_cursor": None}
    assert body_of(ana.get("mutings"))["results"] == ["ben"]
    assert body_of(ben.get("mutings")) == {"results": [], "next_cursor": None}
    problem(ana.delete("mutings/nobody"), 404, "not_found")
    problem(ana.delete("mutings/cleo"), 404, "not_found")
    problem(ben.delete("mutings/ben"), 404, "not_found")
    assert body_of(ana.delete("mutings/BEN")) == {"results": [], "next_cursor": None}
    assert ana.post("mutings", body | {"number": 9}).status_code == 403
    assert not Muting.objects.exists()


def test_a_chat_is_muted_and_shown_again():
    match, people = table_of("ana", "ben", "cleo")
    ana = caller(people[0])
    assert body_of(ana.send("put", f"matches/{match.pk}/chat/mute"))["muted"]
    assert body_of(ana.get(f"matches/{match.pk}/chat"))["rooms"] == []
    assert not body_of(ana.delete(f"matches/{match.pk}/chat/mute"))["muted"]


# --- Organisers ---


@pytest.fixture
def olga() -> Caller:
    return caller(organiser())


def test_clocks_are_those_of_the_page():
    assert set(get_args(get_args(TimeControlName)[0])) == set(TIME_CONTROLS)


def test_a_ladder_is_opened_filled_and_closed(olga: Caller):
    person("ana")
    reply = olga.post("ladders", LADDER | {"divisions": ["Upper", "Lower"]})
    made = body_of(reply, 201)
    assert reply.headers["Location"] == f"/api/v1/ladders/{made['slug']}"
    assert Division.objects.filter(ladder__slug=made["slug"]).count() == 2
    path = f"ladders/{made['slug']}"
    trial = body_of(olga.post(f"{path}/entries", {"text": "ana\nnobody"}))
    assert [bool(line["error"]) for line in trial["lines"]] == [False, True] and not trial["kept"]
    assert body_of(olga.get(f"{path}/rungs"))["results"] == []
    body_of(olga.post(f"{path}/entries", {"text": "ana", "keep": True}))
    assert [rung["player"] for rung in body_of(olga.get(f"{path}/rungs"))["results"]] == ["ana"]
    assert body_of(olga.post(f"{path}/close"))["closed"]


def test_a_season_is_announced_and_ended(olga: Caller):
    ladder = ladder_of([person("ana"), person("ben")])
    path = f"ladders/{ladder.slug}/seasons"
    season = body_of(olga.post(path, {"title": "Summer", "starts_at": "2026-01-01T00:00:00Z", "ends_at": LATER}), 201)
    assert body_of(olga.post(f"{path}/{season['number']}/end"))["ended_at"]
    assert Season.objects.get().ended_at is not None
    problem(olga.post(f"{path}/999/end"), 404, "not_found")
    later = {"starts_at": "2089-01-01T00:00:00Z", "ends_at": "2089-06-01T00:00:00Z"}
    season = body_of(olga.post(path, {"title": "Autumn", **later}), 201)
    problem(olga.post(f"{path}/{season['number']}/end"), 409, "season_not_begun")
    assert olga.delete(f"{path}/{season['number']}").status_code == 204
    problem(olga.delete(f"{path}/{Season.objects.get().pk}"), 409, "season_begun")
    problem(caller(person("ana")).delete(f"{path}/{Season.objects.get().pk}"), 403, "not_an_organiser")
    problem(olga.post(path, {"title": "S", "starts_at": LATER, "ends_at": LATER}), 400, "season_dates")
    problem(olga.post(path, {"title": "S", "starts_at": "soon", "ends_at": LATER}), 400, "field_invalid", "/starts_at")


def test_a_tournament_is_announced_filled_started_and_called_off(olga: Caller):
    for name in ("ana", "ben", "cleo", "dora"):
        person(name)
    number = body_of(olga.post("tournaments", CUP | {"round_seconds": 604800, "repeat_days": 28}), 201)["number"]
    cup = Tournament.objects.get(pk=number)
    assert (cup.round_seconds, cup.repeat_days) == (604800, 28)
    body_of(olga.post(f"tournaments/{number}/entries", {"text": "ana\nben\ncleo\ndora", "keep": True}))
    assert body_of(olga.post(f"tournaments/{number}/start"))["status"] == "running"
    assert body_of(olga.post(f"tournaments/{number}/call-off"))["status"] == "called_off"


def test_a_pair_is_kept_apart_and_let_meet_again(olga: Caller):
    person("ana"), person("ben")
    pair = {"one": "ana", "other": "ben"}
    assert body_of(olga.post("pairs-apart", pair)) == {"results": [pair], "next_cursor": None}
    assert body_of(olga.get("pairs-apart"))["results"] == [pair]
    assert body_of(olga.delete("pairs-apart/ben/ana"))["results"] == []
    problem(olga.delete("pairs-apart/ben/nobody"), 404, "not_found")
    problem(olga.post("pairs-apart", pair | {"other": "nobody"}), 400, "no_such_player", "/other")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        (LADDER | {"game": "chess"}, "/game"),
        (LADDER | {"time_control": "sand"}, "/time_control"),
        (LADDER | {"fewest_players": 1}, "/fewest_players"),
        (LADDER | {"options": {"target": "far"}}, "/options/target"),
        (LADDER | {"title": ""}, "/title"),
    ],
)
def test_what_is_wrong_with_a_ladder_is_named(olga: Caller, body: dict[str, Any], field: str):
    assert body_of(olga.post("ladders", body), 400)["errors"][0]["field"] == field
    assert not Ladder.objects.exists()


@pytest.mark.both_databases
def test_moments_are_taken_in_every_zone_and_in_no_far_year(olga: Caller):
    ladder = ladder_of([])
    path, far = f"ladders/{ladder.slug}/seasons", "2445-10-03T15:39:10+20:35"
    season = {"title": "Far", "starts_at": "2026-10-03T15:39:10-23:00", "ends_at": far}
    assert body_of(olga.post(path, season), 201)["ends_at"] == "2445-10-02T19:04:10Z"
    assert body_of(olga.post("tournaments", CUP | {"starts_at": far}), 201)["starts_at"] == "2445-10-02T19:04:10Z"
    for moment in ("0001-01-01T00:00:00+20:00", "9999-12-31T23:00:00-20:00"):
        problem(olga.post(path, season | {"starts_at": moment}), 400, "field_invalid", "/starts_at")
        problem(olga.post(path, season | {"ends_at": moment}), 400, "field_invalid", "/ends_at")
        problem(olga.post("tournaments", CUP | {"starts_at": moment}), 400, "field_invalid", "/starts_at")


@pytest.mark.parametrize(
    "change", [{"kind": "luck"}, {"starts_at": "2000-01-01T00:00:00Z"}, {"kind": "final"}, {"round_seconds": 7200}]
)
def test_a_tournament_that_cannot_be_is_refused(olga: Caller, change: dict[str, Any]):
    assert olga.post("tournaments", CUP | change).status_code == 400
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("post", "ladders", LADDER),
        ("post", "ladders/the-quick-ladder/close", {}),
        ("post", "ladders/the-quick-ladder/entries", {"text": "ana", "keep": True}),
        (
            "post",
            "ladders/the-quick-ladder/seasons",
            {"title": "S", "starts_at": "2026-01-01T00:00:00Z", "ends_at": LATER},
        ),
        ("post", "tournaments", CUP),
        ("get", "pairs-apart", None),
        ("post", "pairs-apart", {"one": "ana", "other": "ben"}),
        ("delete", "pairs-apart/ana/ben", None),
    ],
)
def test_only_organisers_organise(method: str, path: str, body: Any):
    ana = caller(person("ana"))
    ladder_of([person("ana"), person("ben")])
    reply = ana.get(path) if method == "get" else ana.send(method, path, body)
    problem(reply, 403, "not_an_organiser")
    assert (Ladder.objects.filter(closed_at=None).count(), Season.objects.count()) == (1, 0)
    assert (Tournament.objects.count(), Apart.objects.count()) == (0, 0)
