"""Scenes: what opened in a round as pieces, made from events alone, so that a page can show how it happened.

Pieces are texts, as in `engine.notation`: `tS5` is a tile. Scenes of all games have two more: `o3`, a disc with a
number of coins, and `i0`, the sign of a seat. A text that begins with a quotation mark is shown as words.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

WORDS = '"'
"""The first letter of a piece that is words."""


class Opened(NamedTuple):
    """What was in one seat's envelope, as far as the reader may know."""

    player: int
    pieces: tuple[str, ...] = ()
    made: str = ""
    """What the pieces make together: "full house"."""


class Transfer(NamedTuple):
    """A piece that went to a seat, or from a seat to nobody."""

    piece: str
    to: int | None
    source: int | None = None
    """The seat it came from. If that is `to`, it is what the seat opened."""


class Scene(NamedTuple):
    """What opened together, in the order in which it is to be shown, best first if there is a best."""

    title: str
    """A word or two: "Bids"."""
    opened: tuple[Opened, ...] = ()
    best: tuple[int, ...] = ()
    """The seats that won it."""
    transfers: tuple[Transfer, ...] = ()
    table: tuple[str, ...] = ()
    """Pieces that belong to no seat: dice that were rolled, a tile that is up for auction."""

    @property
    def is_empty(self) -> bool:
        """True if there is nothing to show."""
        return not (self.opened or self.transfers or self.table)


class Scenes:
    """Makes scenes of events. This plain version, for every game, shows who answered and who won what."""

    def of(self, events: Sequence[Any], answered: Sequence[int], marks: Sequence[Any]) -> tuple[Scene, ...]:
        """Return the scenes of one step, as its reader may see them.

        `events` and `marks` are what the reader may know of the step; `answered` are the seats whose answers it opened.
        """
        won = [mark for mark in marks if mark.player is not None]
        return without_empty(
            Scene(
                "",
                tuple(Opened(player) for player in answered),
                tuple(dict.fromkeys(mark.player for mark in won)),
                tuple(Transfer(words(mark.text), mark.player) for mark in won if mark.text),
            )
        )


def words(text: str) -> str:
    """Return words as a piece."""
    return f"{WORDS}{text}"


def points(number: int) -> str:
    """Return points that were won or lost as a piece: "+9", "−9"."""
    return words(f"+{number}" if number >= 0 else f"−{-number}")


def coins(number: int) -> str:
    """Return a number of coins as a piece."""
    return f"o{number}"


def sign(player: int) -> str:
    """Return the sign of a seat as a piece."""
    return f"i{player}"


def without_empty(*scenes: Scene) -> tuple[Scene, ...]:
    """Return the scenes that show something."""
    return tuple(scene for scene in scenes if not scene.is_empty)


def continued(first: Scene, second: Scene) -> Scene | None:
    """Return two scenes as one if the second goes on with the first: one turn after the other, until a seat is back.

    A seat may go on with its own turn, as when it draws and then discards.
    """
    if first.title != second.title or not second.opened:
        return None
    before, after = [[one.player for one in scene.opened] for scene in (first, second)]
    if after == before[-1:]:
        last, more = first.opened[-1], second.opened[0]
        opened = (*first.opened[:-1], Opened(last.player, (*last.pieces, *more.pieces), more.made))
    elif set(before).isdisjoint(after):
        opened = (*first.opened, *second.opened)
    else:
        return None
    return Scene(
        first.title,
        opened,
        _once((*first.best, *second.best)),
        (*first.transfers, *second.transfers),
        (*first.table, *second.table),
    )


def _once(players: Iterable[int]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(players))
