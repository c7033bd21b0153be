"""How much of what repeats `make test` tries; `make test-all` tries everything."""

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import pytest

T = TypeVar("T")


def some_of(values: Iterable[T], number: int, reason: str) -> list[Any]:
    """Return the values as parameters: `number` of them, evenly spread, for `make test`; the others are exhaustive."""
    everything = list(values)
    kept = set(evenly(range(len(everything)), number))
    return [
        value if at in kept else pytest.param(value, marks=pytest.mark.exhaustive(reason))
        for at, value in enumerate(everything)
    ]


def but_for(values: Iterable[T], kept: Iterable[T], reason: str) -> list[Any]:
    """Return the values as parameters: those of `kept` for `make test`; the others are exhaustive."""
    first = list(kept)
    return [value if value in first else pytest.param(value, marks=pytest.mark.exhaustive(reason)) for value in values]


def evenly(values: Sequence[T], number: int) -> list[T]:
    """Return `number` of the values, the first and the last among them; all if there are no more."""
    if len(values) <= number:
        return list(values)
    if number == 1:
        return [values[0]]
    return [values[round(at * (len(values) - 1) / (number - 1))] for at in range(number)]
