"""A test in a browser that fails is tried once more, and the run says so; others are not."""

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.support import second_tries
from tests.support.processes import ROOT, plain_environment

SETTINGS = "[pytest]\nmarkers =\n  server: none\n  browser: none\n  exhaustive: none\n  sampled: none\n"
PLUGINS = ["-p", "tests.support.selection", "-p", "tests.support.second_tries"]
SOURCE = """
import pytest
tries = []

@pytest.fixture
def {fixture}():
    return None

def test_it({fixture}):
    tries.append(1)
    assert len(tries) > {failures}
"""


@pytest.mark.sampled(1, "a second failure and a test without a browser too")
@pytest.mark.parametrize(
    ("fixture", "failures", "outcome"),
    [("browser", 1, "1 passed, 1 rerun"), ("browser", 2, "1 failed, 1 rerun"), ("embedded_site", 1, "1 failed")],
)
def test_only_a_browser_gets_a_second_try(tmp_path: Path, fixture: str, failures: int, outcome: str):
    (tmp_path / "test_it.py").write_text(SOURCE.format(fixture=fixture, failures=failures))
    (tmp_path / "pytest.ini").write_text(SETTINGS)
    command = [sys.executable, "-m", "pytest", *PLUGINS, "--rootdir", str(tmp_path)]
    environment = plain_environment() | {"PYTHONPATH": str(ROOT), "DJANGO_SETTINGS_MODULE": "tests.settings"}
    done = subprocess.run([*command, "."], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert outcome in done.stdout.splitlines()[-1], done.stdout
    assert ("first try of test_it.py::test_it" in done.stdout) is ("rerun" in outcome)
    assert "assert 1 > " in done.stdout


@pytest.mark.parametrize("more", [0, 1])
def test_too_many_second_tries_fail_the_run(more: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(second_tries, "seen", [])
    for number in range(second_tries.MOST + more):
        report: Any = SimpleNamespace(outcome="rerun", nodeid=f"test_{number}")
        second_tries.pytest_runtest_logreport(report)
    session: Any = SimpleNamespace(exitstatus=pytest.ExitCode.OK)
    second_tries.pytest_sessionfinish(session)
    assert (session.exitstatus == pytest.ExitCode.TESTS_FAILED) is bool(more)
