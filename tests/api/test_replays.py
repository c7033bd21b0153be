"""Uploading a match through the API: valid records are saved, others are refused with the field and change nothing."""

import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from api.scopes import Scope
from matches.models.social import Replay
from matches.view.record_check import LARGEST_FILE
from tests.api.bots import Caller, caller, problem
from tests.matches.tables import person
from tests.matches.test_replays import record_of

pytestmark = pytest.mark.django_db


def raw_record(slug: str = "bid") -> dict[str, Any]:
    found: dict[str, Any] = json.loads(record_of(slug))
    return found


def test_a_match_is_brought_looked_at_and_removed():
    ana, ben = caller(person("ana")), caller(person("ben"))
    made = ana.post("replays", {"record": raw_record()})
    assert made.status_code == 201
    token = made.json()["token"]
    assert made.json()["title"] == "Bid!: ana, ben and cleo"
    assert made.json()["url"] == f"http://testserver/replays/{token}/"
    assert ana.get("replays").json()["results"] == [made.json()]
    assert ben.get("replays").json()["results"] == []
    assert ana.post("replays", {"record": raw_record()}).json() == made.json()
    last, first = ben.get(f"replays/{token}").json(), ben.get(f"replays/{token}?step=0&seat=1").json()
    assert last["step"] == last["last_step"] > 0 and last["result"] and last["me"] is None
    assert (first["step"], first["me"]) == (0, 1) and len(first["seen"]["hand"]) == 6
    problem(ben.delete(f"replays/{token}"), 404, "not_found")
    assert ana.delete(f"replays/{token}").status_code == 204
    problem(ben.get(f"replays/{token}"), 404, "not_found")


@pytest.mark.parametrize("slug", ["hexes", "tp5"])
def test_the_longest_records_are_taken(slug: str):
    assert caller(person("ana")).post("replays", {"record": raw_record(slug)}).status_code == 201


@pytest.mark.parametrize("query", ["step=9999", "seat=3", "step=0&seat=12"])
def test_a_replay_has_no_other_positions(query: str):
    ana = caller(person("ana"))
    token = ana.post("replays", {"record": raw_record()}).json()["token"]
    problem(ana.get(f"replays/{token}?{query}"), 404, "not_found")


def is_refused(one: Caller, raw: dict[str, Any], code: str, field: str) -> None:
    problem(one.post("replays", {"record": raw}), 400, code, field)
    assert not Replay.objects.exists()


WRONG: dict[str, tuple[dict[str, Any], str, str]] = {
    "another form": ({"format": "another 2"}, "file_format", "/record/format"),
    "another game": ({"game": "chess"}, "file_game", "/record/game"),
    "other rules": ({"rules_version": 99}, "file_game", "/record/game"),
    "words for a number": ({"players": "three"}, "field_invalid", "/record/players"),
    "too many players": ({"players": 4}, "file_beginning", "/record/steps"),
    "an option": ({"options": {"target": "far"}}, "file_options", "/record/options"),
    "a step without its link": ({"steps": [{"step": 1}]}, "field_invalid", "/record/steps/0/step"),
    "no seed": ({"site_seed": "zz"}, "file_seed", "/record/site_seed"),
    "another seed": ({"site_seed": "00"}, "file_seed", "/record/site_seed"),
    "a name": ({"seats": [{"name": " ", "contribution": ""}] * 3}, "file_chain", "/record/steps"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_is_named(case: str):
    change, code, field = WRONG[case]
    is_refused(caller(person("ana")), raw_record() | change, code, field)


def test_a_name_that_cannot_be_shown_is_named():
    raw = raw_record()
    raw["seats"][0]["name"] = "a\x00b"
    is_refused(caller(person("ana")), raw, "file_checksum", "/record/checksum")
    del raw["checksum"], raw["proof"]
    is_refused(caller(person("ana")), raw, "file_names", "/record/seats")


def test_one_changed_draw_and_a_missing_end_are_named():
    ana, raw = caller(person("ana")), raw_record()
    raw["steps"][0]["step"]["draws"][0] += 1
    is_refused(ana, raw, "file_chain", "/record/steps")
    raw = raw_record()
    is_refused(ana, raw | {"steps": raw["steps"][:-1]}, "file_end", "/record/steps")


@pytest.mark.parametrize("part", [0.1, 0.5, 0.999])
def test_a_file_cut_short_is_no_json(part: float):
    body = json.dumps({"record": raw_record()}).encode()
    problem(caller(person("ana")).post("replays", body[: int(len(body) * part)]), 400, "not_json", "/")
    assert not Replay.objects.exists()


@pytest.mark.parametrize(
    ("before", "twice"),
    [
        (b"{", b'"record": {}, '),
        (b'{"record": {', b'"format": "x", '),
        (b'{"record": {', rb'"\u0067ame": "chess", '),
        (b'"step": {', b'"number": 99, '),
        (b'"proof": {', b'"key": "", '),
    ],
)
def test_a_key_that_is_there_twice_is_refused_and_no_value_of_it_chosen(before: bytes, twice: bytes):
    body = json.dumps({"record": raw_record()}).encode()
    assert before in body
    reply = caller(person("ana")).post("replays", body.replace(before, before + twice, 1))
    problem(reply, 400, "key_twice", "/")
    assert not Replay.objects.exists()


REPLACEMENTS = (b" ", b'"', b"0", b"7", b"e", b"}", b"\\", b"\x00", b"\xff")


def spoilt(whole: bytes, places: int) -> Iterator[bytes]:
    """A body with one byte changed, at many places: to its neighbour, and to what means something in JSON."""
    for count in range(places):
        at = count * (len(whole) - 1) // (places - 1)
        other = bytes([whole[at] ^ 1]) if count % 2 else REPLACEMENTS[count // 2 % len(REPLACEMENTS)]
        if other != whole[at : at + 1]:
            yield whole[:at] + other + whole[at + 1 :]


def meant(body: bytes) -> Any:
    """What a body says, whatever its blanks; None for no JSON."""
    try:
        return msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


def has_no_checksum(value: Any) -> bool:
    """True if the name of the checksum was changed: then the record is like those of before."""
    return value is not None and "record" in value and "checksum" not in value["record"]


def test_one_changed_byte_is_refused_with_its_field_unless_it_means_the_same(settings: Any):
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"replay": "10000/h/user"}
    settings.API_REQUESTS_PER_MINUTE = settings.BOT_WRITES_PER_MINUTE = 10_000
    ana, whole = caller(person("ana")), json.dumps({"record": raw_record()}).encode()
    bodies = list(spoilt(whole, 230))
    assert len(bodies) > 200
    for body in bodies:
        reply = ana.post("replays", body)
        if meant(body) == meant(whole) or has_no_checksum(meant(body)):
            assert reply.status_code == 201
            Replay.objects.all().delete()
        else:
            assert reply.status_code == 400, body
            assert all(error["field"] for error in reply.json()["errors"]) and reply.json()["errors"], body
            assert not Replay.objects.exists()


def test_a_record_just_as_large_as_may_be_is_kept():
    body = json.dumps({"record": raw_record()}).encode().ljust(LARGEST_FILE)
    assert caller(person("ana")).post("replays", body).status_code == 201


def test_a_record_too_large_is_refused_before_it_is_read():
    body = b'{"record": {"game": "' + b"x" * LARGEST_FILE + b'"}}'
    problem(caller(person("ana")).post("replays", body), 413, "body_too_large", "/")


def test_as_many_as_on_the_page_are_taken(settings: Any):
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"replay": "1/h/user"}
    ana = caller(person("ana"))
    assert ana.post("replays", {"record": raw_record()}).status_code == 201
    reply = ana.post("replays", {"record": raw_record()})
    problem(reply, 429, "too_many_requests")
    assert reply.headers["Retry-After"] == "3600"


def test_a_replay_is_the_same_on_both_ways():
    ana = person("ana")
    token = caller(ana, Scope.MANAGE).post("replays", {"record": raw_record()}, key="once").json()["token"]
    again = caller(ana, Scope.MANAGE).post("replays", {"record": raw_record()}, key="once")
    assert (again.headers["Idempotency-Replayed"], again.json()["token"]) == ("true", token)
    assert Replay.objects.get().digest == raw_record()["steps"][-1]["hash"]
