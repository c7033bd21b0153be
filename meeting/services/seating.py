"""Seating those who wait: at open tables, together, or with bots.

Who sits with whom is decided from values (`seat_people`), without locks. It is carried out under locks of the rows of
those concerned: a row that is gone or changed by then stops it, so nobody is ever seated twice.
"""

import logging
import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.urls import reverse
from django.utils.functional import lazy
from django.utils.translation import gettext, gettext_lazy, ngettext, pgettext

from accounts.identity.selectors import awaits_confirmation
from accounts.models import User
from engine.table_settings import TableSettings, TimeControl
from engine.words import and_list
from foundation.errors import Refused
from foundation.guarded import run_guarded
from foundation.language import Words, read_by
from games.levels import USUAL
from games.registry import GAMES
from matches import live
from matches.clocks.time_controls import pace_of
from matches.lobby.arranged import arrange_match
from matches.lobby.tables import SeatSpec, create_match, get_or_create_house_player, join_match
from matches.models import Match
from matches.notices import notify_players
from meeting.criteria import LIVE_SECONDS
from meeting.methods.seating import Group, Pair, seat_newcomer, seat_people
from meeting.methods.seating import Seeker as Waiting
from meeting.methods.seating import TableKind as TableKind
from meeting.models import Seeker
from meeting.notice_kinds import QUICK_TABLE
from meeting.selectors.open_tables import OpenTable, open_tables
from meeting.selectors.waiting import kinds_of, pairs_apart, pairs_between, rows_waiting, some_waiting, values_of
from notifications.services import About, schedule_notice

logger = logging.getLogger(__name__)
SEATED = gettext_lazy("You have a seat at this table. It begins when it is full.")
COMPLETE = gettext_lazy("You have a seat at this table. Everyone is there.")
MOST_TRIED = 10
"""The most open tables that are tried for one person at a time."""
Rows = dict[int, Seeker]
"""Those who wait, by user."""
GroupsOf = Callable[[Collection[Waiting], Collection[Pair]], list[Group]]


def sweep(*, now: datetime) -> int:
    """Seat those who fit, and end what has lasted too long. Return how many people no longer wait."""
    return seat_waiting(now=now) + sum(_lapse(row, now) for row in _out_of_time(now))


def seat_waiting(*, now: datetime) -> int:
    """Seat everyone for whom there is a table, and return how many."""
    rows: Rows = {row.user_id: row for row in some_waiting(now)}
    return _seat(rows, list(rows), seat_people, now)


def seat_one(*, user: User, now: datetime) -> None:
    """Seat someone who has just asked, if there is a table. They look on and get no notice.

    Those who wait already stay if they do not sit down with the user: the sweep looks at everyone.
    """
    rows: Rows = {row.user_id: row for row in (*rows_waiting(now).filter(user=user), *some_waiting(now, but=user))}
    if user.pk in rows:
        _seat(rows, [user.pk], partial(_with_newcomer, user.pk), now, here=user.pk)


def _with_newcomer(user: int, waiting: Collection[Waiting], apart: Collection[Pair]) -> list[Group]:
    group = seat_newcomer(waiting, apart, user)
    return [group] if group else []


def _seat(rows: Rows, users: Sequence[int], groups_of: GroupsOf, now: datetime, here: int | None = None) -> int:
    """Find tables for these users, and return how many of those who wait sit down.

    First at open tables that begin with them, then together, then at tables that still wait for more.
    """
    if not rows:
        return 0
    waiting = {one.user: one for one in values_of(list(rows.values()), now) if one.wants}
    before, tables = len(waiting), open_tables()
    _join_open([table for table in tables if table.free == 1], users, waiting, rows, now, here)
    if any(user in waiting for user in users):
        for group in groups_of(waiting.values(), pairs_apart(list(waiting))):
            if _run(partial(_carry_out, group, rows, now, here)):
                for user in group.users:
                    del waiting[user]
    _join_open([table for table in tables if table.free > 1], users, waiting, rows, now, here)
    return before - len(waiting)


def _run(work: partial[bool]) -> bool:
    return run_guarded(work, "A quick table could not be filled", logger=logger, default=False)


def _join_open(
    tables: Sequence[OpenTable],
    users: Sequence[int],
    waiting: dict[int, Waiting],
    rows: Rows,
    now: datetime,
    here: int | None,
) -> None:
    """Seat users at open tables, in this order."""
    if not tables:
        return
    # Tables that would be refused are left out before, or somebody who opens many keeps a person from all others.
    barred = _barred_from(users, {person for table in tables for person in table.people})
    for user in users:
        if (seeker := waiting.get(user)) is None:
            continue
        unconfirmed = awaits_confirmation(rows[user].user)
        fitting = [
            table
            for table in tables
            if table.kind in seeker.wants
            and not (table.rated and unconfirmed)
            and table.admits(seeker.reliability, seeker.wants[table.kind])
            and table.people.isdisjoint(barred[user])
        ]
        for table in fitting[:MOST_TRIED]:
            if _run(partial(_join, rows[user], table.number, now, here)):
                del waiting[user]
                break


def _barred_from(users: Sequence[int], people: Collection[int]) -> Mapping[int, set[int]]:
    """For each user those of these people whom they must not meet at an open table, and the user."""
    barred = {user: {user} for user in users}
    for user, other in pairs_between(users, people):
        barred[user].add(other)
    return barred


@transaction.atomic
def _join(row: Seeker, number: int, now: datetime, here: int | None) -> bool:
    """Take a seat at an open table. Return False if it is taken by now, or the person may not sit there."""
    if not _lock([row], now):
        return False
    try:
        match = join_match(match_id=number, user=row.user, token="", contribution="", now=now)
    except (Refused, Match.DoesNotExist):
        return False
    _end_waiting(match, [row], SEATED if match.status == Match.Status.OPEN else COMPLETE, now, here)
    return True


@transaction.atomic
def _carry_out(group: Group, rows: Rows, now: datetime, here: int | None) -> bool:
    """Open the group's table. Return False if one of its people no longer waits."""
    found = [rows[user] for user in group.users]
    if not _lock(found, now) or pairs_apart(group.users):
        return False
    people = [row.user for row in found]
    if len(people) == 1:
        match = _open_table_of_bots(people[0], group.kind, now)
        if match is None:
            return False
    else:
        match = _together(people, group, now)
    for row in found:
        others = [user.display_name for user in people if user != row.user]
        _end_waiting(match, [row], lazy(_begun, str)(others, group.bots), now, here)
    live.push_table(match.pk, list(group.users))
    return True


def _begun(others: Sequence[str], bots: int) -> str:
    """Say with whom a table has begun."""
    company = [ngettext("{count} bot", "{count} bots", bots).format(count=bots)] if bots else []
    return gettext("Your table has begun, with {company}.").format(company=and_list([*others, *company]))


def _lock(rows: Sequence[Seeker], now: datetime) -> bool:
    """Lock the rows in one order. Return True if all still wait as they did."""
    keys = {row.pk: row.chosen_at for row in rows}
    held = rows_waiting(now).filter(pk__in=keys).order_by("pk").select_for_update(of=("self",))
    return {row.pk: row.chosen_at for row in held} == keys


def _together(people: Sequence[User], group: Group, now: datetime) -> Match:
    game, players = GAMES[group.kind.game], list(people)
    for _ in range(group.bots):
        taken = [user.pk for user in players]
        players.append(get_or_create_house_player(brain=USUAL, slug=game.slug, without=taken))
    secrets.SystemRandom().shuffle(players)
    return arrange_match(
        slug=game.slug,
        options=game.Options(),
        players=players,
        time_control=_time_control(group.kind),
        table_settings=TableSettings(rated=not group.bots and not any(map(awaits_confirmation, people))),
        now=now,
        host=people[0],
    )


def _open_table_of_bots(user: User, kind: TableKind, now: datetime) -> Match | None:
    """Open a table with bots alone. If the user has too many, bots no longer fill theirs."""
    game = GAMES[kind.game]
    try:
        return create_match(
            host=user,
            slug=game.slug,
            options=game.Options(),
            seats=[SeatSpec("bot", USUAL)] * (kind.players - 1),
            time_control=_time_control(kind),
            table_settings=TableSettings(rated=False),
            contribution="",
            now=now,
        )
    except Refused:
        Seeker.objects.filter(user=user).update(bots_after=None)
        return None


def _time_control(kind: TableKind) -> TimeControl:
    pace = pace_of(kind.pace)
    return TimeControl(pace.turn, pace.increment, pace.cap, vacations=not kind.live)


def _end_waiting(match: Match, rows: Sequence[Seeker], text: Words, now: datetime, here: int | None) -> None:
    """End the waiting of people who have a seat, and tell them."""
    users = [row.user for row in rows if row.user_id != here]
    Seeker.objects.filter(pk__in=[row.pk for row in rows]).delete()
    notify_players(match=match, kind=QUICK_TABLE, number=0, text=text, users=users, now=now)


def _out_of_time(now: datetime) -> list[Seeker]:
    rows = Seeker.objects.filter(chosen_at__lte=now - timedelta(seconds=LIVE_SECONDS)).select_related("user")
    return [row for row in rows.order_by("chosen_at", "pk") if not kinds_of(row, now)]


@transaction.atomic
def _lapse(row: Seeker, now: datetime) -> bool:
    """End someone's waiting after too long, and tell them."""
    if not Seeker.objects.filter(pk=row.pk, chosen_at=row.chosen_at).delete()[0]:
        return False
    with read_by(row.user):
        context: About = {
            "title": pgettext("quick table", "nobody came"),
            "path": reverse("meeting:quick"),
            "text": gettext("Nobody came in time, so the search has ended. Try again with more games or another pace."),
        }
    schedule_notice(
        user=row.user, kind=QUICK_TABLE, topic=f"quick:{row.pk}", step=0, context=context, due_at=now, now=now
    )
    return True
