"""Starting and ending the programs that tests run against."""

import atexit
import contextlib
import functools
import itertools
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
KEPT_OF_THE_ENVIRONMENT = ("COMPILED_RULES", "HOME", "LANG", "LC_ALL", "PATH", "TMPDIR", "TZ")
LOG_TAIL_LINES = 60
PORTS_OF_A_PROCESS = 2_500

running: "list[Service]" = []
"""Services that run now, oldest first; a failing test shows the end of their logs."""


class ServiceMissing(Exception):
    """A component that the tests need cannot be had on this machine."""


class DidNotStart(Exception):
    """A program ended or stayed silent for too long instead of getting ready."""


@dataclass(frozen=True)
class Service:
    """One running program and where it writes."""

    name: str
    process: subprocess.Popen[bytes]
    log: Path
    stop_signal: signal.Signals
    log_start: int
    """Where in the log this run of the program begins."""
    again: Callable[[], "Service"]
    """Starts the same program once more, after it has ended."""

    @property
    def pid(self) -> int:
        """The program's process id."""
        return self.process.pid

    @property
    def is_running(self) -> bool:
        """True if the program has not ended yet."""
        return self.process.poll() is None

    def output(self) -> str:
        """Return what the program wrote since it was started."""
        return self.log.read_bytes()[self.log_start :].decode(errors="replace")

    def tail(self) -> str:
        """Return the last lines that the program wrote."""
        return "\n".join(self.output().splitlines()[-LOG_TAIL_LINES:])

    def wait_until(self, is_ready: Callable[[], bool], seconds: float = 30.0) -> None:
        """Wait until the program is ready. Raises `DidNotStart` with the end of its log."""
        give_up = time.monotonic() + seconds
        while not is_ready():
            self._refuse_unless_running()
            if time.monotonic() > give_up:
                raise DidNotStart(f"{self.name} was not ready after {seconds:g} s:\n{self.tail()}")
            time.sleep(0.05)
        # Another program at the same port may have answered.
        self._refuse_unless_running()

    def _refuse_unless_running(self) -> None:
        if not self.is_running:
            raise DidNotStart(f"{self.name} ended with code {self.process.returncode}:\n{self.tail()}")

    def stop(self, patience_seconds: float = 15.0) -> None:
        """Ask the program to stop; kill it and its children if it does not."""
        if self.is_running:
            self.process.send_signal(self.stop_signal)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(patience_seconds)
        self.kill()

    def kill(self) -> None:
        """Kill the program and its children at once, as a power cut would; a second call does nothing."""
        if self not in running:
            return  # The system may have given the number to another program since.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        self.process.wait()
        _tell_reaper("forget", self.pid)
        running.remove(self)


def start(
    name: str,
    command: Sequence[str | Path],
    *,
    log: Path,
    env: Mapping[str, str],
    cwd: Path = ROOT,
    user: str | None = None,
    stop_signal: signal.Signals = signal.SIGTERM,
    pass_fds: Sequence[int] = (),
) -> Service:
    """Start a program in a session of its own; it is ended with this process, however that ends."""
    account = pwd.getpwnam(user) if user else None
    with log.open("ab") as output:
        log_start = output.tell()
        process = subprocess.Popen(
            [str(part) for part in command],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd=cwd,
            env=dict(env),
            start_new_session=True,
            pass_fds=pass_fds,
            user=account and account.pw_uid,
            group=account and account.pw_gid,
            extra_groups=[] if account else None,
        )
    _tell_reaper("watch", process.pid, int(stop_signal))
    again = functools.partial(
        start, name, command, log=log, env=env, cwd=cwd, user=user, stop_signal=stop_signal, pass_fds=pass_fds
    )
    service = Service(name, process, log, stop_signal, log_start, again)
    running.append(service)
    return service


def plain_environment() -> dict[str, str]:
    """Return the environment without any setting of the site or of the test run."""
    kept = {name: os.environ[name] for name in KEPT_OF_THE_ENVIRONMENT if name in os.environ}
    # A Python program that crashes says in its log where.
    return kept | {"PYTHONFAULTHANDLER": "1"}


def free_port() -> int:
    """Return a free port of 127.0.0.1 that this process has not returned lately.

    A program takes seconds to listen at its port. So processes of one test run choose from ranges of their own, below
    the ports that the system gives to connections.
    """
    return next(port for port in _ports() if not listens(port))


@functools.cache
def _ports() -> Iterator[int]:
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    first = 10_000 + worker % 9 * PORTS_OF_A_PROCESS
    # Another run may have begun beside this one.
    return (first + number % PORTS_OF_A_PROCESS for number in itertools.count(secrets.randbelow(PORTS_OF_A_PROCESS)))


def listens(port: int) -> bool:
    """True if a process listens on this port of 127.0.0.1."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@contextlib.contextmanager
def private_directory(owner: str | None = None) -> Iterator[Path]:
    """Give a new directory that only `owner` (or this user) may enter; it is removed in any case."""
    directory = Path(tempfile.mkdtemp(prefix="piecepack-service-"))
    _tell_reaper("remove", directory)
    if owner:
        account = pwd.getpwnam(owner)
        os.chown(directory, account.pw_uid, account.pw_gid)
    try:
        yield directory
    finally:
        shutil.rmtree(directory, ignore_errors=True)
        _tell_reaper("keep", directory)


def directory_of_this_process() -> Path:
    """Return a new directory that is removed with this process."""
    stack = contextlib.ExitStack()
    directory = stack.enter_context(private_directory())
    atexit.register(stack.close)
    return directory


@functools.cache
def _reaper() -> subprocess.Popen[str]:
    command = [sys.executable, "-I", "-S", str(Path(__file__).with_name("reaper.py"))]
    reaper = subprocess.Popen(command, stdin=subprocess.PIPE, text=True, start_new_session=True)
    atexit.register(_dismiss, reaper)
    return reaper


def _dismiss(reaper: subprocess.Popen[str]) -> None:
    if reaper.stdin:
        reaper.stdin.close()
    reaper.wait()


def _tell_reaper(*order: object) -> None:
    pipe = _reaper().stdin
    if pipe and not pipe.closed:
        pipe.write("\t".join(map(str, order)) + "\n")
        pipe.flush()
