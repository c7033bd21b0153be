"""What is measured of one game beside what is measured of all: its folder says so, in `bench.py`.

That module may have `BENCH`, which maps slugs to values of `Bench`, and `figures(seconds)`: then the folder's name is
a family of figures. A game without it is measured like any other.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from engine.conditional_moves import ConditionalMove

MovesOf = Callable[[Any, int], Sequence[ConditionalMove]]
"""The conditional moves of a person with the bot's sense, by what a seat sees."""


class Seasons(NamedTuple):
    """How large a game's ladder seasons with planted pairs are: see `bench/collusion.py`."""

    name: str
    """How their figures begin."""
    bots: int = 20
    pairs: int = 3
    together: int = 16
    options: Mapping[str, Any] = {}
    """Other than the usual where a match of those is long."""
    planted: tuple[int, ...] = (11, 12)
    """The seeds of its seasons with planted pairs."""
    finds: bool = True
    """Whether most planted pairs must be found; elsewhere the figures tell how far a signal may be trusted."""


class Short(NamedTuple):
    """Options of a short match, for simulations of many: see `bench/days`."""

    options: Mapping[str, Any]
    seats: int
    weight: int = 1
    """How many times as often as others it is played."""


class Bench(NamedTuple):
    """What a game says of its measurements."""

    least: int | None = None
    """Decisions a second that random play must reach."""
    seats: int = 4
    """How many play at random."""
    seasons: Seasons | None = None
    short: Short | None = None
    long: Mapping[str, Any] | None = None
    """Options of a match that takes hundreds of steps if everyone plays the default action."""
    endless: Mapping[str, Any] | None = None
    """Options of a match of two that never ends if both play the default action."""
    conditional_moves: MovesOf | None = None
    graded: bool = False
    """Whether the ladder season of `bench/ladders.py` is played with its bots: chance must not decide too much."""
    peers: Mapping[str, str] = {}
    """Figures of other libraries to compare random play with, by the name of the ratio."""
