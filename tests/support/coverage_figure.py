"""Prints the branch coverage of a run that measures it, as `python -m bench` prints its figures."""

import json
from typing import Any

import pytest


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print one line of JSON, if coverage was measured and reported."""
    measured: Any = config.pluginmanager.get_plugin("_cov")
    if measured and measured.cov_total is not None:
        figure = {"figure": "tests.branch_coverage", "value": round(measured.cov_total, 1), "unit": "%"}
        terminalreporter.write_line(json.dumps(figure))
