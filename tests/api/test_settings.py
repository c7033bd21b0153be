"""What a program knows of a table's terms before it sits down."""

from dataclasses import fields
from typing import Any

import pytest

from games.briefs import brief, lists
from games.models import Match
from games.terms import Clock, Manners
from tests.api.programs import caller
from tests.api.test_playing import opened
from tests.games.tables import DAY, person

pytestmark = pytest.mark.django_db

TERMS: dict[str, Any] = {
    "turn_seconds": 7 * DAY,
    "increment_seconds": 2 * DAY,
    "cap_seconds": 14 * DAY,
    "weekends_off": True,
    "vacations": False,
    "excuses": 0,
    "private": False,
    "hide_answered": True,
    "spectators": False,
    "anonymous": True,
    "rated": True,
}
assert TERMS.keys() == {field.name for kind in (Clock, Manners) for field in fields(kind)}


def test_a_program_reads_the_terms_that_a_table_was_opened_with_before_it_joins():
    wishes: dict[str, Any] = {**TERMS, "spectators": True}
    number, _ = opened("ana", "ben", "cleo", **wishes)
    ana, dora = caller(person("ana")), caller(person("dora"))
    seats = [{"kind": "open"}, {"kind": "open"}]
    waiting = ana.post("matches", {"game": "bid", "seats": seats, **TERMS}).json()["number"]
    assert dora.get(f"matches/{number}").json()["terms"] == TERMS | {"spectators": True}
    lines = dora.get("matches").json()["results"]
    assert [(line["number"], line["terms"]) for line in lines] == [(waiting, TERMS)]


def test_the_line_of_a_table_that_i_may_not_watch_keeps_its_terms():
    number, (ana, *_) = opened("ana", "ben", "cleo", spectators=False)
    [line] = caller(person("dora")).get("matches?status=running").json()["results"]
    assert (line["number"], line["terms"]) == (number, None)
    [mine] = ana.get("matches?mine=true").json()["results"]
    assert mine["terms"]["spectators"] is False


def test_a_substitute_knows_what_a_closed_table_is_played_for_before_sitting_down():
    number, (ana, *_) = opened("ana", "ben", "cleo", spectators=False, options={"target": 25})
    dora = caller(person("dora"))
    assert ana.send("put", f"matches/{number}/seats/0/offer", {"wanted": True}).status_code == 200
    [line] = dora.get("matches?show=seats").json()["results"]
    assert (line["terms"]["spectators"], line["options"]["target"], line["open_seats"]) == (False, 25, [0])
    assert (line["stage"], line["deadline"], line["result"]) == ("", None, "")
    Match.objects.filter(pk=number).update(private=True)
    line = brief(lists().get(pk=number), person("dora").pk)
    assert (line.clock, line.manners, line.options) == (None, None, None)
