"""A bar on standard error that says how far a long job is."""

import sys
import time
from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")
WIDTH = 30
MINUTE = 60


def say(words: str) -> None:
    """Print a line beside the figures."""
    print(words, file=sys.stderr, flush=True)


def shown(items: Sequence[T], words: str) -> Iterator[T]:
    """Yield the items and move the bar after each. Where nobody watches, only the end is printed."""
    begun, watched = time.monotonic(), sys.stderr.isatty()
    for done, item in enumerate(items, start=1):
        yield item
        if watched:
            spent = time.monotonic() - begun
            print("\r" + bar_of(done, len(items), words, spent), end="", file=sys.stderr, flush=True)
    end = f"{words}: {time.monotonic() - begun:.0f} s"
    say(("\r\033[K" if watched else "") + end)


def bar_of(done: int, whole: int, words: str, spent: float) -> str:
    """Return the bar as text, with the minutes that are left at this pace."""
    filled = WIDTH * done // whole
    left = spent / done * (whole - done) / MINUTE
    return f"[{'#' * filled}{' ' * (WIDTH - filled)}] {100 * done // whole:3}% {words}, {left:.0f} min left "
