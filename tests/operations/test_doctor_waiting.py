"""The doctor finds rounds and notices that are stuck, where nobody watches the figures."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from notifications.models import Channel, Kind, Notice
from operations import queue_state, selectors
from operations.doctor import CHECKS
from operations.selectors import Backlog

pytestmark = pytest.mark.django_db


def found() -> list[tuple[str, str]]:
    return [(finding.grade.value, finding.words) for finding in CHECKS["waiting"]()]


@pytest.mark.parametrize(("minutes", "grade"), [(10, "ok"), (20, "FAIL")])
def test_a_notice_that_is_not_sent(minutes: int, grade: str):
    ana = User.objects.create_user("ana")
    due = timezone.now() - timedelta(minutes=minutes)
    about = {"kind": Kind.TURN, "channel": Channel.MAIL, "topic": "match:1", "step": 1, "context": {}}
    Notice.objects.create(user=ana, **about, due_at=due, made_at=due)
    ((got, words),) = found()
    assert got == grade and (grade == "ok" or words.startswith("1 notice waits, the oldest since "))


def test_rounds_that_are_not_resolved(monkeypatch: pytest.MonkeyPatch):
    stuck = Backlog(2, timezone.now() - timedelta(minutes=2))
    monkeypatch.setattr(selectors, "rounds_awaiting_resolution", lambda now: stuck)
    assert [words[:31] for _, words in found()] == ["2 rounds wait, the oldest since"]


def test_a_queue_that_grows(monkeypatch: pytest.MonkeyPatch, settings: Any):
    settings.EMBEDDED = False
    monkeypatch.setattr(queue_state, "depth", lambda: queue_state.Depth(1001, 0))
    assert found() == [("warn", "1,001 tasks wait for the workers, such as moves of AI players. Start more workers.")]
