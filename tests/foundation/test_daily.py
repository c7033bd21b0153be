"""Work that is due once a day is done on a site that is stopped every evening, and once a day alone."""

from datetime import datetime, timedelta

import pytest
from celery import current_app
from celery.exceptions import Ignore
from django.conf import settings

from foundation.models import DailyWork
from matches import tasks as matches_tasks
from moderation import tasks as moderation_tasks
from rights import tasks as rights_tasks
from rights.services.clean_up import Removed
from tests.matches.tables import NOON

pytestmark = pytest.mark.django_db
DAILY = {
    "matches.fold_attendance": (matches_tasks, "fold_attendance"),
    "moderation.recompute_signals": (moderation_tasks, "recompute_signals"),
    "rights.clean_up": (rights_tasks, "clean_up"),
}


def started(task: str, begin: datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    """What beat sends of a task to a site that is started and stopped an hour later."""
    [line] = [line for line in settings.CELERY_BEAT_SCHEDULE.values() if line["task"] == task]
    step = timedelta(seconds=line["schedule"])
    for beat in range(1, timedelta(hours=1) // step + 1):
        monkeypatch.setattr("django.utils.timezone.now", lambda at=begin + beat * step: at)
        current_app.tasks[task]()


@pytest.mark.parametrize("task", DAILY)
def test_daily_work_is_done_once_on_each_day_that_the_site_is_started(
    task: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[datetime] = []

    def noted(*, now: datetime) -> Removed:
        done.append(now)
        return Removed({}, all_gone=True)

    monkeypatch.setattr(*DAILY[task], noted)
    for day in range(2):
        started(task, NOON + timedelta(days=day), monkeypatch)
    ten = timedelta(minutes=10)
    assert done == [NOON + ten, NOON + timedelta(days=1) + ten]


@pytest.mark.parametrize("task", DAILY)
def test_daily_work_that_takes_long_is_not_begun_again_beside_itself(
    task: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[datetime] = []

    def slow(*, now: datetime) -> Removed:
        begun.append(now)
        if len(begun) < 3:
            # Beat asks while it works.
            with pytest.raises(Ignore):
                current_app.tasks[task]()
        return Removed({}, all_gone=True)

    monkeypatch.setattr(*DAILY[task], slow)
    current_app.tasks[task]()
    assert len(begun) == 1 and DailyWork.objects.exists()


@pytest.mark.parametrize("task", DAILY)
def test_what_failed_is_due_at_the_next_beat(task: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*, now: datetime) -> None:
        raise OSError("The disk is full.")

    monkeypatch.setattr(*DAILY[task], fails)
    with pytest.raises(OSError, match="full"):
        started(task, NOON, monkeypatch)
    assert not DailyWork.objects.exists()
