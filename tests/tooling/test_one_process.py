"""Tests of one file that use a site or a browser run in one process, so that it is started once."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.processes import ROOT, plain_environment

SETTINGS = "[pytest]\naddopts = --dist=loadgroup\nmarkers =\n  server: none\n  exhaustive: none\n  sampled: none\n"
SOURCE = """
import os
from pathlib import Path
import pytest

@pytest.fixture
def embedded_site():
    return None

@pytest.mark.parametrize("number", range(6))
def test_it(number, embedded_site):
    Path(f"{Path(__file__).stem}-{number}.txt").write_text(str(os.getpid()))
"""


@pytest.mark.long("runs of tests within a test")
def test_a_file_with_a_site_is_not_divided(tmp_path: Path):
    for name in ("one", "two"):
        (tmp_path / f"test_{name}.py").write_text(SOURCE)
    (tmp_path / "pytest.ini").write_text(SETTINGS)
    command = [sys.executable, "-m", "pytest", "-p", "tests.support.selection", "-n", "2", "."]
    environment = plain_environment() | {"PYTHONPATH": str(ROOT), "DJANGO_SETTINGS_MODULE": "tests.settings"}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert "12 passed" in done.stdout, done.stdout
    for name in ("one", "two"):
        processes = {note.read_text() for note in tmp_path.glob(f"test_{name}-*.txt")}
        assert len(processes) == 1, f"The tests of one file ran in {len(processes)} processes."
