"""What the search found, as kept: values without words, so that no name is kept with them."""

from typing import Any

import msgspec


class Considered(msgspec.Struct, frozen=True):
    """One answer that was compared."""

    action: Any
    worth: float
    """The share of first place that it can expect."""
    error: float
    """How far this may be off, in 95 of 100 cases."""
    share: float
    """How often *sharp* would give this answer."""


class Advice(msgspec.Struct, frozen=True):
    """What *sharp* thought of the answers to one question, the ones that it would give first."""

    answers: tuple[Considered, ...]
    mine: int = -1
    """The index of the answer that was given, if there was one."""


class Luck(msgspec.Struct, frozen=True):
    """What chance brought, against the mean of what it could have brought."""

    gain: float
    error: float

    @property
    def counts(self) -> bool:
        """True if it is more than the estimates may be off."""
        return abs(self.gain) > self.error


class Finding(msgspec.Struct, frozen=True):
    """One position of a match."""

    step: int
    shares: tuple[float, ...]
    """What *sharp* thinks each seat's share of first place is, as far as the seat that is analysed could know."""
    ends: tuple[float, ...]
    """The shares of first place in matches that were played to the end from here."""
    error: float
    """How far the share of the seat itself may be off, in 95 of 100 cases."""
    over: bool = False
    """True if the match is over here."""
    luck: Luck | None = None
    """Of the draws that led here."""
    advice: Advice | None = None
    """On the answer that was given here."""
    tries: int = 0
    """How often the position could not be looked at, if it was not; then it has no shares."""
