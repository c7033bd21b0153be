"""What the players of a match are told, handed to the ledger of notices."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.urls import reverse

from games import push
from games.beside import Room
from games.engine import AnyGame
from games.models import Match, Seat
from games.services.clocks import reminder_at, turn_notice_at
from notifications.models import Kind
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
        planned += [
            Planned(seat.user, Kind.TURN, context, turn_notice_at(match, now)),
            Planned(seat.user, Kind.REMINDER, context, reminder_at(match, seat.deadline)),
        ]
    if planned:
        notices_plan(topic=topic_of(match.pk), step=match.next_step, planned=planned, now=now)


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
            due_at=now,
            now=now,
        )


def _context(match: Match, game: AnyGame) -> About:
    context: About = {"title": f"{game.title}, table {match.pk}", "path": reverse("games:table", args=[match.pk])}
    return {**context, "hidden": True} if match.names_hidden else context


def message_written(*, match: Match, room: Room) -> None:
    """Tell open pages of those who may read the room that something was said there."""
    push.talk_moved(match.pk, room)
