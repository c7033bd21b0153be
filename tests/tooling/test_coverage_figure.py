"""A run that covers too few branches fails, and says so."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.support import coverage_figure
from tests.support.coverage_figure import LEAST_BRANCHES, pytest_sessionfinish, pytest_terminal_summary


def run_with(covered: int, monkeypatch: pytest.MonkeyPatch) -> tuple[Any, list[str]]:
    """Finish a run in which so many of a hundred branches were taken; return its exit status and what is printed."""

    def report(outfile: str) -> None:
        totals = {"covered_branches": covered, "num_branches": 100}
        Path(outfile).write_text(json.dumps({"totals": totals}))

    plugin = SimpleNamespace(cov_total=98.0, cov_controller=SimpleNamespace(cov=SimpleNamespace(json_report=report)))
    session: Any = SimpleNamespace(
        config=SimpleNamespace(pluginmanager=SimpleNamespace(get_plugin=lambda name: plugin)),
        exitstatus=pytest.ExitCode.OK,
    )
    lines: list[str] = []
    terminal: Any = SimpleNamespace(write_line=lambda line, **style: lines.append(line))
    monkeypatch.setattr(coverage_figure, "measured", {})
    pytest_sessionfinish(session)
    pytest_terminal_summary(terminal)
    return session.exitstatus, lines


def test_a_run_that_covers_enough_prints_both_figures(monkeypatch: pytest.MonkeyPatch):
    status, lines = run_with(int(LEAST_BRANCHES) + 1, monkeypatch)
    assert status == pytest.ExitCode.OK
    assert [json.loads(line)["figure"] for line in lines] == ["tests.coverage", "tests.branch_coverage"]


def test_a_run_that_covers_too_few_branches_fails(monkeypatch: pytest.MonkeyPatch):
    status, lines = run_with(int(LEAST_BRANCHES) - 1, monkeypatch)
    assert status == pytest.ExitCode.TESTS_FAILED
    assert lines[-1].startswith("Fewer branches are covered")
