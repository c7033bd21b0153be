"""Going around the remaining players, and dealing plaques."""

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeVar

from engine import Player
from games.plaques.rules.pieces import Tableau

T = TypeVar("T")


@lru_cache(maxsize=4096)
def round_from(seated: tuple[Player, ...], start: Player) -> tuple[Player, ...]:
    """Return the remaining players clockwise, from `start` or the first one after it."""  # P24
    return (*[seat for seat in seated if seat >= start], *[seat for seat in seated if seat < start])


def left_of(seated: tuple[Player, ...], player: Player) -> Player:
    """Return the next remaining player clockwise; the given seat may be out."""  # P24
    return next((seat for seat in seated if seat > player), seated[0])


def with_item(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """Return the items with one of them replaced."""
    changed = list(items)
    changed[index] = item
    return tuple(changed)


def without(tableau: Tableau, plaque: str) -> Tableau:
    """Return a tableau without one of its plaques."""
    place = tableau.index(plaque)
    return tableau[:place] + tableau[place + 1 :]


def in_order(plaques: Sequence[str]) -> Tableau:
    """Sort plaques by realm and rank, so that their order reveals nothing."""
    return tuple(sorted(plaques))


def dealt(deck: Sequence[str], players: int, seated: Sequence[Player], each: int) -> tuple[Tableau, ...]:
    """Deal `each` plaques from the top of a deck to each remaining player, by seat."""
    hands: list[Tableau] = [()] * players
    for number, seat in enumerate(seated):
        hands[seat] = in_order(deck[number * each : (number + 1) * each])
    return tuple(hands)


def only_own(rows: tuple[Tableau, ...], viewer: Player | None) -> tuple[Tableau, ...]:
    """Hide all rows except the viewer's own."""
    return tuple(row if seat == viewer else () for seat, row in enumerate(rows))
