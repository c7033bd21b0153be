"""Settings of users, through the API: blocks, quiet hours, vacation, feeds."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import Block, User, VacationDay
from api.scopes import Scope
from notifications.models import Feed
from tests.api.bots import caller, problem
from tests.matches.tables import NOON, person

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _noon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON)


def body_of(reply: Any) -> dict[str, Any]:
    assert reply.status_code == 200, reply.content
    found: dict[str, Any] = reply.json()
    return found


def test_somebody_is_blocked_and_met_again():
    ana, _ = caller(person("ana")), person("ben")
    assert body_of(ana.post("blocks", {"name": "BEN"}, key="once"))["results"] == ["ben"]
    assert body_of(ana.post("blocks", {"name": "BEN"}, key="once")) == body_of(ana.post("blocks", {"name": "ben"}))
    assert body_of(ana.get("blocks")) == {"results": ["ben"], "next_cursor": None} and Block.objects.count() == 1
    assert body_of(caller(person("ben")).get("blocks"))["results"] == [], "they are not told"
    assert body_of(ana.delete("blocks/BEN"))["results"] == []
    problem(ana.delete("blocks/ben"), 404, "not_found")
    problem(ana.delete("blocks/nobody"), 404, "not_found")
    problem(ana.post("blocks", {"name": "nobody"}), 400, "no_such_player", "/name")
    problem(ana.post("blocks", {"name": "ana"}), 400, "own_name", "/name")
    User.objects.create(username="Steady-1", kind="house", brain="steady")
    problem(ana.post("blocks", {"name": "Steady-1"}), 400, "house", "/name")


def test_an_account_that_is_closed_for_now_can_be_blocked_as_on_its_page() -> None:
    ana, emil = caller(person("ana")), person("emil")
    emil.is_active = False
    emil.save(update_fields=["is_active"])
    assert body_of(ana.post("blocks", {"name": "emil"}))["results"] == ["emil"]


def test_quiet_hours_are_chosen_and_given_up():
    user = person("ana")
    ana = caller(user)
    chosen = {"quiet_from": "22:30", "quiet_until": "07:00"}
    assert body_of(ana.send("put", "me/quiet-hours", chosen)) == chosen | {"time_zone": "UTC"}
    assert body_of(ana.get("me/quiet-hours")) == chosen | {"time_zone": "UTC"}
    problem(ana.send("put", "me/quiet-hours", chosen | {"quiet_from": None}), 400, "field_invalid", "/quiet_from")
    problem(
        ana.send("put", "me/quiet-hours", chosen | {"quiet_from": "01:00", "quiet_until": "00:30"}),
        400,
        "field_invalid",
    )
    problem(ana.send("put", "me/quiet-hours", chosen | {"quiet_from": "25:00"}), 400, "field_invalid", "/quiet_from")
    none = {"quiet_from": None, "quiet_until": None}
    assert body_of(ana.delete("me/quiet-hours")) == none | {"time_zone": "UTC"} == body_of(ana.get("me/quiet-hours"))


def test_days_are_taken_off_and_given_back():
    ana = caller(person("ana"))
    before = body_of(ana.get("me/vacation"))
    assert before["results"] == [] and [left["year"] for left in before["left"]] == [2026, 2027]
    span = {"first": "2026-05-10", "last": "2026-05-12"}
    taken = body_of(ana.post("me/vacation", span, key="once"))
    assert taken == body_of(ana.post("me/vacation", span, key="once"))
    assert taken["results"] == [span] and taken["left"][0]["days"] == before["left"][0]["days"] - 3
    problem(ana.post("me/vacation", {"first": "2026-05-04", "last": "2026-05-05"}), 400, "vacation_too_early", "/first")
    problem(ana.post("me/vacation", {"first": "2026-05-09", "last": "2026-05-08"}), 400, "vacation_backwards", "/last")
    problem(ana.post("me/vacation", {"first": "2026-06-01", "last": "2026-12-01"}), 400, "vacation_too_many", "/first")
    problem(ana.post("me/vacation", {"first": "soon", "last": "2026-12-01"}), 400, "field_invalid", "/first")
    problem(ana.delete("me/vacation?first=2026-05-11"), 400, "field_missing", "last")
    problem(ana.delete("me/vacation?first=2026-05-11&last=soon"), 400, "field_invalid", "last")
    problem(ana.delete("me/vacation?first=2026-05-13&last=2026-05-31"), 404, "not_found")
    back = body_of(ana.delete("me/vacation?first=2026-05-11&last=2026-05-31"))
    assert back["results"] == [{"first": "2026-05-10", "last": "2026-05-10"}]
    assert VacationDay.objects.count() == 1


def test_feeds_get_new_addresses_and_are_closed():
    ana = caller(person("ana"))
    assert body_of(ana.get("notices/feeds")) == {"made_at": None, "deadlines": None, "turns": None}
    first, second = (body_of(ana.post("notices/feeds", {}, key=key)) for key in ("one", "two"))
    paths = [made["deadlines"].partition("/feeds/")[2] for made in (first, second)]
    assert first["turns"].endswith(".atom") and paths[0] != paths[1]
    assert [Client().get(f"/feeds/{path}").status_code for path in paths] == [404, 200], "a new address closes the old"
    known = body_of(ana.get("notices/feeds"))
    assert known["made_at"] and known["deadlines"] is None, "an address is shown once"
    assert ana.delete("notices/feeds").status_code == 204
    assert body_of(ana.get("notices/feeds"))["made_at"] is None
    assert Client().get(f"/feeds/{paths[1]}").status_code == 404 and not Feed.objects.exists()


def test_reading_alone_changes_nothing():
    reads = caller(person("ana"), Scope.READ)
    for method, path in (
        ("post", "blocks"),
        ("put", "me/quiet-hours"),
        ("post", "me/vacation"),
        ("post", "notices/feeds"),
    ):
        problem(reads.send(method, path, {}), 403, "scope_missing")


def test_who_names_the_zone_that_they_have_already_has_chosen_it():
    ana = person("ana")
    assert not ana.zone_chosen
    assert caller(ana).send("PUT", "me/preferences", {"time_zone": ana.time_zone}).status_code == 200
    ana.refresh_from_db()
    assert ana.zone_chosen


def test_the_record_of_a_name_with_a_full_stop_is_taken_away():
    assert caller(person("an.na")).get("sheets/record/an.na").status_code == 200
