"""What is made once in a test run and read by all its processes."""

import fcntl
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.processes import directory_of_this_process

FOLDER = "made_once"
_folders: list[Path] = []
"""The directory of the run, once it is known. The process that hands out the tests removes it, as it ends last."""


def _folder() -> Path:
    if not _folders:
        _folders.append(directory_of_this_process())
    return _folders[0]


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell another process of this run the directory."""
    node.workerinput[FOLDER] = str(_folder())


def pytest_configure(config: pytest.Config) -> None:
    """Use the directory of the run, if this is one of its processes."""
    if told := getattr(config, "workerinput", {}).get(FOLDER):
        _folders[:] = [Path(told)]


def made_once(name: str, make: Callable[[Path], object]) -> Path:
    """Return a directory that `make` has filled, in this process or another, which is waited for."""
    done = _folder() / name
    # The system takes the lock from a process that dies; what that had begun is removed with all else.
    with (_folder() / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            begun = Path(tempfile.mkdtemp(dir=_folder()))
            make(begun)
            begun.rename(done)
    return done
