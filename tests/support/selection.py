"""Which tests run in which pass and tier, and which of them share a process.

The markers are described in pyproject.toml. Tests run in two passes: one with the site's database on PostgreSQL, for
the tests that are marked so, and one on SQLite for all others. `make test` leaves out the tests that are marked
`exhaustive` or `long`; `make test-all` runs every test.
"""

import re
from collections import defaultdict
from pathlib import Path

import pytest
from django.conf import settings

from tests.support.tiers import evenly

MARKER_OF_FIXTURE = {
    "browser": "browser",
    "windowed": "browser",
    "embedded_site": "server",
    "postgres": "server",
    "redis_server": "server",
    "server_site": "server",
}
ON_POSTGRES = ("postgres", "both_databases")
MOST_MEASURED = 6
"""How many parameters of one test coverage is measured for: there are six games."""
NOT_MEASURED = re.compile(r"bench/|deploy/|examples/|tooling/|worlds|dead_links_by_role|ladders/test_(swiss|pairing)")
"""Tests that go long ways over lines that others run: no coverage is measured in them."""


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Do not import files without tests for PostgreSQL in its pass: that takes longer than running the others."""
    if settings.EMBEDDED or collection_path.suffix != ".py" or _names_a_marker(collection_path):
        return None
    return True


def _names_a_marker(path: Path) -> bool:
    text = path.read_text()
    return any(f"mark.{name}" in text for name in ON_POSTGRES)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the tests that use services, keep those of one file together, and leave out those of the other pass."""
    for item in items:
        _mark(item)
    mark_left_over(items)
    leave_out_of_coverage(items)
    hidden = {item.path for item in items if _is_for_postgres(item) and not _names_a_marker(item.path)}
    if hidden:
        raise pytest.UsageError(f"These files must name their marker for PostgreSQL themselves: {sorted(hidden)}")
    others = [item for item in items if not _runs_here(item)]
    if others:
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if _runs_here(item)]


def _mark(item: pytest.Item) -> None:
    used = {MARKER_OF_FIXTURE[name] for name in getattr(item, "fixturenames", ()) if name in MARKER_OF_FIXTURE}
    for marker in sorted(used):
        item.add_marker(marker)
    if "browser" in used:
        # A test and its browser take turns with all else on two cores. What fails once is listed as rerun, twice fails.
        item.add_marker(pytest.mark.flaky(reruns=1))
    if used and not item.get_closest_marker("xdist_group"):
        # A site or browser started for a file must not be started again in another process.
        item.add_marker(pytest.mark.xdist_group(item.location[0]))


def mark_left_over(items: list[pytest.Item]) -> None:
    """Mark as exhaustive what `sampled` does not keep of each test's items, evenly spread."""
    sampled: dict[tuple[Path, str], list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("sampled") and not item.get_closest_marker("exhaustive"):
            sampled[item.path, getattr(item, "originalname", item.name)].append(item)
    for group in sampled.values():
        marker = group[0].get_closest_marker("sampled")
        assert marker is not None
        number, reason = marker.args
        kept = {id(item) for item in evenly(group, number)}
        for item in group:
            if id(item) not in kept:
                item.add_marker(pytest.mark.exhaustive(reason))


def leave_out_of_coverage(items: list[pytest.Item]) -> None:
    """Measure no coverage where lines repeat: in exhaustive tests, most parameters of one, and what ran on PostgreSQL.

    They run and can fail as before; measuring alone takes almost as long again.
    """
    measured: dict[tuple[Path, str], list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("exhaustive") or is_measured_elsewhere(item):
            item.add_marker(pytest.mark.no_cover)
        else:
            measured[item.path, getattr(item, "originalname", item.name)].append(item)
    for group in measured.values():
        kept = {id(item) for item in evenly(group, MOST_MEASURED)}
        for item in group:
            if id(item) not in kept:
                item.add_marker(pytest.mark.no_cover)


def is_measured_elsewhere(item: pytest.Item) -> bool:
    """True if the lines run in other tests too, in the pass on PostgreSQL, or in the site that a browser looks at."""
    if item.get_closest_marker("browser") or (item.get_closest_marker("both_databases") and settings.EMBEDDED):
        return True
    return bool(NOT_MEASURED.search(item.path.as_posix().rpartition("/tests/")[2]))


def _is_for_postgres(item: pytest.Item) -> bool:
    return any(item.get_closest_marker(name) for name in ON_POSTGRES)


def _runs_here(item: pytest.Item) -> bool:
    if item.get_closest_marker("both_databases"):
        return True
    return bool(item.get_closest_marker("postgres")) is not settings.EMBEDDED
