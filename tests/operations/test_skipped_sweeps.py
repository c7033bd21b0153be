"""A sweep that was skipped, since another one runs, is no sign of life."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache

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
