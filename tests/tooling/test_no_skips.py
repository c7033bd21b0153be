"""A skipped test, or one expected to fail, fails the run."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.processes import ROOT, plain_environment

MARKED = "import pytest\n@pytest.mark.{mark}(reason='later')\ndef test_it(): {body}\n"


@pytest.mark.parametrize(
    "source",
    [
        MARKED.format(mark="skip", body="pass"),
        MARKED.format(mark="xfail", body="raise ValueError"),
        MARKED.format(mark="xfail", body="pass"),
        "import pytest\ndef test_it(): pytest.skip('later')\n",
        "import pytest\n@pytest.fixture\ndef thing(): pytest.skip('later')\ndef test_it(thing): pass\n",
        "import pytest\npytest.importorskip('nowhere', reason='later')\ndef test_it(): pass\n",
        "import unittest\n@unittest.skip('later')\nclass TestIt(unittest.TestCase):\n    def test_it(self): pass\n",
    ],
    ids=["skip", "xfail", "xpass", "in the test", "in a fixture", "module", "unittest"],
)
@pytest.mark.parametrize("workers", ["0", "1"])
@pytest.mark.sampled(1, "each way to skip a test, not one")
def test_fails_the_run(tmp_path: Path, source: str, workers: str):
    (tmp_path / "test_it.py").write_text(source)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "tests.support.no_skips",
        "-n",
        workers,
        "--rootdir",
        str(tmp_path),
    ]
    environment = plain_environment() | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run([*command, "."], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode in (1, 2), done.stdout
    assert "A test was skipped or expected to fail." in done.stdout
    assert " skipped" not in done.stdout.splitlines()[-1]
