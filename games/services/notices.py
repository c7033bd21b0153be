"""What the players of a match are told, handed to the ledger of notices."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.urls import reverse

from accounts.models import User
from games import push
from games.beside import Room
from games.engine import AnyGame, game_of, state_of
from games.models import Match, Seat
from games.rules.registry import GAMES
from games.services.clocks import reminder_at, turn_notice_at
from notifications.models import Kind
from notifications.services import About, Planned, notice_plan, notices_plan, notices_plan_again, notices_withdraw


def topic_of(match_id: int) -> str:
    """The ledger's name for a match."""
    return f"match:{match_id}"


def match_of(topic: str) -> int | None:
    """The match that the ledger's name is for, if it is for one."""
    kind, _, number = topic.partition(":")
    return int(number) if kind == "match" and number.isdecimal() else None


def seats_asked(*, match: Match, seats: Iterable[Seat], game: AnyGame, state: Any, now: datetime) -> None:
    """Plan the turn's notice and its reminders for each seat that a person holds."""
    if planned := _turns_planned(match, seats, game, state, now):
        notices_plan(topic=topic_of(match.pk), step=match.next_step, planned=planned, now=now)


def seats_retold(*, match: Match, seats: Iterable[Seat], now: datetime, failed_too: bool = False) -> None:
    """Ask for the same turn anew, after a pause or with another deadline: what was sent stays sent.

    `failed_too`: what no channel could tell is told once more.
    """
    if planned := _turns_planned(match, seats, game_of(match), state_of(match), now):
        topic, step = topic_of(match.pk), match.next_step
        notices_plan_again(topic=topic, step=step, planned=planned, now=now, failed_too=failed_too)


def _turns_planned(match: Match, seats: Iterable[Seat], game: AnyGame, state: Any, now: datetime) -> list[Planned]:
    # By what everyone may know: the ledger and mails hold no secret, not even their reader's own.
    public = game.observation(state, None)
    planned: list[Planned] = []
    for seat in seats:
        if seat.user is None or seat.played_by_bot or seat.deadline is None:
            continue
        task = game.wording.task(public, seat.number)
        context: About = {**about(match, game), "text": task, "deadline": seat.deadline.isoformat()}
        planned += [
            Planned(seat.user, Kind.TURN, context, turn_notice_at(match, now)),
            Planned(seat.user, Kind.REMINDER, context, reminder_at(match, seat, seat.deadline)),
        ]
    return planned


def seats_done(*, match: Match, seats: Iterable[Seat], now: datetime) -> None:
    """Withdraw what was still to be told to seats that wait for nobody."""
    users = [seat.user.pk for seat in seats if seat.user is not None and not seat.user.is_house]
    if users:
        notices_withdraw(topic=topic_of(match.pk), users=users, kinds=(Kind.TURN, Kind.REMINDER), now=now)


def players_told(*, match: Match, kind: str, number: int, text: str, users: Iterable[User], now: datetime) -> None:
    """Tell people what everyone may know about a table; `number` makes it one of its kind, so that it is told once."""
    context: About = {**about(match, GAMES[match.game]), "text": text}
    for user in users:
        topic = topic_of(match.pk)
        notice_plan(user=user, kind=kind, topic=topic, step=number, context=context, due_at=now, now=now)


def people_of(match: Match) -> list[User]:
    """The people who sit at a table."""
    seats = match.seats.select_related("user")
    return [seat.user for seat in seats if seat.user is not None and not seat.user.is_house]


def people_since(match: Match, since: datetime | None = None) -> list[User]:
    """The people who sit at a table, and those who have given a seat of it away, after a moment or ever."""
    left = match.former_holders.select_related("user").filter(user__is_active=True)
    if since is not None:
        left = left.filter(left_at__gte=since)
    known = [*people_of(match), *(row.user for row in left.order_by("pk") if not row.user.is_house)]
    return list({user.pk: user for user in known}.values())


def invited(*, match: Match, now: datetime) -> None:
    """Tell who is invited by name that a seat is kept for them."""
    seats = match.seats.select_related("invited").filter(user=None).exclude(invited=None)
    users = [seat.invited for seat in seats if seat.invited is not None]
    text = "A seat is kept for you."
    if match.host is not None and not match.names_hidden:
        text = f"{match.host.display_name} keeps a seat for you."
    players_told(match=match, kind=Kind.INVITATION, number=0, text=text, users=users, now=now)


def invitations_over(*, match: Match, now: datetime, user: User | None = None) -> None:
    """Withdraw the invitations of a table, or one user's: the seat is taken, or the table closed."""
    notices_withdraw(topic=topic_of(match.pk), kinds=(Kind.INVITATION,), user=user, now=now)


def match_over(*, match: Match, game: AnyGame, seats: Iterable[Seat], now: datetime) -> None:
    """Tell every person at the table how the match ended."""
    planned: list[Planned] = []
    for seat in seats:
        if seat.user is None or seat.user.is_house:
            continue
        place = f"You came in place {seat.place} of {match.players}." if seat.place else ""
        context: About = {**about(match, game), "text": f"{match.result}. {place}".strip()}
        planned.append(Planned(seat.user, Kind.OVER, context, now))
    notices_plan(topic=topic_of(match.pk), step=match.step, planned=planned, now=now)


WITHOUT_RESULT = {
    "no_show": "The match was called off, as nobody came to its first turn.",
    "left_paused": "The match was called off, as nobody let it go on after its pause.",
    "moderator": "A moderator called the match off. It counts for nobody.",
    "unstarted": "The table was closed, as its seats were not taken in time.",
}


def match_over_without_result(*, match: Match, reason: str, now: datetime) -> None:
    """Tell every person at the table why a match was called off; who voted for it knows."""
    if text := WITHOUT_RESULT.get(reason):
        people, step = people_of(match), max(match.step, 0)
        players_told(match=match, kind=Kind.OVER, number=step, text=text, users=people, now=now)


def about(match: Match, game: AnyGame) -> About:
    """What every notice of a match says: its title and its page."""
    said: About = {"title": f"{game.title}, table {match.pk}", "path": reverse("games:table", args=[match.pk])}
    return {**said, "hidden": True} if match.names_hidden else said


def message_written(*, match: Match, room: Room) -> None:
    """Tell open pages of those who may read the room that something was said there."""
    push.talk_moved(match.pk, room)
