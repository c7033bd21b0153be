"""Rulings: how this site plays where a game's rules leave a question open."""

from collections.abc import Mapping
from typing import NamedTuple


class Ruling(NamedTuple):
    """One ruling, with the number that code, tests and pages cite."""

    number: str
    text: str


def as_rulings(texts: Mapping[str, str]) -> tuple[Ruling, ...]:
    """Return rulings from texts by number, in the same order."""
    return tuple(Ruling(number, text) for number, text in texts.items())
