"""A run that covers too few branches fails, and says so."""

import json
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.support import coverage_figure
from tests.support.coverage_figure import LEAST_BRANCHES, pytest_sessionfinish, pytest_terminal_summary

ROOT = Path(__file__).resolve().parents[2]


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


def test_nothing_is_traced_in_a_worker_while_coverage_pauses(tmp_path: Path):
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "test_traced.py").write_text(
        "import sys, pytest\n\n"
        "def test_traced(): assert sys.gettrace()\n\n"
        "@pytest.mark.no_cover\n"
        "def test_paused(): assert not sys.gettrace()\n"
    )
    plugin = ["-p", coverage_figure.__name__, "-p", "no:cacheprovider"]
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-n1",
        "--cov=.",
        "--cov-report=",
        *plugin,
        "--rootdir",
        str(tmp_path),
        str(tmp_path),
    ]
    env = os.environ | {"PYTHONPATH": str(ROOT), "PYTEST_ADDOPTS": ""}
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert "2 passed" in done.stdout, done.stdout[-2000:] + done.stderr[-2000:]
