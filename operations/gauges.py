"""Metrics computed on request from the database, the cache and the queue."""

import logging
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from functools import partial
from typing import TypeVar

import msgspec
from django.core.cache import cache
from django.utils import timezone
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from foundation.guarded import run_guarded
from operations import heartbeat, probes, queue_state, selectors

log = logging.getLogger(__name__)
R = TypeVar("R")
OF_ALL = 20
"""So many times as long a count is used again that goes through all rows, and takes longer the larger the site is."""


class SiteGauges(Collector):
    """The current state of the site."""

    def __init__(self, now: datetime | None = None, *, keep_seconds: int = 0) -> None:
        self.now = now or timezone.now()
        self.keep_seconds = keep_seconds
        """How long a count is used again by all processes."""

    def collect(self) -> Iterable[Metric]:
        """Compute all metrics. Count the parts that fail instead of raising."""
        failures = 0
        parts = [self._sweeps, self._queue]
        in_database = [self._rounds, self._matches, self._notices, self._verified]
        # Each of them would wait for the pool until the scrape has timed out.
        if probes.database() == probes.OK:
            parts += in_database
        else:
            log.warning("The database is unreachable: its figures could not be counted")
            failures = len(in_database)
        for part in parts:
            metrics, failed = _tried(part)
            failures += failed
            yield from metrics
        yield GaugeMetricFamily("piecepack_scrape_failures", "Parts that could not be collected.", failures)

    def _rounds(self) -> Iterator[Metric]:
        found = self._kept("rounds", lambda: selectors.rounds_awaiting_resolution(now=self.now), selectors.Backlog)
        words = "Unresolved rounds in which every seat has answered or is late."
        yield GaugeMetricFamily("piecepack_rounds_awaiting_resolution", words, found.count)
        words = "How long the oldest of these has waited."
        yield GaugeMetricFamily("piecepack_rounds_oldest_seconds", words, self._seconds_since(found.oldest))

    def _matches(self) -> Iterator[Metric]:
        by_status = self._kept("matches", selectors.matches_by_status, dict[str, int], times=OF_ALL)
        yield _labelled("piecepack_matches", "Matches by status, counted now and then.", "status", by_status)

    def _notices(self) -> Iterator[Metric]:
        count = partial(selectors.notices_by_state, now=self.now)
        by_state = self._kept("notices", count, dict[str, int], times=OF_ALL)
        yield _labelled(
            "piecepack_notices", "Notices by state: all open ones, and the others of the last day.", "state", by_state
        )
        overdue = self._kept("overdue", lambda: selectors.notices_overdue(now=self.now), selectors.Backlog)
        yield GaugeMetricFamily("piecepack_notices_overdue", "Notices that should have been sent.", overdue.count)
        words = "How long the oldest of these has waited."
        yield GaugeMetricFamily("piecepack_notices_oldest_seconds", words, self._seconds_since(overdue.oldest))

    def _sweeps(self) -> Iterator[Metric]:
        """A sweep that never ran has no metric: alert on its absence too."""
        beats = {task: last for task in heartbeat.SWEEPS if (last := heartbeat.last_beat(task))}
        lags = {task: self._seconds_since(last.at) for task, last in beats.items()}
        yield _labelled("piecepack_sweep_lag_seconds", "Time since a sweep last ended.", "sweep", lags)
        took = {task: last.seconds for task, last in beats.items()}
        yield _labelled("piecepack_sweep_seconds", "Duration of the last sweep.", "sweep", took)

    def _queue(self) -> Iterator[Metric]:
        depth = queue_state.depth()
        yield GaugeMetricFamily("piecepack_queue_depth", "Tasks waiting for a worker.", depth.waiting)
        yield GaugeMetricFamily("piecepack_queue_taken", "Tasks taken by workers and not finished.", depth.taken)

    def _verified(self) -> Iterator[Metric]:
        """A site that was never verified has no metric: alert on its absence too."""
        if (at := selectors.verified_at()) is None:
            return
        words = "Faults found by the last check of all matches and the audit, and by the one that is running."
        yield GaugeMetricFamily("piecepack_verification_faults", words, len(selectors.faults_found()))
        words = "Time since matches were last checked."
        yield GaugeMetricFamily("piecepack_verification_age_seconds", words, self._seconds_since(at))

    def _kept(self, name: str, count: Callable[[], R], kind: type[R], *, times: int = 1) -> R:
        """Return a count that was made a short time ago, or make it. Without a cache it is made each time."""
        if not self.keep_seconds:
            return count()
        ask = partial(
            cache.get_or_set, f"gauge:{name}", lambda: msgspec.to_builtins(count()), times * self.keep_seconds
        )
        kept = run_guarded(ask, "The cache could not be asked", logger=log, default=None)
        return count() if kept is None else msgspec.convert(kept, kind)

    def _seconds_since(self, moment: datetime | None) -> float:
        return max(0.0, (self.now - moment).total_seconds()) if moment else 0.0


def _tried(part: Callable[[], Iterator[Metric]]) -> tuple[list[Metric], bool]:
    """Run one part. If it fails, return nothing, so that the other parts still show."""
    try:
        return list(part()), False
    except Exception as error:  # noqa: BLE001 - see the docstring
        log.warning("Figures of %s could not be counted: %s", part.__name__.strip("_"), type(error).__name__)
        return [], True


def _labelled(name: str, words: str, label: str, values: dict[str, int] | dict[str, float]) -> Metric:
    family = GaugeMetricFamily(name, words, labels=[label])
    for value, number in values.items():
        family.add_metric([value], number)
    return family
