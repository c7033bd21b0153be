"""The sweeps that stop, found by the mark that each leaves in the cache when it ends well."""

import time
from collections.abc import Callable, Mapping

from redis import Redis

SWEEPS = ("matches.sweep", "notifications.sweep")
MARK = ":1:heartbeat:{}"
"""The entry of the cache in which `operations/heartbeat.py` notes the end of a sweep."""
ENDS = 3
"""So often a sweep must end. What ends first may have begun before the fault."""
PATIENCE = 60.0
"""Seconds in which it must: sweeps come every five, but this machine is busy."""

Ends = Mapping[str, bytes | None]
"""For each sweep, something that changes when it ends."""


def ends_of_sweeps(redis_url: str) -> Ends:
    """Return what the sweeps have left in the cache."""
    with Redis.from_url(redis_url) as cache:
        return {task: cache.get(MARK.format(task)) for task in SWEEPS}


def sweeps_that_stop(look: Callable[[], Ends], *, patience: float = PATIENCE, pause: float = 0.2) -> list[str]:
    """Return the sweeps that do not end often enough in this time; return as soon as all have.

    Only that a mark changes counts, not the time in it: clocks are wrong.
    """
    give_up = time.monotonic() + patience
    last, left = look(), dict.fromkeys(SWEEPS, ENDS)
    while any(left.values()) and time.monotonic() < give_up:
        time.sleep(pause)
        now = look()
        left = {task: max(0, ends - (now[task] != last[task])) for task, ends in left.items()}
        last = now
    return [task for task, ends in left.items() if ends]
