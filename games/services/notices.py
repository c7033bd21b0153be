"""What the players of a match are told, handed to the ledger of notices."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.urls import reverse

from accounts.models import User
from games import push
from games.beside import Room
from games.engine import AnyGame, game_of
from games.models import Match, Seat
from games.services.clocks import reminder_at, turn_notice_at
from notifications.models import Kind
from notifications.retiming import notices_retime
from notifications.services import About, Planned, notice_plan, notices_plan, notices_withdraw


def topic_of(match_id: int) -> str:
    """The ledger's name for a match."""
    return f"match:{match_id}"


def seats_asked(*, match: Match, seats: Iterable[Seat], game: AnyGame, state: Any, now: datetime) -> None:
    """Plan the turn's notice and its reminder for each seat that a person holds."""
    # By what everyone may know: the ledger and mails hold no secret, not even their reader's own.
    public = game.observation(state, None)
    planned: list[Planned] = []
    for seat in seats:
        if seat.user is None or seat.played_by_bot or seat.deadline is None:
            continue
        task = game.wording.task(public, seat.number)
        context: About = {**_context(match, game), "text": task, "deadline": seat.deadline.isoformat()}
        planned += _turn_and_reminder(match, seat, seat.user, seat.deadline, context, now)
    if planned:
        notices_plan(topic=topic_of(match.pk), step=match.next_step, planned=planned, now=now)


def _turn_and_reminder(
    match: Match, seat: Seat, user: User, due: datetime, context: About, now: datetime
) -> list[Planned]:
    told, reminded = turn_notice_at(match, user, now), reminder_at(match, seat, due, user)
    turn = Planned(user, Kind.TURN, context, told)
    # A reminder that comes no later than the notice itself says nothing new.
    return [turn, Planned(user, Kind.REMINDER, context, reminded)] if reminded > told else [turn]


def seats_retold(*, match: Match, seats: Iterable[Seat], now: datetime) -> None:
    """Give what is still to be told to these seats their new deadlines."""
    for seat in seats:
        seat_retold(match=match, seat=seat, now=now)


def seat_retold(*, match: Match, seat: Seat, now: datetime) -> None:
    """Give what is still to be told to a seat its new deadline; what was sent stays sent."""
    if seat.user is None or seat.played_by_bot or seat.deadline is None:
        return
    due_at = {
        Kind.TURN: turn_notice_at(match, seat.user, now),
        Kind.REMINDER: seat.user.quiet_over(max(reminder_at(match, seat, seat.deadline, seat.user), now)),
    }
    notices_retime(
        user=seat.user, topic=topic_of(match.pk), step=match.next_step, deadline=seat.deadline, due_at=due_at
    )


def seats_done(*, match: Match, seats: Iterable[Seat], now: datetime) -> None:
    """Withdraw what was still to be told to seats that wait for nobody."""
    users = [seat.user.pk for seat in seats if seat.user is not None and not seat.user.is_house]
    if users:
        notices_withdraw(topic=topic_of(match.pk), users=users, now=now)


def match_over(*, match: Match, game: AnyGame, seats: Iterable[Seat], now: datetime) -> None:
    """Tell every person at the table how the match ended."""
    for seat in seats:
        if seat.user is None or seat.user.is_house:
            continue
        place = f"You came in place {seat.place} of {match.players}." if seat.place else ""
        notice_plan(
            user=seat.user,
            kind=Kind.OVER,
            topic=topic_of(match.pk),
            step=match.step,
            context={**_context(match, game), "text": f"{match.result}. {place}".strip()},
            due_at=seat.user.quiet_over(now),
            now=now,
        )


WITHOUT_RESULT = {
    "no_show": "The match was called off, as nobody came to its first turn.",
    "left_paused": "The match was called off, as nobody let it go on after its pause.",
    "unstarted": "The table was closed, as its seats were not taken in time.",
}


def match_over_without_result(*, match: Match, seats: Iterable[Seat], reason: str, now: datetime) -> None:
    """Tell every person at the table why a match was called off; who voted for it knows."""
    game = game_of(match)
    for seat in seats if reason in WITHOUT_RESULT else ():
        if seat.user is None or seat.user.is_house:
            continue
        notice_plan(
            user=seat.user,
            kind=Kind.OVER,
            topic=topic_of(match.pk),
            step=max(match.step, 0),
            context={**_context(match, game), "text": WITHOUT_RESULT[reason]},
            due_at=seat.user.quiet_over(now),
            now=now,
        )


def _context(match: Match, game: AnyGame) -> About:
    context: About = {"title": f"{game.title}, table {match.pk}", "path": reverse("games:table", args=[match.pk])}
    return {**context, "hidden": True} if match.names_hidden else context


def message_written(*, match: Match, room: Room) -> None:
    """Tell open pages of those who may read the room that something was said there."""
    push.talk_moved(match.pk, room)
