"""Metrics that processes record while they work. For those from the database see `gauges`."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest, multiprocess
from prometheus_client.registry import REGISTRY, Collector

METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}

request_seconds = Histogram(
    "piecepack_request_seconds",
    "Time to answer requests, by view. Names of API views begin with `api`.",
    ["view", "method", "status"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
)
sockets_open = Gauge(
    "piecepack_sockets",
    "Open WebSockets by kind.",
    ["kind"],
    multiprocess_mode="livesum",
)
csp_reports = Counter(
    "piecepack_csp_reports",
    "Reports of browsers about what a page tried to load against its policy.",
    ["directive"],
)

bot_failures = Counter(
    "piecepack_bot_failures",
    "Decisions and positions at which a bot of the site failed; those of hints and analyses count for sharp.",
    ["bot"],
)


def count_bot_failure(brain: str, **_: object) -> None:
    """Count a decision for which a bot failed."""
    bot_failures.labels(bot=brain).inc()


def record_request(method: str, view: str, status: int, seconds: float) -> None:
    """Record one request."""
    known = method if method in METHODS else "other"
    request_seconds.labels(view=view, method=known, status=f"{status // 100}xx").observe(seconds)


@contextmanager
def count_socket(kind: str) -> Iterator[None]:
    """Count a socket while it is open."""
    gauge = sockets_open.labels(kind=kind)
    gauge.inc()
    try:
        yield
    finally:
        gauge.dec()


def exposition(*collectors: Collector) -> bytes:
    """All metrics in Prometheus's text format, of all processes that share the directory or of this one."""
    registry = CollectorRegistry()
    for collector in (*_of_processes(registry), *collectors):
        registry.register(collector)
    return generate_latest(registry)


def _of_processes(registry: CollectorRegistry) -> list[Collector]:
    if not settings.METRICS_DIR:
        return [REGISTRY]
    forget_the_dead(Path(settings.METRICS_DIR))
    multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return []


def forget_the_dead(directory: Path) -> None:
    """Delete the socket counts of processes that have died."""
    for file in directory.glob("gauge_live*_*.db"):
        pid = file.stem.rpartition("_")[2]
        if pid.isdecimal() and not _is_alive(int(pid)):
            file.unlink(missing_ok=True)


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
