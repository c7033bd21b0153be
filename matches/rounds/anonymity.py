"""Draw the seats of anonymous matches at the start, as the earlier order reveals the host and who joined when."""

import hashlib

from matches.log.seeds import site_seeds
from matches.models import Match, Seat

ASIDE = 1000
"""An offset to unused numbers, so that all seats can change their numbers."""


def draw_seats(match: Match) -> list[Seat]:
    """Renumber the seats of a locked, full match if it is anonymous; return them in order.

    The order follows from the site's seed, which was fixed before anyone joined and which no player knows.
    """
    seats = list(match.seats.select_related("user"))
    if not match.anonymous:
        return seats
    seed = site_seeds(match)[0].hex()
    drawn = sorted(seats, key=lambda seat: hashlib.sha256(f"{seed} seat {seat.number}".encode()).hexdigest())
    for offset in (ASIDE, 0):
        for number, seat in enumerate(drawn):
            seat.number = number + offset
            seat.save(update_fields=["number"])
    return drawn
