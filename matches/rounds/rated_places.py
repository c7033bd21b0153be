"""Places for ratings and ladders, which take resignations into account."""

from collections.abc import Sequence

from matches.models import Seat


def set_rated_places(seats: Sequence[Seat]) -> None:
    """Set the places that count: players who resigned share the place behind all others, whatever their bots reached.

    The others keep their order. Ties share a place (1, 2, 2, 4).
    """
    stayed = [seat.place for seat in seats if seat.resigned_at is None and seat.place is not None]
    for seat in seats:
        if seat.place is None:
            seat.rated_place = None
        elif seat.resigned_at is not None:
            seat.rated_place = len(stayed) + 1
        else:
            seat.rated_place = 1 + sum(place < seat.place for place in stayed)
