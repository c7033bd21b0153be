"""Settled points: what a game's rules leave open, and how this house plays it."""

from collections.abc import Mapping
from typing import NamedTuple


class Point(NamedTuple):
    """One settled point, by the number that code, tests and pages cite."""

    number: str
    text: str


def settled(texts: Mapping[str, str]) -> tuple[Point, ...]:
    """Make points of texts by their numbers, in the order given."""
    return tuple(Point(number, text) for number, text in texts.items())
