"""What a bot knows of a table's settings before it joins."""

from dataclasses import fields
from typing import Any

import pytest

from engine.table_settings import TableSettings, TimeControl
from matches.api.tables import MatchesQuery, NewMatch
from matches.models import Match
from matches.view.summaries import lists, summary
from tests.api.bots import caller
from tests.api.test_playing import opened
from tests.matches.tables import DAY, person

pytestmark = pytest.mark.django_db

SETTINGS: dict[str, Any] = {
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
    "take_backs": True,
    "stand_in_level": "sharp",
    "sharp_seconds": None,
    "language": "de",
    "least_reliability": 80,
    "least_rating": 1000,
    "most_rating": 2000,
}
assert SETTINGS.keys() == {field.name for kind in (TimeControl, TableSettings) for field in fields(kind)}


def test_lists_are_filtered_by_the_names_of_the_settings():
    limits = {name for name in SETTINGS if name.startswith(("least_", "most_"))}
    assert len(limits) == 3
    assert limits | {"rated", "language"} <= set(MatchesQuery.__struct_fields__) & set(NewMatch.__struct_fields__)


def test_a_program_reads_the_settings_that_a_table_was_opened_with_before_it_joins():
    chosen: dict[str, Any] = {**SETTINGS, "spectators": True}
    number, _ = opened("ana", "ben", "cleo", **chosen)
    ana, dora = caller(person("ana")), caller(person("dora"))
    seats = [{"kind": "open"}, {"kind": "open"}]
    waiting = ana.post("matches", {"game": "bid", "seats": seats, **SETTINGS}).json()["number"]
    assert dora.get(f"matches/{number}").json()["settings"] == SETTINGS | {"spectators": True}
    lines = dora.get("matches").json()["results"]
    assert [(line["number"], line["settings"]) for line in lines] == [(waiting, SETTINGS)]


def test_a_program_sets_and_reads_how_long_sharp_may_think():
    number, (ana, *_) = opened("ana", "ben", "cleo", sharp_seconds=7)
    assert ana.get(f"matches/{number}").json()["settings"]["sharp_seconds"] == 7


def test_the_line_of_a_table_that_i_may_not_watch_keeps_its_settings():
    number, (ana, *_) = opened("ana", "ben", "cleo", spectators=False)
    [line] = caller(person("dora")).get("matches?status=running").json()["results"]
    assert (line["number"], line["settings"]) == (number, None)
    [mine] = ana.get("matches?mine=true").json()["results"]
    assert mine["settings"]["spectators"] is False


def test_a_substitute_knows_what_a_closed_table_is_played_for_before_sitting_down():
    number, (ana, *_) = opened("ana", "ben", "cleo", spectators=False, options={"target": 25})
    dora = caller(person("dora"))
    assert ana.post(f"matches/{number}/seats/0/offer").status_code == 200
    [line] = dora.get("matches?show=seats").json()["results"]
    assert (line["settings"]["spectators"], line["options"]["target"], line["open_seats"]) == (False, 25, [0])
    assert (line["stage"], line["deadline"], line["result"]) == ("", None, "")
    Match.objects.filter(pk=number).update(private=True)
    line = summary(lists().get(pk=number), person("dora").pk)
    assert (line.time_control, line.table_settings, line.options) == (None, None, None)
