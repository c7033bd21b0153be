"""What all processes of a test run need is made by one of them, and removed at the end of the run."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import made_once as shared
from tests.support.made_once import made_once
from tests.support.processes import ROOT, plain_environment

SOURCE = """
import os
from pathlib import Path
import pytest
from tests.support.made_once import made_once

def make(directory):
    (directory / "by").write_text(str(os.getpid()))

@pytest.mark.parametrize("number", range(4))
def test_it(number):
    made = made_once("thing", make)
    Path(f"{number}.txt").write_text(f"{os.getpid()} {(made / 'by').read_text()} {made}")
"""


@pytest.mark.long("runs of tests within a test")
def test_processes_of_one_run_share_what_one_made_and_it_is_removed(tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text(SOURCE)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    command = [sys.executable, "-m", "pytest", "-p", "tests.support.made_once", "-p", "no:django", "-n", "2", "."]
    environment = plain_environment() | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert "4 passed" in done.stdout, done.stdout
    asked, made_by, places = (set(column) for column in zip(*map(_words, tmp_path.glob("*.txt")), strict=True))
    assert len(asked) == 2
    assert len(made_by) == len(places) == 1
    assert not Path(places.pop()).parent.exists()


def _words(note: Path) -> list[str]:
    return note.read_text().split()


def test_what_a_process_that_died_had_begun_is_made_afresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared, "_folders", [tmp_path])

    def fail(directory: Path) -> None:
        (directory / "half").touch()
        raise RuntimeError("killed")

    with pytest.raises(RuntimeError, match="killed"):
        made_once("thing", fail)
    made = made_once("thing", lambda directory: (directory / "whole").touch())
    assert [path.name for path in made.iterdir()] == ["whole"]
    assert made_once("thing", fail) == made
