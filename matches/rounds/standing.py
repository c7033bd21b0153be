"""Places for ratings and ladders, where not everybody who began has played to the end."""

from collections.abc import Sequence

from games.models import Seat


def rated_places_set(seats: Sequence[Seat]) -> None:
    """Set the places that count: who resigned shares the place after all who did not, whatever the bot made of it.

    The others keep their order among themselves. A place counts everyone ahead (1, 2, 2, 4).
    """
    stayed = [seat.place for seat in seats if seat.resigned_at is None and seat.place is not None]
    for seat in seats:
        if seat.place is None:
            seat.rated_place = None
        elif seat.resigned_at is not None:
            seat.rated_place = len(stayed) + 1
        else:
            seat.rated_place = 1 + sum(place < seat.place for place in stayed)
