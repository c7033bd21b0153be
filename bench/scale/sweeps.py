"""How long a tick of each sweep takes while it has nothing to do, by the name of its task."""

import statistics
import time
from collections.abc import Callable, Mapping

from django.conf import settings

from piecepack_site.celery import app

SETTLING, TICKS = 2, 5


def sweep_ticks() -> Mapping[str, float]:
    """Return the milliseconds of an idle tick of everything that beat asks for."""
    app.loader.import_default_modules()
    names = sorted({entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()})
    return {name: _tick_ms(name) for name in names}


def _tick_ms(name: str) -> float:
    """Let a sweep do what is due, then return the median of some ticks."""
    task = app.tasks[name]
    for _ in range(SETTLING):
        task()
    return statistics.median(_timed(task) for _ in range(TICKS))


def _timed(task: Callable[[], object]) -> float:
    begun = time.perf_counter()
    task()
    return 1000 * (time.perf_counter() - begun)
