"""Figures that are counted when they are asked for: they lie in the database, the cache and the queue."""

import logging
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime

from django.utils import timezone
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from operations import heartbeat, probes, queue, selectors

log = logging.getLogger(__name__)


class SiteGauges(Collector):
    """The state of the site at one moment."""

    def __init__(self, now: datetime | None = None) -> None:
        self.now = now or timezone.now()

    def collect(self) -> Iterable[Metric]:
        """Count everything; what cannot be counted is left out, and said to be."""
        failures = 0
        parts = [self._sweeps, self._queue]
        in_database = [self._rounds, self._matches, self._notices, self._verified]
        # Each of them would wait for the pool until nobody who asked for figures listens any more.
        if probes.database() == probes.OK:
            parts += in_database
        else:
            log.warning("The database is unreachable: its figures could not be counted")
            failures = len(in_database)
        for part in parts:
            metrics, failed = _tried(part)
            failures += failed
            yield from metrics
        yield GaugeMetricFamily("piecepack_scrape_failures", "Parts that could not be counted just now.", failures)

    def _rounds(self) -> Iterator[Metric]:
        found = selectors.rounds_awaiting_resolution(now=self.now)
        words = "Rounds in which all have answered or are late, and which are not resolved yet."
        yield GaugeMetricFamily("piecepack_rounds_awaiting_resolution", words, found.count)
        words = "How long the oldest of these has waited."
        yield GaugeMetricFamily("piecepack_rounds_oldest_seconds", words, self._seconds_since(found.oldest))

    def _matches(self) -> Iterator[Metric]:
        yield _labelled("piecepack_matches", "Matches by status.", "status", selectors.matches_by_status())

    def _notices(self) -> Iterator[Metric]:
        by_state = selectors.notices_by_state(now=self.now)
        yield _labelled("piecepack_notices", "Notices by state: open ones, and of the last day.", "state", by_state)
        overdue = selectors.notices_overdue(now=self.now)
        yield GaugeMetricFamily("piecepack_notices_overdue", "Notices whose time to be sent has come.", overdue.count)
        words = "How long the oldest of these has waited."
        yield GaugeMetricFamily("piecepack_notices_oldest_seconds", words, self._seconds_since(overdue.oldest))

    def _sweeps(self) -> Iterator[Metric]:
        """A sweep that has never been seen has no figure: alert on its absence too."""
        beats = {task: last for task in heartbeat.SWEEPS if (last := heartbeat.last_beat(task))}
        lags = {task: self._seconds_since(last.at) for task, last in beats.items()}
        yield _labelled("piecepack_sweep_lag_seconds", "Time since a sweep last ended.", "sweep", lags)
        took = {task: last.seconds for task, last in beats.items()}
        yield _labelled("piecepack_sweep_seconds", "How long the last sweep took.", "sweep", took)

    def _queue(self) -> Iterator[Metric]:
        depth = queue.depth()
        yield GaugeMetricFamily("piecepack_queue_depth", "Tasks that no worker has taken yet.", depth.waiting)
        yield GaugeMetricFamily("piecepack_queue_taken", "Tasks that workers have taken and not ended.", depth.taken)

    def _verified(self) -> Iterator[Metric]:
        """A site that was never checked has no figure: alert on its absence too."""
        if (last := selectors.last_verification()) is None:
            return
        words = "What did not hold in the last check of all matches and of the audit."
        yield GaugeMetricFamily("piecepack_verification_faults", words, len(last.faults))
        words = "Time since the last check of all matches and of the audit ended."
        yield GaugeMetricFamily("piecepack_verification_age_seconds", words, self._seconds_since(last.ended_at))

    def _seconds_since(self, moment: datetime | None) -> float:
        return max(0.0, (self.now - moment).total_seconds()) if moment else 0.0


def _tried(part: Callable[[], Iterator[Metric]]) -> tuple[list[Metric], bool]:
    """One part, or nothing if it fails: one that is down must not hide the figures of the others."""
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
