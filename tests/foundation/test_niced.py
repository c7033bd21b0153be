"""Jobs that take too much are ended, wherever they spend their time, and the next job is done."""

import hashlib
import multiprocessing
import os
import resource
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any
from unittest.mock import patch
from weakref import WeakSet

import pytest

from foundation.niced import Closed, NicedProcess, TookTooLong, close_all_for_good
from tests.support.processes import ROOT
from tests.support.site import eventually

MEMORY = 768 * 1024 * 1024


def forever() -> None:
    while True:
        pass


def forever_in_a_library() -> None:
    hashlib.pbkdf2_hmac("sha256", b"", b"", 2**31 - 1)


def hoard() -> int:
    return len(bytearray(2 << 30))


def is_here() -> bool:
    return True


def end_oneself() -> str:
    os.kill(os.getpid(), signal.SIGTERM)
    return "went on"


def leave_and_end_oneself() -> str:
    with patch("os.getppid", return_value=1):
        return end_oneself()


@pytest.mark.parametrize(
    ("job", "error"), [(forever, TookTooLong), (forever_in_a_library, BrokenProcessPool), (hoard, MemoryError)]
)
def test_a_job_that_takes_too_much_is_ended_and_the_next_is_done(job: Any, error: type[Exception]) -> None:
    process = NicedProcess(patience=120, seconds=0.2, memory=MEMORY)
    try:
        with pytest.raises(error):
            process.begin(job).result()
        assert process.run(len, "four") == 4
    finally:
        process.close()


def hang(began: str) -> None:
    """Wait for ever, which takes no time of the processor."""
    Path(began).touch()
    threading.Event().wait()


def test_a_job_that_hangs_takes_no_other_with_it(tmp_path: Path) -> None:
    process, began = NicedProcess(patience=120), tmp_path / "began"
    try:
        # On a busy machine it takes long to start and to import this module: only the job that hangs has little time.
        assert process.run(is_here)
        process.patience = 5
        with ThreadPoolExecutor(4) as askers:
            hanging = askers.submit(process.run, hang, str(began))
            eventually(began.exists, 60)
            process.patience = 120
            others = [askers.submit(process.run, len, "x" * size) for size in range(3)]
            assert isinstance(hanging.exception(), TimeoutError)
            assert [other.result() for other in others] == [0, 1, 2]
    finally:
        process.close()


def test_the_end_of_the_site_is_no_failure_of_a_job_under_way_nor_of_those_in_line(tmp_path: Path) -> None:
    process, began = NicedProcess(patience=120), tmp_path / "began"
    try:
        with ThreadPoolExecutor(2) as askers:
            hanging = askers.submit(process.run, hang, str(began))
            eventually(began.exists, 60)
            in_line = askers.submit(process.run, len, "four")
            process.close_for_good()
            assert isinstance(hanging.exception(30), Closed)
            assert isinstance(in_line.exception(30), Closed)
        with pytest.raises(Closed):
            process.run(len, "four")
    finally:
        process.close()


def test_the_end_of_the_site_cuts_off_a_process_that_only_its_job_knows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("foundation.niced._all", WeakSet[NicedProcess]())
    began = tmp_path / "began"

    def weigh() -> None:
        process = NicedProcess(patience=120)
        try:
            process.run(hang, str(began))
        finally:
            process.close()

    with ThreadPoolExecutor(1) as askers:
        hanging = askers.submit(weigh)
        eventually(began.exists, 60)
        close_all_for_good()
        assert isinstance(hanging.exception(30), Closed)


def hoard_as_worker(told: Any) -> None:
    """Work in place, as Celery's prefork workers do: they are daemons, which may start no process."""
    process, before = NicedProcess(patience=120, memory=MEMORY), resource.getrlimit(resource.RLIMIT_AS)
    try:
        process.run(hoard)
    except MemoryError:
        told.put(("refused", process.run(len, "four"), before == resource.getrlimit(resource.RLIMIT_AS)))
    else:
        told.put("not refused")


def test_a_worker_that_does_the_work_itself_may_take_as_little_memory() -> None:
    apart = multiprocessing.get_context("spawn")
    told = apart.Queue()
    worker = apart.Process(target=hoard_as_worker, args=[told], daemon=True)
    worker.start()
    worker.join(60)
    assert worker.exitcode == 0
    assert told.get(timeout=5) == ("refused", 4, True)


def test_a_stop_that_is_sent_to_all_processes_is_left_to_the_owner() -> None:
    process = NicedProcess(patience=120)
    try:
        assert process.run(end_oneself) == "went on"
        with pytest.raises(BrokenProcessPool):
            process.run(leave_and_end_oneself)
    finally:
        process.close()


OWNER = """
import os, sys, time
from foundation.niced import NicedProcess
if __name__ == "__main__":
    process = NicedProcess(patience=120)
    print(process.run(os.getpid), flush=True)
    if sys.argv[1] == "busy":
        process.begin(eval, "[0 for _ in iter(int, 1)]")
    time.sleep(600)
"""


@pytest.mark.parametrize("doing", ["nothing", "busy"])
def test_the_process_of_a_killed_owner_ends(doing: str, tmp_path: Path) -> None:
    program = tmp_path / "owner.py"
    program.write_text(OWNER)
    command, env = [sys.executable, str(program), doing], os.environ | {"PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env) as owner:
        assert owner.stdout is not None
        number = int(owner.stdout.readline())
        owner.kill()
    ended = eventually(lambda: not Path(f"/proc/{number}").exists())
    assert ended
