"""The size of JSON in values and levels, counted without reading it."""

import re

DEEPEST = 16
"""The most levels of lists and objects that strangers may send; the record of a match has nine."""

TEXT = re.compile(rb'"[^"]*"?')
OPENING = b"[{"
NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))


def parts_of(data: bytes) -> int:
    """Return how many values JSON holds at most.

    Every value stands behind a comma or a bracket, and these can be written in one way only.
    """
    return 1 + data.count(b",") + data.count(b"[") + data.count(b"{") + data.count(b":")


def is_deeper(data: bytes, most: int) -> bool:
    """Return whether lists and objects of JSON are nested in more than `most` levels."""
    outside = TEXT.sub(b"", data.replace(rb"\\", b"").replace(rb"\"", b""))
    depth = 0
    for bracket in outside.translate(None, NO_BRACKETS):
        depth += 1 if bracket in OPENING else -1
        if not 0 <= depth <= most:  # with too many closed, it is no JSON
            break
    return depth > most
