"""Garbage collection in processes that serve for days."""

import gc

NEW_OBJECTS, YOUNG, OLD = 50_000, 20, 50
"""How many new objects start a collection, and how many of the young start one of the older, of the oldest."""


def collect_seldom() -> None:
    """Collect less often than Python does, which took an eighth of the time of loading the code."""
    gc.set_threshold(NEW_OBJECTS, YOUNG, OLD)


def keep_loaded() -> None:
    """Leave the code that is loaded by now out of every later collection.

    A full collection looks at half a million objects of the libraries, during which a page waits a tenth of a second.
    """
    gc.freeze()
