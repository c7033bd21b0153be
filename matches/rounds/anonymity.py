"""Seats of an anonymous match are drawn when it starts: before, their order tells who opened the table and who came."""

import hashlib

from games.models import Match, Seat
from games.vault import unseal

ASIDE = 1000
"""Numbers that no seat has, for the moment in which all change."""


def seats_drawn(match: Match) -> list[Seat]:
    """Give the seats of a locked, full match new numbers where it is anonymous; return them in order.

    The site's seed decides, which was fixed before anybody came: so nobody can choose where they sit.
    """
    seats = list(match.seats.select_related("user"))
    if not match.anonymous:
        return seats
    seed = unseal(match.sealed_seed, str)
    drawn = sorted(seats, key=lambda seat: hashlib.sha256(f"{seed} seat {seat.number}".encode()).hexdigest())
    for offset in (ASIDE, 0):
        for number, seat in enumerate(drawn):
            seat.number = number + offset
            seat.save(update_fields=["number"])
    return drawn
