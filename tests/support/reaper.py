"""Ends the services of a test run that died without ending them itself.

Runs as a program of its own beside each test process. It reads one order a line: `watch PID SIGNAL`, `forget PID`,
`remove DIRECTORY`, `keep DIRECTORY`. When its standard input closes, the test process is gone, however it went: what
is still watched is ended, and what is still to be removed is removed.
"""

import contextlib
import os
import shutil
import signal
import sys
import time
from collections.abc import Iterable

PATIENCE_SECONDS = 3.0


def outstanding(orders: Iterable[str]) -> tuple[dict[int, int], set[str]]:
    """Follow all commands. Return the remaining signals by process, and directories."""
    watched: dict[int, int] = {}
    directories: set[str] = set()
    for order in orders:
        verb, subject, *rest = order.rstrip("\n").split("\t")
        if verb == "watch":
            watched[int(subject)] = int(rest[0])
        elif verb == "forget":
            watched.pop(int(subject), None)
        elif verb == "remove":
            directories.add(subject)
        elif verb == "keep":
            directories.discard(subject)
    return watched, directories


def is_alive(pid: int) -> bool:
    """True if the process group of `pid` has any process left."""
    try:
        os.killpg(pid, 0)
    except (ProcessLookupError, PermissionError):
        return False
    return True


def end(watched: dict[int, int]) -> None:
    """Ask each process to stop, wait a little, then kill those that did not."""
    for pid, number in watched.items():
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(pid, number)
    give_up = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < give_up and any(map(is_alive, watched)):
        time.sleep(0.05)
    for pid in watched:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, signal.SIGKILL)


def main() -> None:
    """Wait for the test process to be gone, then tidy up after it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    watched, directories = outstanding(sys.stdin)
    end(watched)
    for directory in directories:
        shutil.rmtree(directory, ignore_errors=True)


if __name__ == "__main__":
    main()
