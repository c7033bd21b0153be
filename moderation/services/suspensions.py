"""Suspensions: the account is shut, and bots hold its seats."""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.models import Match, Seat
from games.services.errors import Refused
from games.services.lobby import match_leave
from games.services.rounds import match_locked
from games.services.stand_ins import GOING_ON, seat_take_back, stand_in_begin
from moderation.services.sweeping import each

Place = list[int]
"""A table's number, and the user who sits there."""


def account_suspend(*, user: User, until: datetime, why: str, now: datetime) -> list[Place]:
    """Shut an account, and with it the seats of its holder's programs; return the seats that bots hold now."""
    user.suspended_until, user.suspended_why = until, why
    user.save(update_fields=["suspended_until", "suspended_why"])
    users = accounts_of(user)
    _leave_open_tables(users, now)
    return seats_stand_in(users=users, now=now)


def accounts_of(user: User) -> list[User]:
    """A user and their programs: all that a suspension stops."""
    return [user, *User.objects.filter(program__owner=user)]


def _leave_open_tables(users: Iterable[User], now: datetime) -> None:
    for user in users:
        waiting = Seat.objects.filter(user=user, match__status=Match.Status.OPEN)
        for match_id in waiting.order_by("match").values_list("match", flat=True):
            match_leave(match_id=match_id, user=user, now=now)


def seats_stand_in(*, users: Iterable[User], now: datetime) -> list[Place]:
    """Let bots hold the seats of these users at all tables that are going on; return those taken over."""
    places: list[Place] = []
    for user in users:
        mine = Seat.objects.filter(user=user, match__status__in=GOING_ON, stand_in="", resigned_at=None)
        tables = list(mine.order_by("match").values_list("match", flat=True))
        places += [[match_id, user.pk] for match_id in tables if _stood_in(match_id, user, now)]
    return places


def _stood_in(match_id: int, user: User, now: datetime) -> bool:
    with transaction.atomic():
        match = match_locked(match_id)
        seat = match.seats.select_related("user").filter(user=user, stand_in="", resigned_at=None).first()
        if seat is None or match.status not in GOING_ON:
            return False
        stand_in_begin(match=match, seat=seat, now=now, told=False)
    return True


def account_open(*, user: User, places: Iterable[Place], now: datetime) -> None:
    """Open an account again, and give back the seats that bots took over for it, where they still can be."""
    user.suspended_until, user.suspended_why = None, ""
    user.save(update_fields=["suspended_until", "suspended_why"])
    for match_id, user_id in places:
        try:
            with transaction.atomic():
                seat_take_back(match_id=match_id, user_id=user_id, now=now, called_back=True)
        except Refused:
            # The table is over, or somebody else has the seat by now.
            continue


def suspensions_sweep(*, now: datetime) -> int:
    """Let bots hold the seats that suspended users have got since, such as those of a tournament's next round."""
    shut = User.objects.filter(suspended_until__gt=now).values_list("pk", flat=True)
    return each(shut, lambda pk: _held(pk, now), what="The seats of user")


def _held(user_id: int, now: datetime) -> int:
    return len(seats_stand_in(users=accounts_of(User.objects.get(pk=user_id)), now=now))
