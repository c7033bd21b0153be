"""What takes the site's spare time stops when the time is used up, not after a number of matches."""

from datetime import datetime
from itertools import count

import pytest

from matches.models import Verification
from moderation import tasks
from moderation.services import verifying
from tests.matches.tables import NOON


@pytest.fixture
def ticks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a second pass whenever somebody asks for the time."""
    seconds = count()
    monkeypatch.setattr("foundation.budget.time.monotonic", lambda: next(seconds))


@pytest.mark.usefixtures("ticks")
@pytest.mark.parametrize(("left", "done", "more"), [(1000, tasks.WEIGHING_SECONDS, True), (3, 4, False)])
def test_matches_are_weighed_for_a_while(monkeypatch: pytest.MonkeyPatch, left: int, done: int, more: bool) -> None:
    weighed: list[int] = []

    def weigh() -> bool:
        weighed.append(1)
        return len(weighed) <= left

    monkeypatch.setattr(tasks, "weigh_match", weigh)
    assert tasks.weigh() is more
    assert len(weighed) == done


@pytest.mark.django_db
@pytest.mark.usefixtures("ticks")
def test_matches_are_checked_for_a_while_and_the_rest_by_the_next_task(monkeypatch: pytest.MonkeyPatch) -> None:
    checked: list[int] = []
    asked: list[int] = []

    def check(now: datetime) -> bool:
        checked.append(1)
        return True

    monkeypatch.setattr(verifying, "_check_next", check)
    monkeypatch.setattr("moderation.queue.enqueue_continue_verification", lambda: asked.append(1))
    run = Verification.objects.create(begun_at=NOON)
    assert verifying.continue_verification(now=NOON)
    run.refresh_from_db()
    assert run.seconds >= verifying.AT_A_STRETCH_SECONDS
    assert (len(checked), len(asked)) == (verifying.AT_A_STRETCH_SECONDS, 1)
