"""Turns every skip and every expected failure into a failure: nothing here goes untested in silence."""

from collections.abc import Generator
from typing import Any

import pytest

REFUSED = "A test was skipped or expected to fail. Give it what it needs, or remove it."


def _refuse(report: pytest.TestReport | pytest.CollectReport) -> None:
    """Make the report of a skip (or of an expected failure, however it went) that of a failure."""
    if report.outcome == "skipped" or hasattr(report, "wasxfail"):
        report.longrepr = f"{REFUSED}\n{report.longrepr}\n{getattr(report, 'wasxfail', '')}"
        report.outcome = "failed"
        vars(report).pop("wasxfail", None)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Refuse skips of single tests."""
    report = yield
    _refuse(report)
    return report


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_make_collect_report(collector: Any) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Refuse skips of whole modules."""
    report = yield
    _refuse(report)
    return report
