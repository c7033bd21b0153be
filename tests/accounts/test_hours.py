"""Quiet hours and vacation: what is granted, what is refused, and what the page says."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time
from typing import Any

import pytest
from django.test import Client

from accounts.hours.vacations import give_back_vacation, take_vacation, vacation_left, vacation_spans
from accounts.models import User, VacationDay
from accounts.signals import hours_changed
from accounts.values.hour_bounds import HABITS
from foundation.errors import Refused
from tests.accounts.people import person
from tests.support.clients import client_of
from tests.support.html import squeezed

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 5, 4, 12, tzinfo=UTC)
HERE = "/people/me/hours/"


@pytest.fixture
def ana() -> User:
    return person("ana")


@pytest.fixture(autouse=True)
def _now(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOW)


@pytest.fixture
def heard() -> Iterator[list[int]]:
    changed: list[int] = []

    def hear(*, user_id: int, **_: object) -> None:
        changed.append(user_id)

    hours_changed.connect(hear)
    yield changed
    hours_changed.disconnect(hear)


def days(user: User) -> list[str]:
    return [str(day) for day in VacationDay.objects.filter(user=user).values_list("day", flat=True)]


def take(user: User, first: date, last: date) -> int:
    return take_vacation(user=user, first=first, last=last, now=NOW)


def test_days_are_granted_one_by_one_and_once(ana: User, heard: list[int]) -> None:
    assert take(ana, date(2026, 5, 6), date(2026, 5, 8)) == 3
    assert take(ana, date(2026, 5, 7), date(2026, 5, 9)) == 1
    assert days(ana) == ["2026-05-06", "2026-05-07", "2026-05-08", "2026-05-09"]
    assert vacation_left(user=ana, year=2026) == HABITS.vacation_days - 4
    assert heard == [ana.pk] * 2


@pytest.mark.parametrize(
    ("zone", "first", "code"),
    [
        ("UTC", date(2026, 5, 4), "vacation_too_early"),
        ("UTC", date(2026, 5, 3), "vacation_too_early"),
        ("Pacific/Kiritimati", date(2026, 5, 5), "vacation_too_early"),  # it is the 5th there already
        ("UTC", date(2026, 5, 11), "vacation_backwards"),
        ("UTC", date(2027, 5, 30), "vacation_too_far"),
    ],
)
def test_no_day_is_granted_that_has_begun(ana: User, zone: str, first: date, code: str) -> None:
    ana.time_zone = zone
    ana.save()
    with pytest.raises(Refused) as refused:
        take(ana, first, date(2027, 6, 1) if code == "vacation_too_far" else date(2026, 5, 10))
    assert refused.value.code == code
    assert days(ana) == []


def test_a_year_has_thirty_days_and_the_next_its_own(ana: User) -> None:
    take(ana, date(2026, 12, 2), date(2026, 12, 31))
    with pytest.raises(Refused) as refused:
        take(ana, date(2026, 6, 1), date(2026, 6, 1))
    assert refused.value.code == "vacation_too_many"
    assert take(ana, date(2027, 1, 1), date(2027, 1, 30)) == 30
    assert vacation_left(user=ana, year=2027) == 0


def test_a_span_that_is_too_long_grants_nothing(ana: User) -> None:
    with pytest.raises(Refused):
        take(ana, date(2026, 6, 1), date(2026, 7, 1))
    assert days(ana) == []


def test_days_that_have_not_begun_are_given_back(ana: User, heard: list[int]) -> None:
    VacationDay.objects.bulk_create(VacationDay(user=ana, day=date(2026, 5, day)) for day in (3, 4, 5, 6))
    given = give_back_vacation(user=ana, first=date(2026, 5, 1), last=date(2026, 5, 31), now=NOW)
    assert (given, days(ana)) == (2, ["2026-05-03", "2026-05-04"])
    assert heard == [ana.pk]
    assert vacation_left(user=ana, year=2026) == HABITS.vacation_days - 2


def test_days_that_hang_together_are_one_span(ana: User) -> None:
    take(ana, date(2026, 5, 6), date(2026, 5, 8))
    take(ana, date(2026, 5, 10), date(2026, 5, 10))
    assert vacation_spans(user=ana, since=date(2026, 1, 1)) == [
        (date(2026, 5, 6), date(2026, 5, 8)),
        (date(2026, 5, 10), date(2026, 5, 10)),
    ]


def test_the_page_takes_days_off_and_gives_them_back(ana: User) -> None:
    client = client_of(ana)
    span = {"first": "2026-05-06", "last": "2026-05-08"}
    assert client.post(f"{HERE}vacation/", span)["Location"] == HERE
    page = squeezed(client.get(HERE).content.decode())
    assert "6 May 2026 to 8 May 2026" in page and "<strong>27</strong> of 30 days left in 2026" in page
    client.post(f"{HERE}vacation/back/", span)
    assert days(ana) == []


def test_the_page_keeps_quiet_hours(ana: User, heard: list[int]) -> None:
    client = client_of(ana)
    assert client.post(f"{HERE}quiet/", {"quiet_from": "22:30", "quiet_until": "07:00"}).status_code == 302
    ana.refresh_from_db()
    assert (ana.quiet_from, ana.quiet_until) == (time(22, 30), time(7))
    assert 'value="22:30"' in client.get(HERE).content.decode()
    client.post(f"{HERE}quiet/", {"quiet_from": "", "quiet_until": ""})
    ana.refresh_from_db()
    assert ana.quiet_from is None
    assert heard == [ana.pk] * 2


@pytest.mark.parametrize(
    ("path", "fields", "sentence"),
    [
        ("quiet/", {"quiet_from": "22:00"}, "Give both ends of your quiet hours, or neither."),
        ("quiet/", {"quiet_from": "10:00", "quiet_until": "22:01"}, "Quiet hours are at most 12 hours."),
        ("quiet/", {"quiet_from": "late", "quiet_until": "07:00"}, "This is not a time of day."),
        ("vacation/", {"first": "2026-05-04", "last": "2026-05-05"}, "Vacation begins tomorrow at the earliest."),
        ("vacation/", {"first": "2026-06-01", "last": "2026-07-01"}, "That would be 31 days in 2026"),
        ("vacation/", {"first": "soon", "last": "2026-07-01"}, "This is not a date."),
    ],
)
def test_the_page_says_why_not(ana: User, path: str, fields: dict[str, Any], sentence: str) -> None:
    reply = client_of(ana).post(HERE + path, fields)
    assert reply.status_code == 400
    assert sentence in reply.content.decode()
    ana.refresh_from_db()
    assert (ana.quiet_from, days(ana)) == (None, [])


def test_quiet_hours_over_midnight_are_as_long_as_they_are(ana: User) -> None:
    reply = client_of(ana).post(f"{HERE}quiet/", {"quiet_from": "20:00", "quiet_until": "08:00"})
    assert reply.status_code == 302


def test_another_zone_is_told_to_who_keeps_clocks(ana: User, heard: list[int]) -> None:
    form = {"time_zone": "Asia/Tokyo", "date_language": "en-gb", "mail_turn": "on"}
    client_of(ana).post("/people/me/", form)
    assert heard == [ana.pk]


def test_the_page_is_for_those_who_are_logged_in() -> None:
    assert Client().get(HERE).status_code == 302
