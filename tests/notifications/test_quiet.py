"""Quiet hours, reminders at chosen times, and what comes too late."""

from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest

from notifications.models import Channel, Kind, Notice, State
from notifications.services import send_notice, sweep_notices
from notifications.services.ledger import QUIET
from notifications.services.preferences import Choice, set_preferences, set_topic_preferences
from notifications.timing import digest_moment, reminder_moments, ring_moment
from tests.accounts.people import person
from tests.accounts.times import NOW
from tests.notifications.notices import scheduled, state

pytestmark = pytest.mark.django_db
NIGHT: dict[str, Any] = {"quiet_from": time(22), "quiet_until": time(7), "time_zone": "Europe/Prague"}


def at(hour: int, minute: int = 0, day: int = 4) -> datetime:
    """A moment of March 2026 in UTC; Prague is an hour ahead."""
    return datetime(2026, 3, day, hour, minute, tzinfo=UTC)


@pytest.mark.parametrize(
    ("due_at", "deadline", "rings"),
    [
        (at(12), at(12, day=6), at(12)),
        (at(22), at(12, day=6), at(6, day=5)),
        # After quiet hours it would be too late: ten minutes before they begin.
        (at(3, day=5), at(6, day=5), at(20, 50)),
        (at(3, day=5), at(5, day=5), at(20, 50)),
        (at(22), None, at(6, day=5)),
    ],
)
def test_nothing_rings_in_quiet_hours(due_at, deadline, rings):
    ana = person("ana", **NIGHT)
    assert ring_moment(user=ana, due_at=due_at, deadline=deadline, now=at(12)) == rings


def test_what_can_be_told_neither_before_nor_after_quiet_hours_is_not_told():
    ana = person("ana", **NIGHT)
    assert ring_moment(user=ana, due_at=at(22), deadline=at(5, day=5), now=at(22)) is None
    notice = scheduled(ana, due_at=at(22), deadline=at(5, day=5).isoformat())
    # ScheduledNotice at 18:30, it can still ring before the night.
    assert notice.due_at == at(20, 50)


@pytest.mark.parametrize("zone", ["Europe/Prague", "America/St_Johns", "Asia/Kathmandu", "Australia/Lord_Howe"])
def test_whatever_the_hour_and_the_change_of_clocks_nothing_rings_in_the_night(zone):
    ana = person("ana", **{**NIGHT, "time_zone": zone})
    for hours in range(0, 24 * 365, 5):
        due_at = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(hours=hours)
        moment = ring_moment(user=ana, due_at=due_at, deadline=due_at + timedelta(hours=3), now=due_at)
        if moment is not None:
            assert ana.quiet_over(moment) == moment
            assert due_at <= moment < due_at + timedelta(hours=3)


def test_a_notice_that_is_late_waits_for_the_end_of_the_night(mailoutbox):
    ana = person("ana", **NIGHT)
    notice = scheduled(ana, deadline=at(12, day=6).isoformat())
    assert notice.due_at == NOW
    assert sweep_notices(now=at(23)) == 0
    notice.refresh_from_db()
    assert (notice.state, notice.due_at, notice.attempts) == (State.DUE, at(6, day=5), 0)
    assert mailoutbox == []
    assert send_notice(notice_id=notice.pk, now=at(6, day=5)) == State.SENT
    assert len(mailoutbox) == 1


def test_a_night_that_ends_after_the_deadline_is_not_rung_into(mailoutbox):
    ana = person("ana", **NIGHT)
    notice = scheduled(ana, deadline=at(4, day=5).isoformat())
    assert sweep_notices(now=at(23)) == 0
    assert sweep_notices(now=at(6, day=5)) == 0
    assert state(notice)[0] == State.STALE
    assert mailoutbox == []


def test_planned_in_the_night_with_a_deadline_in_it_is_held_back_with_the_reason(monkeypatch):
    ana = person("ana", quiet_from=time(18), quiet_until=time(23), time_zone="UTC")
    notice = scheduled(ana, due_at=NOW + timedelta(minutes=2), deadline=(NOW + timedelta(hours=1)).isoformat())
    assert state(notice) == (State.WITHHELD, QUIET)


def test_reminders_come_at_the_chosen_times_that_still_lie_ahead():
    deadline = NOW + timedelta(hours=10)
    found = dict(reminder_moments(["24h", "8h", "1h", "20%"], share_at=NOW, deadline=deadline, now=NOW))
    assert found == {"8h": deadline - timedelta(hours=8), "1h": deadline - timedelta(hours=1), "20%": NOW}


def test_each_chosen_reminder_is_a_notice_of_its_own(mailoutbox):
    ana = person("ana")
    set_preferences(user=ana, choice=Choice({}, ["8h", "4h"]), digest_hour=8)
    scheduled(ana, Kind.REMINDER, due_at=NOW + timedelta(hours=19))
    marks = Notice.objects.filter(channel=Channel.MAIL).order_by("due_at").values_list("mark", "due_at")
    assert list(marks) == [("8h", NOW + timedelta(hours=16)), ("4h", NOW + timedelta(hours=20))]
    assert sweep_notices(now=NOW + timedelta(hours=16)) == 1
    assert sweep_notices(now=NOW + timedelta(hours=20)) == 1
    assert len(mailoutbox) == 2


def test_a_match_may_have_other_preferences_than_the_rest():
    ana = person("ana")
    set_topic_preferences(user=ana, topic="match:7", choice=Choice({"turn": ["page"]}, []))
    assert state(scheduled(ana, topic="match:7"))[0] == State.UNWANTED
    assert state(scheduled(ana, topic="match:8"))[0] == State.DUE
    set_topic_preferences(user=ana, topic="match:7", choice=None)
    assert state(scheduled(ana, topic="match:7", step=2))[0] == State.DUE


@pytest.mark.parametrize(
    ("hour", "now", "expected"),
    [
        (9, at(7), at(8)),
        (9, at(8), at(8, day=5)),
        # The clocks change in the night to 29 March: nine o'clock is an hour earlier in UTC.
        (9, at(20, day=28), at(7, day=29)),
        # An hour in the night waits for its end.
        (3, at(12), at(6, day=5)),
    ],
)
def test_the_daily_mail_comes_at_the_users_own_hour(hour, now, expected):
    assert digest_moment(user=person("ana", **NIGHT), hour=hour, now=now) == expected
