"""Verifiable chance: numbers drawn from a seed, or read back from the log."""

import hmac
from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

from engine.language import say

T = TypeVar("T")

_WORD = 2**64
_FINE = 1 << 30
"""How finely shares are told apart."""


class ChanceExhausted(Exception):
    """The log holds too few draws, or one that is out of range."""


class Chance(Protocol):
    """A source of whole numbers, each equally likely."""

    def below(self, bound: int) -> int:
        """Draw a number from 0 to `bound` - 1; `bound` is 1 or more."""


class SeededChance:
    """Unbiased draws of one step, HMAC-SHA256(seed, "step:draw"), recorded in `draws`.

    The first eight bytes of the digest are a big-endian number. Numbers at the upper end,
    which would favour some results, are skipped and the next draw is used.
    """

    __slots__ = ("_counter", "_seed", "_step", "draws")

    def __init__(self, seed: bytes, step: int) -> None:
        self._seed = seed
        self._step = step
        self._counter = 0
        self.draws: list[int] = []

    def below(self, bound: int) -> int:
        """Draw a number from 0 to `bound` - 1."""
        fair = _WORD - _WORD % bound
        word = self._word()
        while word >= fair:
            word = self._word()
        self.draws.append(word % bound)
        return word % bound

    def _word(self) -> int:
        message = f"{self._step}:{self._counter}".encode()
        self._counter += 1
        return int.from_bytes(hmac.digest(self._seed, message, "sha256")[:8], "big")


class RecordedChance:
    """Draws read back from the log of a step. `bounds` keeps what each was drawn below."""

    __slots__ = ("_left", "bounds")

    def __init__(self, draws: Iterable[int]) -> None:
        self._left = list(reversed(list(draws)))
        self.bounds: list[int] = []

    def below(self, bound: int) -> int:
        """Return the next recorded draw. Raises `ChanceExhausted` if none is left or it is out of range."""
        if not self._left:
            raise ChanceExhausted(say("The log holds too few draws for this step."))
        drawn = self._left.pop()
        if not 0 <= drawn < bound:
            raise ChanceExhausted(
                say("The log holds {drawn} where a number below {bound} was drawn.", drawn=drawn, bound=bound)
            )
        self.bounds.append(bound)
        return drawn

    @property
    def used_up(self) -> bool:
        """True if every recorded draw has been used."""
        return not self._left


def shuffled(chance: Chance, items: Iterable[T]) -> tuple[T, ...]:
    """Return the items in random order (Fisher–Yates, from the last place down)."""
    row, below = list(items), chance.below
    for last in range(len(row) - 1, 0, -1):
        other = below(last + 1)
        row[last], row[other] = row[other], row[last]
    return tuple(row)


def choice(chance: Chance, items: Sequence[T]) -> T:
    """Return one of the items, each equally likely."""
    return items[chance.below(len(items))]


def weighted_choice(chance: Chance, items: Sequence[T], shares: Sequence[float]) -> T:
    """Return one of the items, each as likely as its share of 1."""
    aim = chance.below(_FINE) / _FINE
    for item, share in zip(items, shares, strict=True):
        aim -= share
        if aim < 0.0:
            return item
    # Rounding may leave a little over.
    return items[max(range(len(shares)), key=shares.__getitem__)]
