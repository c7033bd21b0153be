"""How a match ended: who won, and the stairs of the podium."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext, pgettext

from engine.view import MatchView, SeatView
from engine.words import and_list, ordinal

LOWEST_LEVEL = 4


def seat_name(seat: SeatView) -> str:
    """Return the name of a seat, or "You" for the reader's own."""
    return pgettext("seat", "You") if seat.is_me else seat.name


def by_place(seats: Sequence[SeatView]) -> list[SeatView]:
    """Sort seats by place, best first."""
    return sorted(seats, key=lambda seat: (seat.place or len(seats), seat.player))


class Stair(NamedTuple):
    """One stair of the podium."""

    seat: SeatView
    shared: bool
    level: int
    """How high it stands: 1 for the first place, 4 for the lowest."""


def podium(view: MatchView) -> list[Stair]:
    """Return the places of a finished match, best first."""
    return [
        Stair(seat, shared=view.places.count(seat.place) > 1, level=min(seat.place or LOWEST_LEVEL, LOWEST_LEVEL))
        for seat in by_place(view.seats)
    ]


def headline(view: MatchView) -> str:
    """Say who won, and what place the reader took: "Marek wins. You came 2nd."."""
    winners = [seat for seat in by_place(view.seats) if seat.place == 1]
    mine = next((seat for seat in view.seats if seat.is_me), None)
    if not winners or view.voided:
        return gettext("The match is over")
    names = [seat_name(seat) for seat in sorted(winners, key=lambda seat: not seat.is_me)]
    if len(winners) > 1:
        said = gettext("{names} share the win.").format(names=and_list(names))
    elif winners[0].is_me:
        return gettext("You win!")
    else:
        said = gettext("{name} wins.").format(name=names[0])
    if mine and mine.place and mine not in winners:
        is_shared = view.places.count(mine.place) > 1
        words = gettext("You share {place} place.") if is_shared else gettext("You came {place}.")
        return f"{said} {words.format(place=ordinal(mine.place))}"
    return said
