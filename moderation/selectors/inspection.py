"""A match under inspection: as a spectator sees it, also where only its players may watch."""

from dataclasses import dataclass

from django.db.models import Sum

from games.matchview import MatchView
from games.models import Attendance, Match, Seat
from games.selectors import match_view, seat_name
from games.talk import SaidView, talk_inspected

LOG = 60
"""Steps of the log that the desk shows."""


@dataclass(frozen=True)
class SeatLine:
    """A seat as everyone may know it."""

    seat: Seat
    name: str
    player: str
    """The name of the player's own page at the desk; empty where nobody may know who it is."""
    is_bot: bool
    missed: int | None
    """Turns missed at this table; None where such a figure would tell what the table hides."""


@dataclass(frozen=True)
class Inspection:
    """What a moderator finds about a match."""

    match: Match
    view: MatchView
    seats: list[SeatLine]
    talk: list[SaidView]


def inspection(match: Match) -> Inspection:
    """Look at a match, blind as a spectator."""
    return Inspection(match, match_view(match, None, log_steps=LOG), _seats(match), talk_inspected(match))


def _seats(match: Match) -> list[SeatLine]:
    seats = list(match.seats.all())
    missed = None if (match.names_hidden or match.hide_answered) and not match.is_over else _missed(match)
    return [
        SeatLine(
            seat=seat,
            name=seat_name(seat),
            player=seat.user.username if seat.user and not match.names_hidden else "",
            is_bot=seat.played_by_bot,
            missed=None if missed is None else missed.get(seat.pk, 0),
        )
        for seat in seats
    ]


def _missed(match: Match) -> dict[int, int]:
    rows = Attendance.objects.filter(seat__match=match).values("seat").annotate(sum=Sum("missed"))
    return {row["seat"]: row["sum"] for row in rows}
