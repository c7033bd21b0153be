"""The benchmark settings of one game, kept in `bench.py` of its folder.

That module can define `BENCH`, which maps slugs to a `Bench`, and `figures(seconds)`, which makes the folder's name a
family of figures. A game without the module is measured with the defaults.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from engine.conditional_moves import ConditionalMove

MovesOf = Callable[[Any, int], Sequence[ConditionalMove]]
"""Returns the conditional moves of a person who plays like the bot, from what a seat sees."""


class Seasons(NamedTuple):
    """The size of a game's ladder seasons with planted pairs: see `bench/collusion.py`."""

    name: str
    """The first part of the figures' names."""
    bots: int = 20
    pairs: int = 3
    together: int = 16
    options: Mapping[str, Any] = {}
    """Options other than the defaults, for games whose matches are long."""
    planted: tuple[int, ...] = (11, 12)
    """The seeds of the seasons with planted pairs."""
    finds: bool = True
    """True if most planted pairs must be found; otherwise the figures only show how far to trust signals."""


class Short(NamedTuple):
    """Options of a short match, for simulations of many: see `bench/days`."""

    options: Mapping[str, Any]
    seats: int
    weight: int = 1
    """How often it is played, compared with other games."""


class Bench(NamedTuple):
    """The benchmark settings of a game."""

    least: int | None = None
    """The fewest decisions per second that random play must reach."""
    seats: int = 4
    """The number of players in random play."""
    seasons: Seasons | None = None
    short: Short | None = None
    long: Mapping[str, Any] | None = None
    """Options of a match that takes hundreds of steps if everyone plays the default action."""
    endless: Mapping[str, Any] | None = None
    """Options of a match of two players that never ends if both play the default action."""
    conditional_moves: MovesOf | None = None
    graded: bool = False
    """True if `bench/ladders.py` plays its season with this game, in which skill must matter more than chance."""
    peers: Mapping[str, str] = {}
    """Figures of other libraries to compare random play with, by the name of the ratio."""
