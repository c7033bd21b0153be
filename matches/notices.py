"""Notices to the players of a match, handed to the notification ledger."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.text import format_lazy
from django.utils.translation import gettext, gettext_lazy, ngettext

from accounts.models import User
from engine import AnyGame
from engine.words import ordinal, sentence
from foundation.language import Words, read_by
from foundation.live import push_news
from foundation.rows import Write, run_together
from games.registry import GAMES
from matches import policy
from matches.log.states import game_of, state_of
from matches.models import Match, Seat
from notifications.models import Kind
from notifications.services import (
    About,
    ScheduledNotice,
    forgetting_of_topics,
    reschedule_notices,
    reword_notices,
    schedule_for_topics,
    schedule_notice,
    schedule_notices,
    withdraw_from_topics,
    withdraw_notices,
    withdrawal_from_topics,
)


def topic_of(match_id: int) -> str:
    """Return the ledger's topic for a match."""
    return f"match:{match_id}"


def match_id_of(topic: str) -> int | None:
    """Return the match ID of a ledger topic, or None if the topic is not a match."""
    kind, _, number = topic.partition(":")
    return int(number) if kind == "match" and number.isdecimal() else None


class TurnNotices(NamedTuple):
    """What is to be written of the notices of a match as new turns begin."""

    topic: str
    step: int
    withdrawn: Sequence[int]
    """The users whose earlier turns are over."""
    scheduled: Sequence[ScheduledNotice]


def new_turn_notices(*, match: Match, seats: Iterable[Seat], game: AnyGame, state: Any, now: datetime) -> TurnNotices:
    """Return the turn notices and reminders for each awaited seat that a person plays. Nothing is written.

    Even those of seats asked again are replaced: conditional moves were never sealed, so their notices are pending.
    Against bots alone the turn comes back at once, which is no news: only the reminder stays.
    """
    seats = list(seats)
    alone = _is_against_bots(seats)
    scheduled = _turns_to_schedule(match, [seat for seat in seats if seat.awaited], game, state, now, no_hurry=alone)
    if alone:
        scheduled = [notice for notice in scheduled if notice.kind != Kind.TURN]
    return TurnNotices(topic_of(match.pk), match.next_step, _person_ids(seats), scheduled)


def _is_against_bots(seats: Iterable[Seat]) -> bool:
    """True if one person plays bots alone, so that nobody waits for them."""
    return sum(not seat.is_nobodys for seat in seats) == 1


def write_turn_notices(new: Sequence[TurnNotices], *, now: datetime, along: Sequence[Write] = ()) -> None:
    """Withdraw the unsent notices of turns that are over and schedule those that begin, of one match or of many.

    Of turns that were over before, only what was sent stays in the ledger: the rest would be most of it.
    `along`: what is written in the same round trip.
    """
    over = {notices.topic: notices.withdrawn for notices in new}
    kinds = (Kind.TURN, Kind.REMINDER)
    forgotten = forgetting_of_topics(list(over), kinds)
    run_together([*along, *forgotten, *withdrawal_from_topics(users=over, kinds=kinds, now=now)])
    schedule_for_topics([(notices.topic, notices.step, notices.scheduled) for notices in new], now=now)


def reschedule_turns(*, match: Match, seats: Iterable[Seat], now: datetime, failed_too: bool = False) -> None:
    """Reschedule the notices of a turn after a pause or a new deadline; sent notices stay sent.

    `failed_too`: send again what no channel could deliver.
    """
    alone = _is_against_bots(match.seats.select_related("user"))
    if scheduled := _turns_to_schedule(match, seats, game_of(match), state_of(match), now, no_hurry=alone):
        topic, step = topic_of(match.pk), match.next_step
        reschedule_notices(topic=topic, step=step, scheduled=scheduled, now=now, failed_too=failed_too)


def reword_turns(*, match: Match, seats: Iterable[Seat], now: datetime) -> None:
    """Reword the notices of a turn that are still to come, in the language that its player has chosen by now."""
    alone = _is_against_bots(match.seats.select_related("user"))
    scheduled = _turns_to_schedule(match, seats, game_of(match), state_of(match), now, no_hurry=alone)
    reword_notices(topic=topic_of(match.pk), step=match.next_step, scheduled=scheduled)


def _turns_to_schedule(
    match: Match, seats: Iterable[Seat], game: AnyGame, state: Any, now: datetime, *, no_hurry: bool
) -> list[ScheduledNotice]:
    # Only public information: the ledger and mails hold no secrets, not even their reader's own.
    public = game.observation(state, None)
    scheduled: list[ScheduledNotice] = []
    for seat in seats:
        if seat.user is None or seat.played_by_bot or seat.deadline is None:
            continue
        with read_by(seat.user):
            task = sentence(game.wording.task(public, seat.number))
            context: About = {**about(match, game), "text": task, "deadline": seat.deadline.isoformat()}
            reminding = context
            if no_hurry:
                context["no_hurry"] = True
                reminding = {**context, "says": gettext("Still your turn")}
        scheduled += [
            ScheduledNotice(seat.user, Kind.TURN, context, turn_notice_at(match, now)),
            ScheduledNotice(seat.user, Kind.REMINDER, reminding, reminder_at(match, seat, seat.deadline)),
        ]
    return scheduled


def turn_notice_at(match: Match, now: datetime) -> datetime:
    """Return when to send the turn notice: after a delay, as a player at the table needs no mail."""
    share = match.turn_seconds * policy.POLICY.grace_percent / 100
    return now + timedelta(seconds=min(policy.POLICY.grace_most_seconds, share))


def reminder_at(match: Match, seat: Seat, due: datetime) -> datetime:
    """Return when to remind a player who has not answered."""
    kept = seat.bank_seconds if match.increment_seconds else None
    seconds = kept or match.turn_seconds
    return due - timedelta(seconds=seconds * policy.POLICY.reminder_percent / 100)


def withdraw_turns(*, match: Match, seats: Iterable[Seat], now: datetime) -> None:
    """Withdraw the unsent turn notices of seats that need not answer any more."""
    run_together(turn_withdrawal(seats={match.pk: seats}, now=now))


def turn_withdrawal(*, seats: Mapping[int, Iterable[Seat]], now: datetime) -> list[Write]:
    """Return what `withdraw_turns` runs for seats of many matches: nothing if no person sits there."""
    users = {topic_of(match_id): _person_ids(some) for match_id, some in seats.items()}
    return withdrawal_from_topics(users=users, kinds=(Kind.TURN, Kind.REMINDER), now=now)


def _person_ids(seats: Iterable[Seat]) -> list[int]:
    return [seat.user.pk for seat in seats if seat.user is not None and not seat.user.is_house]


def notify_players(
    *, match: Match, kind: str, number: int, text: Words, users: Iterable[User], now: datetime, says: Words = ""
) -> None:
    """Send people public news about a table, once per `number` and kind. Lazy words are said in each one's language.

    `says` replaces the start of the kind's subject.
    """
    for user in users:
        with read_by(user):
            context: About = {**about(match, GAMES[match.game]), "text": str(text)}
            if says:
                context["says"] = str(says)
        topic = topic_of(match.pk)
        schedule_notice(user=user, kind=kind, topic=topic, step=number, context=context, due_at=now, now=now)


def people_of(match: Match) -> list[User]:
    """Return the people who sit at a table."""
    seats = match.seats.select_related("user")
    return [seat.user for seat in seats if seat.user is not None and not seat.user.is_house]


def people_since(match: Match, since: datetime | None = None) -> list[User]:
    """Return the people who sit at a table and its former players, all of them or those who left since a moment."""
    left = match.former_holders.select_related("user").filter(user__is_active=True)
    if since is not None:
        left = left.filter(left_at__gte=since)
    known = [*people_of(match), *(row.user for row in left.order_by("pk") if not row.user.is_house)]
    return list({user.pk: user for user in known}.values())


def notify_invited(*, match: Match, now: datetime) -> None:
    """Notify players invited by name."""
    seats = match.seats.select_related("invited").filter(user=None).exclude(invited=None)
    users = [seat.invited for seat in seats if seat.invited is not None]
    text: Words = gettext_lazy("A seat is kept for you.")
    if match.host is not None and not match.names_hidden:
        text = format_lazy(gettext_lazy("{host} keeps a seat for you."), host=match.host.display_name)
    notify_players(match=match, kind=Kind.INVITATION, number=0, text=text, users=users, now=now)


def notify_open_table(*, match: Match, host: User, free: int, users: Sequence[User], now: datetime) -> None:
    """Notify people that someone has opened a table which they may join. It must show its names."""
    scheduled: list[ScheduledNotice] = []
    for user in users:
        with read_by(user):
            text = ngettext(
                "{host} has opened a table with {count} free seat.",
                "{host} has opened a table with {count} free seats.",
                free,
            ).format(host=host.display_name, count=free)
            context: About = {**about(match, GAMES[match.game]), "text": text}
        scheduled.append(ScheduledNotice(user, Kind.OPEN_TABLE, context, now))
    schedule_notices(topic=topic_of(match.pk), step=0, scheduled=scheduled, now=now)
    push_news([user.pk for user in users])


def withdraw_open_tables(*, host: User, user: User, now: datetime) -> None:
    """Withdraw what tells someone of the open tables of a host whom they may not follow any more."""
    waiting = Match.objects.filter(host=host, status=Match.Status.OPEN).values_list("pk", flat=True)
    withdraw_from_topics(users={topic_of(pk): [user.pk] for pk in waiting}, kinds=(Kind.OPEN_TABLE,), now=now)


def withdraw_invitations(
    *,
    match: Match,
    now: datetime,
    user: User | None = None,
    kinds: tuple[Kind, ...] = (Kind.INVITATION, Kind.OPEN_TABLE),
) -> None:
    """Withdraw what calls people to a table, or one user's, once the seat is taken or the table closed or private.

    After that nobody is told again that it is open: only what was sent of that stays in the ledger.
    """
    topic = topic_of(match.pk)
    withdraw_notices(topic=topic, kinds=kinds, user=user, now=now)
    if user is None:
        run_together(forgetting_of_topics([topic], (Kind.OPEN_TABLE,)))


def notify_match_over(*, match: Match, game: AnyGame, seats: Iterable[Seat], now: datetime) -> None:
    """Notify every person at the table of the result."""
    scheduled: list[ScheduledNotice] = []
    public = game.observation(state_of(match), None)
    seats = list(seats)
    places = [seat.place for seat in seats]
    for seat in seats:
        if seat.user is None or seat.user.is_house:
            continue
        with read_by(seat.user):
            text = f"{game.wording.result(public)}. {_place_words(seat, places)}".strip()
            context: About = {**about(match, game), "text": text}
        scheduled.append(ScheduledNotice(seat.user, Kind.OVER, context, now))
    schedule_notices(topic=topic_of(match.pk), step=match.step, scheduled=scheduled, now=now)


def _place_words(seat: Seat, places: Sequence[int | None]) -> str:
    if not seat.place:
        return ""
    if places.count(seat.place) > 1:
        return gettext("You share {place} place.").format(place=ordinal(seat.place))
    return gettext("You came {place} of {players}.").format(place=ordinal(seat.place), players=len(places))


WITHOUT_RESULT = {
    "no_show": gettext_lazy("Nobody took the first turn, so the match was called off."),
    "left_paused": gettext_lazy("The match was called off, as nobody resumed it after its pause."),
    "moderator": gettext_lazy("A moderator called the match off. It counts for nobody."),
    "unstarted": gettext_lazy("The table was closed, as its seats were not taken in time."),
}


def notify_called_off(*, match: Match, reason: str, now: datetime) -> None:
    """Notify every person at the table why a match was called off, except after a vote."""
    if text := WITHOUT_RESULT.get(reason):
        people, step = people_of(match), max(match.step, 0)
        notify_players(match=match, kind=Kind.OVER, number=step, text=text, users=people, now=now)


def about(match: Match, game: AnyGame) -> About:
    """Return the context that every notice of a match has: its title and its page."""
    context: About = {"title": table_title(game.title, match.pk), "path": reverse("matches:table", args=[match.pk])}
    return {**context, "hidden": True} if match.names_hidden else context


def table_title(game: str, number: int) -> str:
    """Return the title of a table: its game, and its number."""
    return gettext("{game}, table {number}").format(game=game, number=number)
