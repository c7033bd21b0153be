"""The end of each sweep's last run, stored by the worker in the shared cache.

Losing the cache does no harm: the next sweep writes it again within seconds.
"""

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.core.cache import cache

SWEEPS = ("matches.sweep", "notifications.sweep")
SWEEP_DONE_BY = {sweep: sweep for sweep in SWEEPS} | {"notifications.send_due": "notifications.sweep"}
"""The sweep whose work a task does. The sweep itself is skipped while another task does it."""
LEAST_PATIENCE_SECONDS = 30.0
SWEEPS_MISSED = 6


@dataclass(frozen=True)
class Beat:
    """The end of one sweep."""

    at: datetime
    seconds: float


def beat(task: str, *, now: datetime, seconds: float) -> None:
    """Record that a sweep has ended."""
    cache.set(_key(task), {"at": now.isoformat(), "seconds": seconds}, timeout=None)


def last_beat(task: str) -> Beat | None:
    """The last end of a sweep, or None if unknown."""
    kept = cache.get(_key(task))
    return Beat(datetime.fromisoformat(kept["at"]), kept["seconds"]) if kept else None


def late_sweeps(*, now: datetime) -> list[str]:
    """The sweeps that have not ended for too long."""
    patience = max(LEAST_PATIENCE_SECONDS, SWEEPS_MISSED * settings.SWEEP_SECONDS)
    beats = {task: last_beat(task) for task in SWEEPS}
    return [task for task, last in beats.items() if last is None or (now - last.at).total_seconds() > patience]


def _key(task: str) -> str:
    return f"heartbeat:{task}"
