"""Shows the first failure of each test that passed at its second try, and bounds their number."""

from typing import Any

import pytest

MOST = 10
"""This many tests may need a second try in one run; more is no accident of a busy machine."""
seen: list[str] = []


def pytest_runtest_logreport(report: Any) -> None:
    """Note each first try that failed."""
    if report.outcome == "rerun":
        seen.append(report.nodeid)


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail the run if too many tests needed a second try."""
    if len(seen) > MOST:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the first failure of each test that was tried again."""
    for report in terminalreporter.getreports("rerun"):
        terminalreporter.section(f"first try of {report.nodeid}")
        report.toterminal(terminalreporter._tw)
    if len(seen) > MOST:
        terminalreporter.write_line(f"More than {MOST} tests needed a second try: look for what they share.", red=True)
