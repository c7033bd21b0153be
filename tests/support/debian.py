"""Programs of Debian packages, found on the machine or installed."""

import os
import shutil
import subprocess
from pathlib import Path

from tests.support.processes import ServiceMissing

SYSTEM_PLACES = "/usr/local/sbin:/usr/sbin:/sbin"


def program(name: str, package: str) -> Path:
    """Return the path of a program, installing its package if needed and allowed.

    Raises `ServiceMissing` when it cannot be had.
    """
    output = "" if _found(name) else install(package)
    found = _found(name)
    if found is None:
        raise ServiceMissing(
            f"{name} cannot be had here: it is not installed, and apt cannot install it either. "
            f"Install {package} and run the tests again.\n{output}"
        )
    return found


def install(package: str) -> str:
    """Install a package if this user may, and return what apt printed."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return ""
    _run("apt-get", "update", "--quiet")
    # Several test processes may come here at once: the later ones wait for the first.
    waiting = ("--option", "DPkg::Lock::Timeout=600")
    return _run("apt-get", "install", "--yes", "--quiet", "--no-install-recommends", *waiting, package)


def _found(name: str) -> Path | None:
    found = shutil.which(name) or shutil.which(name, path=SYSTEM_PLACES)
    return Path(found) if found else None


def _run(*command: str) -> str:
    # At this run level nothing that is installed is started.
    env = os.environ | {"DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
    done = subprocess.run(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        env=env,
        stdin=subprocess.DEVNULL,
    )
    return done.stdout
