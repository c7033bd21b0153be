"""Matches as files: every file has the form that its schema says, and every move leads where the match went."""

import json
from collections import Counter
from datetime import datetime
from functools import cache
from typing import Any

import jsonschema
import msgspec
import pytest
from django.conf import settings
from django.test import Client
from jsonschema.validators import validator_for

from engine.log import MatchRecord
from engine.notation import Row
from engine.ppn import Moment, write_ppn
from engine.quick_chance import RandomChance
from engine.replay import check_record
from games.registry import GAMES
from matches.models import Match
from matches.rounds.resolve import resolve_round
from matches.view.exports import is_piecepack
from matches.view.match_view import match_view, matches
from tests.matches.tables import NOON, answer_all, table_of
from tests.support.clients import client_of
from tests.support.ppn import Written, read_ppn

pytestmark = pytest.mark.django_db

NAMES = ("ana", "ben", "cleo")
SHORT: dict[str, dict[str, Any]] = {"bid": {"target": 50}, "tp5": {"rounds": 1}, "plaque-auction": {"hands": 1}}
PIECEPACK = [slug for slug in GAMES if is_piecepack(slug)]


def played(slug: str, most: int = 10_000, now: datetime = NOON) -> tuple[Match, list[Any]]:
    """A match that was played at random to its end, or so many steps; beside a running site it must not be overdue."""
    match, people = table_of(*NAMES, slug=slug, now=now, **SHORT.get(slug, {}))
    chance = RandomChance(7)
    while match.status == Match.Status.RUNNING and match.step < most:
        answer_all(match, people, chance, now)
        resolve_round(match_id=match.pk, now=now)
        match.refresh_from_db()
    return matches().get(pk=match.pk), people


@cache
def schema_at(path: str) -> Any:
    reply = Client().get(path)
    assert reply["Content-Type"] == "application/schema+json"
    schema = reply.json()
    assert schema["$id"] == f"http://testserver{path}"
    validator_for(schema).check_schema(schema)
    return schema


def check_form(data: bytes, slug: str, form: str) -> None:
    """Raise unless a file is as its schema says."""
    schema = schema_at(f"/schemas/{slug}/{form}-1.json")
    jsonschema.validate(json.loads(data), schema)


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.sampled(2, "every game, not two")
def test_every_file_of_a_match_is_as_its_schema_says(slug: str) -> None:
    match, people = played(slug, 6)
    for reader in (None, people[1]):
        reply = client_of(reader).get(f"/table/{match.pk}/view.json")
        check_form(reply.content, slug, "view")
        assert len(reply.json()["steps"]) == match.step + 1
        assert f"/schemas/{slug}/view-1.json" in reply["Link"]
    match, people = played(slug)
    assert match.status == Match.Status.FINISHED
    check_form(Client().get(f"/table/{match.pk}/match.json").content, slug, "match")
    check_form(Client().get(f"/table/{match.pk}/view.json").content, slug, "view")


@pytest.mark.parametrize("change", [{"game": "hexes"}, {"steps": [{"step": 1}]}, {"options": {"target": "many"}}])
def test_a_schema_refuses_what_is_of_another_form(change: dict[str, Any]) -> None:
    match, _ = played("bid", 3)
    changed = Client().get(f"/table/{match.pk}/view.json").json() | change
    with pytest.raises(jsonschema.ValidationError):
        check_form(json.dumps(changed).encode(), "bid", "view")


def test_a_schema_knows_the_actions_and_events_of_its_game() -> None:
    match, _ = played("bid", 3)
    raw = Client().get(f"/table/{match.pk}/view.json").json()
    raw["steps"][0]["events"][0]["event"] = "rained"
    with pytest.raises(jsonschema.ValidationError):
        check_form(json.dumps(raw).encode(), "bid", "view")


@pytest.mark.parametrize("path", ["/schemas/chess/view-1.json", "/schemas/bid/song-1.json", "/schemas/bid/view-2.json"])
def test_there_is_no_other_schema(path: str) -> None:
    assert Client().get(path).status_code == 404


@pytest.mark.parametrize("page", ["view.json", "view.ppn"])
def test_a_match_that_has_not_begun_is_no_file(page: str) -> None:
    match, _ = table_of("ana", "ben", "cleo")
    Match.objects.filter(pk=match.pk).update(step=-1)
    assert Client().get(f"/table/{match.pk}/{page}").status_code == 404


# --- Portable Piecepack Notation ---


def squares_of(rows: tuple[Row, ...], number: int) -> dict[int, str]:
    """Where the pieces of a fixed row lie, by column."""
    return {2 * place + 1: piece for place, piece in enumerate(rows[number].pieces) if piece}


def assert_lies_so(table: dict[tuple[int, int], str], rows: tuple[Row, ...]) -> None:
    for number, row in enumerate(rows):
        line = 2 * (len(rows) - 1 - number) + 1
        lies = {column: piece for (column, of), piece in table.items() if of == line}
        if row.fixed:
            assert lies == squares_of(rows, number)
        assert Counter(lies.values()) == Counter(row.pieces)


@pytest.mark.parametrize("reader", [None, 1])
@pytest.mark.parametrize("slug", PIECEPACK)
@pytest.mark.sampled(2, "every game, not two")
def test_the_moves_lead_where_the_match_went(slug: str, reader: int | None) -> None:
    match, people = played(slug)
    user = None if reader is None else people[reader]
    found = read_ppn(client_of(user).get(f"/table/{match.pk}/view.ppn").content.decode())
    view = match_view(match, reader, log_steps=None, with_course=True)
    assert len(found.tables) == len(view.course) == match.step + 1
    for step, seen in enumerate(view.course):
        assert_lies_so(found.tables[step], tuple(GAMES[slug].notation.rows(seen, over=True)))
    for entry in view.log:
        assert len(found.comments[entry.step]) == len(entry.sentences) + 1
        assert found.comments[entry.step][-1] == f"link {entry.link}"


def test_the_header_tells_what_the_moves_cannot() -> None:
    match, _ = played("bid")
    reply = Client(headers={"host": "localhost:6666"}).get(f"/table/{match.pk}/view.ppn")
    header = read_ppn(reply.content.decode()).header
    assert header["Players"] == ["ana", "ben", "cleo"]
    assert header["Site"] == f"{settings.SITE_URL}/table/{match.pk}/", "whatever host the request names"
    assert header["Status"] == "finished"
    assert sorted(header["Places"]) == ["ana", "ben", "cleo"]
    assert header["Rows"] == ["Dice", "ana", "ben", "cleo"]


def test_a_hand_lies_face_down_to_others_while_the_match_runs() -> None:
    match, people = played("bid", 4)
    mine = read_ppn(client_of(people[0]).get(f"/table/{match.pk}/view.ppn").content.decode())
    theirs = read_ppn(Client().get(f"/table/{match.pk}/view.ppn").content.decode())
    assert tiles_of(theirs, 5) == {"t"}
    assert len(tiles_of(mine, 5)) == 6
    assert "Hidden" in theirs.header


def tiles_of(found: Written, line: int) -> set[str]:
    """Tiles that lie in a line at the end."""
    last = max(found.tables)
    return {piece for (_, of), piece in found.tables[last].items() if of == line and piece[0] == "t"}


@pytest.mark.parametrize("slug", [slug for slug in GAMES if slug not in PIECEPACK])
def test_games_with_pieces_of_their_own_have_no_piecepack_notation(slug: str) -> None:
    match, _ = table_of(*NAMES, slug=slug)
    assert Client().get(f"/table/{match.pk}/view.ppn").status_code == 404


def test_names_cannot_end_a_comment_or_the_header() -> None:
    rows = (Row("A row", ("tS5",)),)
    text = write_ppn(
        {"Players": ["a }{ ... --- b", '"\n...\n---']}, [Moment("0", rows, ["{--- 7. ...} *a1 said \n... -"])]
    )
    found = read_ppn(text)
    assert found.header["Players"] == ["a }{ ... --- b", '"\n...\n---']
    assert found.tables == {0: {(1, 1): "tS5"}}
    assert len(found.comments[0]) == 1


@pytest.mark.parametrize(
    ("before", "after", "moves"),
    [
        ((("tS5", "tS4"), ("tM2",)), (("tM2", "tS4"), ("tS5",)), {"a3-c1", "a1-a3"}),
        ((("t", "tS4"), ()), (("tS2", "tS4"), ()), {"a3=tS2"}),
        ((("tS2", "tS4"), ()), (("tS4", "tS2"), ()), {"*a3", "*c3", "tS4@a3", "tS2@c3"}),
        ((("dS2",), ("cn", "c5")), (("dSa",), ("c5",)), {"a3=dSa", "*a1"}),
    ],
)
def test_moves_are_written_as_people_would(before: Any, after: Any, moves: set[str]) -> None:
    positions = [(Row("Fixed", first, fixed=True), Row("Loose", second)) for first, second in (before, after)]
    text = write_ppn({}, [Moment(str(step), rows, ()) for step, rows in enumerate(positions)])
    assert set(text.splitlines()[-1].split()[1:]) == moves
    assert_lies_so(read_ppn(text).tables[1], positions[1])


OPTIONAL: dict[str, tuple[str, dict[str, Any], int, str]] = {
    "a statement with or": ("tp5", {"rounds": 1, "chosen_by": "host", "or_statements": True}, 3, ", or its value is "),
    "the dealer's ruling": (
        "tp5",
        {
            "rounds": 1,
            "chosen_by": "host",
            "phestivities": frozenset({"centering_in", "around_the_world"}),
            "dealer_rules": True,
        },
        1,
        " followed, not ",
    ),
    "pawns once hands are shown": (
        "bid",
        {"target": 25, "reroll": "late_pawns"},
        1,
        "Ace of Arms showed all hands",
    ),
}
"""For each rule that an option brings: a game, its options, a seed with which it comes about, and what the log says."""


@pytest.mark.parametrize("name", OPTIONAL)
def test_files_tell_what_an_option_brings_and_are_verified(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    slug, options, seed, says = OPTIONAL[name]
    monkeypatch.setitem(SHORT, slug, options)
    monkeypatch.setattr("matches.log.seeds.new_root", lambda: bytes([seed]) * 32)
    match, _ = played(slug)
    record = Client().get(f"/table/{match.pk}/match.json").content
    check_form(record, slug, "match")
    check_form(Client().get(f"/table/{match.pk}/view.json").content, slug, "view")
    found = read_ppn(Client().get(f"/table/{match.pk}/view.ppn").content.decode())
    assert any(says in comment for comments in found.comments.values() for comment in comments)
    checks = check_record(GAMES[slug], msgspec.json.decode(record, type=MatchRecord)).checks
    assert checks
    assert [check for check in checks if not check.ok] == []
