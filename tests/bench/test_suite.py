"""The times and numbers of the tests are read from what the runs print."""

import subprocess
import sys
from types import SimpleNamespace

import pytest

import bench.__main__ as program
from bench import suite

OUTPUT = """\
....                                                     [100%]
================ 3 passed, 9 deselected in 4.20s ================
FAILED tests/test_it.py::test_it - AssertionError: 12 passed
{"figure": "tests.branch_coverage", "value": 91.5, "unit": "%"}
====== 1 failed, 40 passed, 2 errors, 4 rerun in 61.00s (0:01:01) ======
"""


def figures(monkeypatch: pytest.MonkeyPatch, code: int) -> dict[str, float]:
    done = SimpleNamespace(stdout=OUTPUT, returncode=code)
    monkeypatch.setattr(subprocess, "run", lambda *command, **how: done)
    return {figure.figure: figure.value for figure in suite.figures(1.0)}


def test_items_and_coverage_are_those_that_the_runs_print(monkeypatch: pytest.MonkeyPatch):
    found = figures(monkeypatch, 0)
    assert found["tests.fast_items"] == found["tests.all_items"] == 3 + 43
    assert found["tests.fast_second_tries"] == 4
    assert found["tests.branch_coverage"] == 91.5
    assert found["tests.fast_failed_runs"] == found["tests.all_failed_runs"] == 0
    assert 0 <= found["tests.fast_s"] < 60


def test_a_run_that_fails_is_told(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys, "argv", ["bench", "suite"])
    monkeypatch.setattr(suite, "run_make", lambda target: suite.Run(OUTPUT, 3600.0, failed=True))
    with pytest.raises(SystemExit) as end:
        program.main()
    assert [line.split(" is ")[0] for line in str(end.value.code).splitlines()] == [
        "tests.fast_s", "tests.fast_failed_runs", "tests.all_s", "tests.all_failed_runs",
    ]  # fmt: skip


def test_it_is_measured_only_when_it_is_named():
    assert "suite" in program.families()
    assert "suite" not in program.families(usual=True)


def test_contributors_find_every_family():
    table = (suite.ROOT / "docs/contributors.md").read_text()
    assert [name for name in program.families() if f"`{name}`" not in table] == []
