"""A match under inspection: as a spectator would see it, even if it is private."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import OuterRef, Subquery, Sum
from django.db.models.functions import Coalesce
from django.utils.translation import gettext, ngettext

from clubs.models import Club, Membership
from engine.view import Envelope, MatchView
from foundation.kept_queries import keep_related
from matches.chat.read import InspectedMessage, inspected_chat
from matches.models import Answer, Attendance, Match, Seat
from matches.view.match_view import match_view, seat_name

LOG = 60
"""How many steps of the log the desk shows."""


@dataclass(frozen=True)
class SeatLine:
    """A seat as everyone may know it."""

    seat: Seat
    name: str
    player: str
    """The username for the link to the player's page on the desk; empty if names are hidden."""
    is_bot: bool
    missed: int | None
    """Turns missed in this match; None if the figure would reveal what the match hides."""
    due: datetime | None
    """When the answer that is awaited is due, if everyone may know."""

    @property
    def words(self) -> str:
        """Turns missed, resignation and place, as far as they are shown."""
        words = gettext("Missed turns are not shown before the end")
        if self.missed is not None:
            words = ngettext("{count} turn missed here", "{count} turns missed here", self.missed)
            words = words.format(count=self.missed)
        if self.seat.resigned_at:
            words = gettext("{words}, resigned").format(words=words)
        if self.seat.place:
            words = gettext("{words}, place {place}").format(words=words, place=self.seat.place)
        return words


@dataclass(frozen=True)
class Inspection:
    """The inspected match as a moderator sees it."""

    match: Match
    view: MatchView
    seats: list[SeatLine]
    chat: list[InspectedMessage]


def inspected_match(number: int) -> Match | None:
    """A match with the related rows that an inspection needs. It has seats, which are read together with it.

    Of the answers of the open round, only when they were made is read: nothing here could open them.
    """
    answered = Answer.objects.filter(seat=OuterRef("pk"), step=OuterRef("match__step") + 1)
    missed = Attendance.objects.filter(seat=OuterRef("pk")).order_by().values("seat").values(sum=Sum("missed"))
    seats = list(
        Seat.objects.filter(match__in=Match.objects.filter(pk=number))
        .select_related("user", "match__club_table__club")
        .annotate(
            missed=Coalesce(Subquery(missed), 0),  # type: ignore[no-redef]
            answered_at=Subquery(answered.values("made_at")),
        )
    )
    if not seats:
        return None
    match = seats[0].match
    for seat in seats:
        seat.match = match
    keep_related(match, "seats", seats)
    answers = [Answer(seat=seat, step=match.next_step, made_at=seat.answered_at) for seat in seats if seat.answered_at]
    keep_related(match, "answers", answers)
    return match


def inspected_club(number: int) -> Club | None:
    """A club with its members, who are read together with it if there are any."""
    members = list(Membership.objects.filter(club__in=Club.objects.filter(pk=number)).select_related("club", "user"))
    club = members[0].club if members else Club.objects.filter(pk=number).first()
    if club is not None:
        keep_related(club, "memberships", members)
    return club


def inspection(match: Match) -> Inspection:
    """A match as moderators see it: no more than a spectator."""
    view = match_view(match, None, log_steps=LOG)
    due = {seat.player: seat.deadline for seat in view.seats if seat.envelope == Envelope.AWAITED}
    missed_shown = match.is_over or not (match.names_hidden or match.hide_answered)
    lines = [
        SeatLine(
            seat=seat,
            name=seat_name(seat),
            player=seat.user.username if seat.user and not match.names_hidden else "",
            is_bot=seat.played_by_bot,
            missed=seat.missed if missed_shown else None,
            due=due.get(seat.number),
        )
        for seat in match.seats.all()
    ]
    return Inspection(match, view, lines, inspected_chat(match))
