"""What a service refuses names the field of the request that is the reason."""

from typing import Any
from urllib.parse import urlencode

import pytest

from accounts.identity.blocks import block_user
from api.messages import ApiRequest
from api.scopes import Scope
from api.views import operation
from matches.chat.write import write_message
from matches.models import Match
from tests.api.bots import caller, problem
from tests.api.routes import NEW
from tests.ladders.play import organiser
from tests.matches.tables import NOON, person, table_of

pytestmark = pytest.mark.django_db
MOVE = {"step": 1, "kind": "reroll", "preferences": [{"action": {"act": "reroll"}}]}
PAST = "2020-01-01T00:00:00Z"
LATER = "2099-05-04T12:00:00Z"
CUP = {"game": "bid", "title": "A cup", "kind": "swiss", "seats": 4, "starts_at": LATER}
UP = {"title": "Up", "fewest_players": 3, "most_players": 3}
COMMUNE = {"game": "tp5", "options": {"phestivities": ["commune"], "chosen_by": "host"}}
AT_TABLE: dict[str, tuple[str, Any, int, str, str]] = {
    "a move for an old step": ("conditional-moves", MOVE | {"step": 0}, 409, "table_moved_on", "/step"),
    "a move of no kind": ("conditional-moves", MOVE | {"kind": "castle"}, 400, "unknown_decision", "/kind"),
    "a move beside others": ("conditional-moves", MOVE | {"version": 7}, 409, "conditional_moves_changed", "/version"),
    "a stale move up": ("conditional-moves/0/raise", {"version": 7}, 409, "conditional_moves_changed", "/version"),
    "a message of blanks": ("chat", {"room": "players", "text": " "}, 400, "message_empty", "/text"),
    "a room of others": ("chat", {"room": "spectators", "text": "Hello"}, 403, "not_your_room", "/room"),
    "an answer to no vote": ("votes/answers", {"kind": "pause", "agree": True}, 409, "no_vote", "/kind"),
}


@pytest.fixture
def table() -> Match:
    """A running match of ana and others."""
    return table_of("ana", "ben", "cleo")[0]


@pytest.mark.parametrize("case", AT_TABLE)
def test_at_a_table(case: str, table: Match):
    path, body, status, code, field = AT_TABLE[case]
    problem(caller(person("ana")).post(f"matches/{table.pk}/{path}", body), status, code, field)


@pytest.mark.parametrize("version", ["", "?version=7", "?version=x"])
def test_a_conditional_move_is_removed_from_the_version_that_was_read(table: Match, version: str):
    ana, path = caller(person("ana")), f"matches/{table.pk}/conditional-moves"
    ana.post(path, MOVE)
    status, code = {
        "": (400, "field_missing"),
        "?version=7": (409, "conditional_moves_changed"),
        "?version=x": (400, "field_invalid"),
    }[version]
    problem(ana.delete(f"{path}/0{version}"), status, code, "version")
    assert len(ana.get(path).json()["moves"]) == 1


@pytest.mark.parametrize("place", [1, 10**30])
def test_a_place_without_a_conditional_move(table: Match, place: int):
    ana, path = caller(person("ana")), f"matches/{table.pk}/conditional-moves"
    ana.post(path, MOVE)
    replies = [
        ana.send("put", f"{path}/{place}", MOVE | {"version": 1}),
        ana.delete(f"{path}/{place}?version=1"),
        ana.post(f"{path}/{place}/raise", {"version": 1}),
    ]
    for reply in replies:
        problem(reply, 409, "no_such_conditional_move")
    assert ana.get(path).json()["version"] == 1


def test_mutings_name_the_message(table: Match):
    body = {"match": table.pk, "room": "players", "number": 9}
    problem(caller(person("ana")).post("mutings", body), 403, "no_such_message", "/number")
    problem(caller(person("ana")).post("mutings", body | {"match": 0}), 404, "not_found")


def test_parameters_are_named_too(table: Match):
    ana = caller(person("ana"))
    problem(ana.get(f"matches/{table.pk}/export?form=record"), 403, "match_not_finished", "form")
    hexes, _ = table_of("ana", "ben", "cleo", slug="hexes")
    problem(ana.get(f"matches/{hexes.pk}/export?form=ppn"), 400, "no_piecepack", "form")
    cursor = ana.get(f"matches/{hexes.pk}/legal-actions?limit=1").json()["next_cursor"]
    Match.objects.filter(pk=hexes.pk).update(step=5)
    problem(ana.get(f"matches/{hexes.pk}/legal-actions?cursor={cursor}"), 409, "table_moved_on", "cursor")


@pytest.mark.parametrize(
    ("path", "body", "code", "field"),
    [
        ("tournaments", CUP | {"kind": "brawl"}, "no_such_kind", "/kind"),
        ("tournaments", CUP | {"starts_at": PAST}, "starts_in_the_past", "/starts_at"),
        ("tournaments", CUP | {"time_control": "hard", "round_seconds": 7200}, "round_too_short", "/round_seconds"),
        ("tournaments", CUP | {"go_on": 4}, "go_on", "/go_on"),
        ("tournaments", CUP | {"kind": "final"}, "final_of_what", "/ladder"),
        ("tournaments", CUP | {"ladder": "nowhere"}, "no_such_ladder", "/ladder"),
        ("tournaments", CUP | COMMUNE | {"seats": 3}, "commune_needs_four", "/options"),
        ("ladders", UP | COMMUNE, "commune_needs_four", "/options"),
        (
            "ladders",
            {"game": "bid", "title": "Up", "fewest_players": 4, "most_players": 3},
            "sizes_reversed",
            "/most_players",
        ),
    ],
)
def test_of_organisers(path: str, body: dict[str, Any], code: str, field: str):
    organiser("ana")
    problem(caller(person("ana")).post(path, body), 400, code, field)


def test_what_is_about_no_field_names_none(table: Match):
    answer = problem(caller(person("ana")).post(f"matches/{table.pk}/resume"), 400, "match_not_paused")
    assert answer["errors"] == []


TP5 = {"game": "tp5", "seats": [{"kind": "open"}] * 2}
DRAINED = TP5 | {"options": {"phestivities": ["centering_in"], "chosen_by": "host"}, "seats": [{"kind": "open"}] * 5}


@pytest.mark.parametrize(
    ("body", "code", "field"),
    [
        (TP5 | COMMUNE, "commune_needs_four", "/options"),
        (DRAINED, "no_centre", "/options"),
        (NEW | {"excuses": 99}, "field_invalid", "/excuses"),
        (NEW | {"excuses": -1}, "field_invalid", "/excuses"),
        (NEW | {"stand_in_level": "genius"}, "no_such_stand_in", "/stand_in_level"),
        (NEW | {"sharp_seconds": 0}, "no_such_thinking_time", "/sharp_seconds"),
        (NEW | {"sharp_seconds": 11}, "no_such_thinking_time", "/sharp_seconds"),
        (NEW | {"sharp_seconds": 5, "rated": True}, "rated_thinking_time", "/sharp_seconds"),
        (NEW | {"seats": [{"kind": "open"}, {"kind": "named", "name": "ben"}]}, "blocked_by_you", "/seats"),
    ],
)
def test_of_a_new_table(body: dict[str, Any], code: str, field: str):
    ana = person("ana")
    block_user(user=ana, other=person("ben"), now=NOON)
    problem(caller(ana).post("matches", body), 400, code, field)


def test_a_bot_or_decision_that_a_game_has_not_is_answered_with_those_that_it_has():
    match, people = table_of("ana", "ben", "cleo")
    ana, seats = caller(people[0]), [{"kind": "bot", "name": "genius"}] * 2
    for body in (NEW | {"stand_in_level": "genius"}, NEW | {"seats": seats}):
        assert "Choose one of: random, easy, steady, sharp, patient." in ana.post("matches", body).json()["detail"]
    move = ana.post(f"matches/{match.pk}/conditional-moves", MOVE | {"kind": "castle"})
    assert "Choose one of: reroll, bid, tie_break." in move.json()["detail"]


def test_too_many_open_tables_are_the_fault_of_no_field(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("matches.lobby.tables.OPEN_AT_ONCE", 0)
    assert problem(caller(person("ana")).post("matches", NEW), 400, "too_many_open")["errors"] == []


@pytest.mark.parametrize(
    ("words", "way", "code", "field"),
    [
        (" ", {"player": "ben"}, "report_empty", "/words"),
        ("Rude.", {"player": "ana"}, "own_report", "/player"),
        ("Rude.", {"match": 0, "seat": 0}, "own_report", "/seat"),
        ("Rude.", {"match": 0, "message": {"room": "players", "number": 1}}, "own_report", "/message"),
        ("Stuck.", {"match": 0}, "reported_already", "/match"),
    ],
)
def test_of_a_report(words: str, way: dict[str, Any], code: str, field: str, table: Match):
    write_message(match_id=table.pk, user=person("ana"), room="players", text="Hello", now=NOON)
    ana = caller(person("ana"))
    ana.post("reports", {"category": "bug", "words": "Stuck.", "match": table.pk})
    answer = way | ({"match": table.pk} if "match" in way else {})
    problem(ana.post("reports", {"category": "abuse", "words": words, **answer}), 400, code, field)


@pytest.mark.parametrize(
    ("name", "pointer"),
    [("x/y", "/x~1y"), ("x~y", "/x~0y"), ("a`b", "/a`b"), ("~1", "/~01"), ("two\nlines", "/two\nlines")],
)
def test_names_are_escaped_in_pointers(name: str, pointer: str):
    ana = caller(person("ana"))
    problem(ana.post("seeds", {name: 1}), 400, "field_unknown", pointer)
    problem(ana.post("matches", NEW | {"options": {name: 1}}), 400, "field_unknown", f"/options{pointer}")
    problem(ana.get(f"matches?{urlencode({name: 1})}"), 400, "field_unknown", name)


class Sent(ApiRequest):
    """A body with one field."""

    text: str = ""


@pytest.mark.parametrize("field", ["/words", "text", "/"])
def test_error_fields_are_the_operation_s_own(field: str):
    with pytest.raises(TypeError, match="has no field"):
        operation("Say", scope=Scope.CHAT, reply=None, body=Sent, error_fields={"empty": field})(lambda: None)
