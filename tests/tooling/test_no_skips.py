"""A skipped test, or one expected to fail, fails the run."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.processes import ROOT, plain_environment

MARKED = "import pytest\n@pytest.mark.{mark}(reason='later')\ndef test_it(): {body}\n"
WAYS = {
    "skip": MARKED.format(mark="skip", body="pass"),
    "xfail": MARKED.format(mark="xfail", body="raise ValueError"),
    "xpass": MARKED.format(mark="xfail", body="pass"),
    "in_the_test": "import pytest\ndef test_it(): pytest.skip('later')\n",
    "in_a_fixture": ("import pytest\n@pytest.fixture\ndef thing(): pytest.skip('later')\ndef test_it(thing): pass\n"),
    "module": "import pytest\npytest.importorskip('nowhere', reason='later')\ndef test_it(): pass\n",
    "unittest": (
        "import unittest\n@unittest.skip('later')\nclass TestIt(unittest.TestCase):\n    def test_it(self): pass\n"
    ),
}
"""Each way to skip a test, or to expect that it fails, as a file of its own."""


@pytest.mark.parametrize("workers", ["0", "1"])
def test_each_way_fails_the_run(tmp_path: Path, workers: str):
    for way, source in WAYS.items():
        (tmp_path / f"test_{way}.py").write_text(source)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    # One run tries all, as starting it takes longer than they do; a module that is refused would end it early.
    settings = ["-p", "tests.support.no_skips", "--continue-on-collection-errors", "--rootdir", str(tmp_path)]
    command = [sys.executable, "-m", "pytest", "-rA", "-n", workers, *settings, "."]
    environment = plain_environment() | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == pytest.ExitCode.TESTS_FAILED, done.stdout
    refused = re.findall(r"^(?:FAILED|ERROR) test_(\w+)\.py", done.stdout, re.MULTILINE)
    assert sorted(refused) == sorted(WAYS), done.stdout
    assert done.stdout.count("A test was skipped or expected to fail.") >= len(WAYS)
    assert re.search(r"\d failed, \d errors? in ", done.stdout.splitlines()[-1]), done.stdout
