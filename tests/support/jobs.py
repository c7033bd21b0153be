"""Work for a process of its own. It knows no Django, as such a process has none."""

import os
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NoReturn

from matches.view.record_check import Checked


def ends_the_process(data: bytes) -> NoReturn:
    """Break the checker from inside."""
    time.sleep(0.2)
    os._exit(1)


def fails(data: bytes) -> NoReturn:
    """Fail in a way that nobody expects."""
    raise LookupError(data)


def waits_for(path: str) -> Checked:
    """Wait until a file exists."""
    while not Path(path).exists():
        time.sleep(0.05)
    return Checked(title=path)


def waits_for_end_of(path: Path) -> Callable[[bytes], Checked]:
    """Work on a file that does nothing but wait until another exists."""
    return partial(_waits_with_file, str(path))


def _waits_with_file(path: str, data: bytes) -> Checked:
    return waits_for(path)


def waits_too(path: str) -> Checked:
    """Another kind of work."""
    return waits_for(path)
