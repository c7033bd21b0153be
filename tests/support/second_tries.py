"""Shows why a test failed before it passed: what fails one time in many is a fault too."""

import pytest


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the first failure of each test that was tried again."""
    for report in terminalreporter.getreports("rerun"):
        terminalreporter.section(f"first try of {report.nodeid}")
        report.toterminal(terminalreporter._tw)
