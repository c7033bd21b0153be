"""How long the bots of a table may think, so that its people never wait long, however many decisions come in a row.

A table has an allowance of seconds for each level. Thinking takes from it, and it fills up by a second a second while
the bots of that level do not think. A decision may take an equal share of what is left.
"""

from time import time
from urllib.parse import quote

from django.core.cache import cache

ALLOWED = 1.5
"""The whole allowance, as a multiple of the level's time for a decision: three seconds for *sharp* as usual."""
LEAST_SECONDS = 0.01
"""Hardly more than the rules of thumb take: a decision has these even when nothing is left."""


def seconds_for(match_id: int, brain: str, whole: float, bots: int) -> float:
    """Return the seconds of the next decision of a level at a table, of its `whole` time, if so many bots have it.

    A single bot that has not thought lately has its whole time.
    """
    left = ALLOWED * whole - _missing(match_id, brain, whole)
    return max(LEAST_SECONDS, min(whole, left / (bots + ALLOWED - 1)))


def take(match_id: int, brain: str, whole: float, thought: float) -> None:
    """Note that a bot of this level has just thought for so many seconds."""
    began = _missing(match_id, brain, whole, before=thought)
    cache.set(_key(match_id, brain), time() + began + thought, timeout=2 * ALLOWED * whole + thought)


def _missing(match_id: int, brain: str, whole: float, before: float = 0.0) -> float:
    """Return how many seconds of the allowance are taken, or were some seconds `before`. The cache may forget it."""
    full_at: float = cache.get(_key(match_id, brain), 0.0)
    # The clocks of two machines may differ.
    return min(max(0.0, full_at - time() + before), ALLOWED * whole)


def _key(match_id: int, brain: str) -> str:
    return f"thought:{match_id}:{quote(brain)}"
