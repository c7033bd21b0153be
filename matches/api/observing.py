"""A match, its earlier steps and its log."""

from operator import itemgetter

from django.db.models import Q
from msgspec import UNSET
from rest_framework.request import Request

from api.cursors import make_cursor, read_cursor
from api.etags import is_unchanged, tag_of
from api.scopes import Scope
from api.views import ApiView, Reply, operation
from engine import Player
from engine.table_settings import TableSettings, TimeControl, fixed_of
from matches.api.common import whole_match
from matches.api.responses import (
    LogPage,
    LogQuery,
    MatchResponse,
    ObservationQuery,
    StepQuery,
    log_response,
    match_response,
)
from matches.conditional_moves.book import open_book
from matches.models import Match
from matches.view.eyes import eyes_of, hidden_rows, view_through
from matches.view.invitations import invitation_for
from matches.view.match_view import answer_time_shown, book_row, match_view, seat_name, seat_of, shows_deadline


class MatchApiView(ApiView):
    """A match now."""

    @operation("Observe a match", scope=Scope.READ, reply=MatchResponse, query=ObservationQuery, etag=True)
    def get(self, request: Request, number: int, query: ObservationQuery) -> Reply:
        """Get everything your seat, or a spectator if you have none, may know of a match.

        Send the ETag of the reply as If-None-Match, and the reply is 304 if nothing has changed.
        """
        match = whole_match(request, number, query.invitation)
        me = seat_of(match, request.user.pk)
        invitation = invitation_for(match, request.user.pk)
        headers = {"ETag": tag_of(query.log, invitation, *facts(match, me, latest_activity(match, me)))}
        if is_unchanged(request, headers["ETag"]):
            return Reply(None, headers, 304)
        return Reply(match_response(match_view(match, me, log_steps=query.log), invitation=invitation), headers)


class StepView(ApiView):
    """A match at an earlier step."""

    @operation(
        "Observe a match after an earlier step",
        scope=Scope.READ,
        reply=MatchResponse,
        query=StepQuery,
        etag=True,
    )
    def get(self, request: Request, number: int, step: int, query: StepQuery) -> Reply:
        """Get everything your seat may know of the match after a step. Step 0 is the setup.

        Once the match has finished, `seat` shows it through the eyes of any seat, or of everyone together.
        """
        match = whole_match(request, number, query.invitation)
        asked = "" if query.seat is UNSET else str(query.seat + 1) if isinstance(query.seat, int) else query.seat
        me = seat_of(match, request.user.pk)
        eyes = eyes_of(match, me, asked)
        invitation = invitation_for(match, request.user.pk)
        latest = latest_activity(match, me)
        headers = {"ETag": tag_of("step", step, query.log, eyes.name, invitation, *facts(match, eyes.seat, latest))}
        if is_unchanged(request, headers["ETag"]) and 0 <= step <= match.step:
            return Reply(None, headers, 304)
        view = view_through(match, eyes, at_step=step, log_steps=query.log)
        rows = hidden_rows(match, step) if eyes.everyone else None
        return Reply(match_response(view, rows, invitation=invitation), headers)


class LogView(ApiView):
    """The log of a match."""

    @operation("Read the log", scope=Scope.READ, reply=LogPage, query=LogQuery)
    def get(self, request: Request, number: int, query: LogQuery) -> LogPage:
        """List the steps of the match, newest first, as far as your seat may know them."""
        match = whole_match(request, number, query.invitation)
        name = f"log {match.pk}"
        last = read_cursor(query.cursor, name)[0] if query.cursor else match.step
        if match.step < 0:
            return LogPage(results=[], next_cursor=None)
        view = match_view(match, seat_of(match, request.user.pk), at_step=last, log_steps=query.limit)
        before = view.log[-1].step - 1
        following = make_cursor(name, before) if before >= 0 else None
        return LogPage(results=[log_response(entry) for entry in view.log], next_cursor=following)


SHOWN = ("stand_in", "resigned_at", "substitute_wanted", "awaited", "place")
"""What everyone sees of a seat apart from its player."""


def facts(match: Match, me: Player | None, latest: int | None) -> list[object]:
    """Return everything that an observation depends on, as far as this reader may know it."""
    seats = list(match.seats.all())
    numbers = {seat.pk: seat.number for seat in seats}
    answers = [
        (numbers[answer.seat_id], answer_time_shown(match, answer, numbers[answer.seat_id], me))
        for answer in match.answers.all()
        if not match.hide_answered or numbers[answer.seat_id] == me
    ]
    version = 0 if me is None else open_book(book_row(seats[me])).version
    # Nobody sees what a bot sealed for the reader's seat, nor that it changed its answer.
    mine = None if me is None or seats[me].stand_in else me
    own = [answer.commitment for answer in match.answers.all() if numbers[answer.seat_id] == mine]
    at_table = [(seat_name(seat), seat.played_by_bot, *(getattr(seat, name) for name in SHOWN)) for seat in seats]
    deadlines = [seat.deadline for seat in seats if shows_deadline(match, seat, me)]
    shared = (match.status, match.vote, match.vote_at, match.vote_agreed, latest)
    return [
        match.pk,
        match.step,
        match.head,
        me,
        sorted(answers, key=itemgetter(0)),
        own,
        version,
        at_table,
        deadlines,
        shared,
        fixed_of(match, TimeControl),
        fixed_of(match, TableSettings),
    ]


def latest_activity(match: Match, reader: Player | None) -> int | None:
    """Return the number of the latest activity that a reader, by seat, may know of.

    If the match hides who has answered, others must not notice when a player gets more time.
    """
    found = match.activity.order_by("-pk")
    if match.hide_answered:
        found = found.filter(~Q(kind="undelivered") | Q(seat__in=[] if reader is None else [reader]))
    return found.values_list("pk", flat=True).first()
