"""Quick tables by the API."""

from typing import Any

import pytest

from matches.models import Match
from meeting.models import Seeker
from tests.api.bots import caller, problem
from tests.matches.tables import DAY, person

pytestmark = pytest.mark.django_db
DUEL: dict[str, list[Any]] = {"games": ["tp5"], "paces": [str(DAY)], "seats": [2]}


def test_programs_ask_wait_find_and_leave() -> None:
    ana, ben = caller(person("ana")), caller(person("ben"))
    assert ana.get("quick-table").json()["waiting_since"] is None
    waiting = ana.send("put", "quick-table", DUEL | {"bots_after_minutes": 30}).json()
    assert (waiting["match"], waiting["people_waiting"], waiting["games"]) == (None, 1, ["tp5"])
    assert waiting["bots_after_minutes"] == 30
    found = ben.send("put", "quick-table", {}).json()
    assert found["match"] == Match.objects.get().pk
    assert found["waiting_since"] is None
    cleo = caller(person("cleo"))
    assert cleo.send("put", "quick-table", {"games": ["bid"]}).json()["waiting_since"]
    assert cleo.delete("quick-table").json()["waiting_since"] is None
    assert not Seeker.objects.exists()
    problem(cleo.delete("quick-table"), 404, "not_found")


def test_what_is_named_again_and_again_counts_once() -> None:
    ana = caller(person("ana"))
    waiting = ana.send("put", "quick-table", {name: values * 9 for name, values in DUEL.items()}).json()
    assert {name: waiting[name] for name in DUEL} == DUEL


def test_what_cannot_be_is_refused_with_its_field() -> None:
    ana = caller(person("ana"))
    problem(ana.send("put", "quick-table", {"games": ["chess"]}), 400, "no_such_choice", "/games")
    problem(ana.send("put", "quick-table", {"games": ["bid"], "seats": [2]}), 400, "nothing_fits", "/games")
    problem(ana.send("put", "quick-table", {"bots_after_minutes": 7}), 400, "no_such_time", "/bots_after_minutes")
    live = {"paces": ["300"], "bots_after_minutes": 120}
    problem(ana.send("put", "quick-table", live), 400, "no_such_time", "/bots_after_minutes")
    assert ana.send("put", "quick-table", live | {"paces": ["300", "86400"]}).status_code == 200
    problem(ana.send("put", "quick-table", {"seats": ["two"]}), 400, "field_invalid", "/seats/0")
