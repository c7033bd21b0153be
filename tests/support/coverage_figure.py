"""Prints the coverage of a run that measures it, as `python -m bench` prints its figures, and holds a floor of it."""

import json
import tempfile
from pathlib import Path
from typing import Any

import pytest

LEAST_BRANCHES = 93.5
"""The least share of branches that must be covered, in per cent; that of lines and branches is `fail_under`."""
measured: dict[str, float] = {}


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """End what pytest-cov begins in a worker before it knows that it is one: under `no_cover`, it went on tracing."""
    plugin: Any = session.config.pluginmanager.get_plugin("_cov")
    if hasattr(session.config, "workerinput") and plugin is not None and plugin.cov_controller is not None:
        plugin.cov_controller.cov.stop()


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Measure the branches, if coverage was measured and reported, and fail the run if too few are covered."""
    plugin: Any = session.config.pluginmanager.get_plugin("_cov")
    if plugin is None or plugin.cov_total is None:
        return
    measured["tests.coverage"] = plugin.cov_total
    measured["tests.branch_coverage"] = branches_covered(plugin.cov_controller.cov)
    if measured["tests.branch_coverage"] < LEAST_BRANCHES:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def branches_covered(cov: Any) -> float:
    """Return the share of branches that were taken, in per cent."""
    with tempfile.TemporaryDirectory() as directory:
        report = Path(directory, "coverage.json")
        cov.json_report(outfile=str(report))
        totals = json.loads(report.read_bytes())["totals"]
    return float(100 * totals["covered_branches"] / max(1, totals["num_branches"]))


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print a line of JSON for each figure."""
    for figure, value in measured.items():
        terminalreporter.write_line(json.dumps({"figure": figure, "value": round(value, 1), "unit": "%"}))
    if measured.get("tests.branch_coverage", LEAST_BRANCHES) < LEAST_BRANCHES:
        terminalreporter.write_line(f"Fewer branches are covered than {LEAST_BRANCHES} %.", red=True)
