"""The private feeds: deadlines for calendars, turns for feed readers."""

from datetime import timedelta
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from django.test import Client
from django.utils import timezone
from icalendar import Calendar

from accounts.models import User
from matches.models import Seat
from matches.play.answers import submit_answer
from notifications.models import Notice
from notifications.services.devices import renew_feed
from tests.matches.tables import DAY, NOON, person, table_of

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"


def feeds(name: str) -> tuple[str, str]:
    token = renew_feed(user=person(name), now=NOON)
    return f"/feeds/{token}/deadlines.ics", f"/feeds/{token}/turns.atom"


def events(content: bytes) -> Any:
    """The events of a calendar, read by a library."""
    return Calendar.from_ical(content).walk("VEVENT")


def test_the_calendar_has_each_deadline_that_waits(settings):
    settings.SITE_URL = "https://post.example"
    match, people = table_of("ana", "ben", "cleo")
    other, _ = table_of("ana", "dora", "emil")
    submit_answer(match_id=other.pk, user_id=people[0].pk, step=1, actions=[{"act": "let_stand"}], now=NOON)
    response = Client().get(feeds("ana")[0])
    assert response["Content-Type"].startswith("text/calendar")
    (event,) = events(response.content)
    assert event["UID"] == f"table-{match.pk}-step-1@post.example"
    assert event["DTSTART"].dt == NOON + timedelta(seconds=DAY)
    task = Notice.objects.filter(user=people[0], topic=f"match:{match.pk}", kind="turn")[0].context["text"]
    task = task.removesuffix(".")
    assert event["SUMMARY"] == f"{task}: Bid!, table {match.pk}"
    assert event["URL"] == f"https://post.example/table/{match.pk}/"
    assert b"\r\n" in response.content


@pytest.mark.parametrize(
    ("clock", "before"),
    [({"turn_seconds": 5 * DAY}, DAY), ({"turn_seconds": 300}, 60)],
)
def test_the_calendar_rings_when_a_fifth_of_the_time_is_left(clock: dict[str, Any], before: int):
    table_of("ana", "ben", "cleo", **clock)
    (event,) = events(Client().get(feeds("ana")[0]).content)
    (alarm,) = event.walk("VALARM")
    assert alarm["ACTION"] == "DISPLAY"
    assert alarm["DESCRIPTION"] == event["SUMMARY"]
    assert alarm["TRIGGER"].dt == timedelta(seconds=-before)


def test_the_feed_has_each_turn_that_waits(settings):
    settings.SITE_URL = "https://post.example"
    match, _ = table_of("ana", "ben", "cleo")
    response = Client().get(feeds("ana")[1])
    assert response["Content-Type"].startswith("application/atom+xml")
    root = ET.fromstring(response.content)
    (entry,) = root.findall(f"{ATOM}entry")
    assert entry.findtext(f"{ATOM}title") == f"Your turn: Bid!, table {match.pk}"
    link = entry.find(f"{ATOM}link")
    assert link is not None
    assert link.get("href") == f"https://post.example/table/{match.pk}/"
    for name in ("id", "updated"):
        assert root.findtext(f"{ATOM}{name}")
        assert entry.findtext(f"{ATOM}{name}")


@pytest.mark.parametrize("which", [0, 1])
def test_a_feed_that_has_not_changed_is_not_sent_again(which):
    match, people = table_of("ana", "ben", "cleo")
    path = feeds("ana")[which]
    first = Client().get(path)
    assert "Last-Modified" in first
    again = Client().get(path, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    submit_answer(match_id=match.pk, user_id=people[0].pk, step=1, actions=[{"act": "let_stand"}], now=NOON)
    changed = Client().get(path, headers={"If-None-Match": first["ETag"]})
    assert changed.status_code == 200
    empty = Client().get(path, headers={"If-None-Match": changed["ETag"]})
    assert empty.status_code == 304, "an empty feed is the same each time too"


def test_a_moved_deadline_is_another_event_of_the_same_name():
    table_of("ana", "ben", "cleo")
    path = feeds("ana")[0]
    before = events(Client().get(path).content)[0]
    Seat.objects.update(deadline=NOON + timedelta(days=9))
    after = events(Client().get(path).content)[0]
    assert before["UID"] == after["UID"]
    assert after["DTSTART"].dt == NOON + timedelta(days=9)


def test_only_its_own_address_opens_a_feed():
    table_of("ana", "ben", "cleo")
    path = feeds("ana")[0]
    ben = Client()
    ben.force_login(person("ben"))
    assert ben.get("/feeds/guess/deadlines.ics").status_code == 404
    assert ben.get(path).status_code == 200, "the address is the key, not the log-in"
    user = person("ana")
    user.is_active = False
    user.save()
    assert Client().get(path).status_code == 404


def test_feeds_are_closed_while_their_reader_is_suspended():
    table_of("ana", "ben", "cleo")
    paths, ana = feeds("ana"), person("ana")
    for until, status in ((timezone.now() + timedelta(days=1), 404), (timezone.now() - timedelta(days=1), 200)):
        User.objects.filter(pk=ana.pk).update(suspended_until=until)
        assert {Client().get(path).status_code for path in paths} == {status}
