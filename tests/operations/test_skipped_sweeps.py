"""A sweep that was skipped, since another one runs, is no sign of life."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.utils import timezone

from operations import heartbeat
from piecepack_site.celery import app

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.mark.parametrize("sweep", heartbeat.SWEEPS)
def test_only_a_sweep_that_ran_counts(sweep: str) -> None:
    app.loader.import_default_modules()
    task = app.tasks[sweep]
    cache.set(f"one-at-a-time:{sweep}", "of a run that hangs", 60)
    assert str(task.apply().state) == "IGNORED"
    assert heartbeat.last_beat(sweep) is None
    cache.delete(f"one-at-a-time:{sweep}")
    assert task.apply().state == "SUCCESS"
    assert heartbeat.last_beat(sweep) is not None


@pytest.mark.parametrize("task", ["rights.sweep", "moderation.weigh"])
def test_what_may_outlast_its_interval_does_not_meet_itself(task: str) -> None:
    """Two would make one archive twice, or count one attempt to weigh a match as two and give it up."""
    app.loader.import_default_modules()
    cache.set(f"one-at-a-time:{task}", "of a run that takes long", 60)
    assert str(app.tasks[task].apply().state) == "IGNORED"
    cache.delete(f"one-at-a-time:{task}")
    assert app.tasks[task].apply().state == "SUCCESS"


def test_a_look_for_due_notices_counts_as_the_sweep_that_it_replaces() -> None:
    """Or the sweep seems dead when mails are busiest, as it is skipped during each look."""
    app.loader.import_default_modules()
    look, sweep = app.tasks["notifications.send_due"], "notifications.sweep"
    cache.set(f"one-at-a-time:{sweep}", "of a run that hangs", 60)
    assert str(look.apply().state) == "IGNORED"
    assert heartbeat.last_beat(sweep) is None
    cache.delete(f"one-at-a-time:{sweep}")
    assert look.apply().state == "SUCCESS"
    assert heartbeat.last_beat(sweep) is not None
    assert heartbeat.late_sweeps(now=timezone.now()) == ["matches.sweep"]
