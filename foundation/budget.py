"""Work through pieces one after the other until a time is used up."""

import time
from collections.abc import Callable


def work_for(seconds: float, work: Callable[[], bool]) -> bool:
    """Do a piece of work, and further ones until the time is used up or nothing is left. Return True if some may be."""
    end = time.monotonic() + seconds
    while more := work():
        if time.monotonic() >= end:
            break
    return more
