"""The size of JSON in values and levels, and what it has, found without reading it."""

import re

DEEPEST = 16
"""The most levels of lists and objects that strangers may send; the record of a match has nine."""

FRACTION = re.compile(rb"[0-9][.eE]")
OPENING = b"[{"
NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))


def parts_of(data: bytes) -> int:
    """Return how many values JSON holds at most.

    Every value stands behind a comma or a bracket, and these can be written in one way only. What has more texts than
    values is no JSON, but would take as long to look through.
    """
    values = 1 + data.count(b",") + data.count(b"[") + data.count(b"{") + data.count(b":")
    return max(values, data.count(b'"') // 2)


def is_deeper(data: bytes, most: int) -> bool:
    """True if lists and objects of JSON are nested in more than `most` levels."""
    depth = 0
    for bracket in _outside_texts(data).translate(None, NO_BRACKETS):
        depth += 1 if bracket in OPENING else -1
        if not 0 <= depth <= most:  # with too many closed, it is no JSON
            break
    return depth > most


def has_fractions(data: bytes) -> bool:
    """True if any number of JSON has a point or an exponent: a reader may take microseconds for each."""
    return FRACTION.search(_outside_texts(data)) is not None


def _outside_texts(data: bytes) -> bytes:
    return b"".join(data.replace(rb"\\", b"").replace(rb"\"", b"").split(b'"')[::2])
