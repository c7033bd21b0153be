"""Services end with the test run, however that ends."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.support import reaper
from tests.support.processes import ROOT, plain_environment

STARTS_TWO_AND_DIES = """
import os, signal, sys, time
from pathlib import Path
from tests.support.processes import plain_environment, private_directory, start

directory = private_directory().__enter__()
log = Path(sys.argv[1])
stubborn = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)"
pids = [
    start("one", ["sleep", "600"], log=log, env=plain_environment()).pid,
    start("two", [sys.executable, "-c", stubborn], log=log, env=plain_environment()).pid,
]
time.sleep(0.5)
print(directory, *pids, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.long("a run of tests that is killed")
def test_a_killed_run_leaves_nothing_behind(tmp_path: Path):
    program = [sys.executable, "-c", STARTS_TWO_AND_DIES, str(tmp_path / "log")]
    killed = subprocess.run(program, cwd=ROOT, env=plain_environment(), capture_output=True, text=True, check=False)
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    directory, *pids = killed.stdout.split()
    assert len(pids) == 2
    give_up = time.monotonic() + 10
    while Path(directory).exists() or any(reaper.is_alive(int(pid)) for pid in pids):
        assert time.monotonic() < give_up, f"{directory} or one of {pids} is still there."
        time.sleep(0.05)


def test_what_was_ended_in_order_is_left_alone():
    orders = ["watch\t11\t15\n", "watch\t12\t2\n", "remove\t/a\n", "remove\t/b\n", "forget\t11\n", "keep\t/a\n"]
    assert reaper.outstanding(orders) == ({12: 2}, {"/b"})
