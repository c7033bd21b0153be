"""Work for a while, one piece after the other, whatever a piece takes."""

import time
from collections.abc import Callable


def work_for(seconds: float, work: Callable[[], bool]) -> bool:
    """Do a piece of work, and further ones until the time is used up or nothing is left. Return True if some may be."""
    end = time.monotonic() + seconds
    while more := work():
        if time.monotonic() >= end:
            break
    return more
