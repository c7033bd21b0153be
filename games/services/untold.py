"""More time for a player whom no notice of their turn reached: once a turn, and not for ever."""

from datetime import datetime

from django.db import transaction

from accounts.models import User
from games import policy, push
from games.clocks import ALWAYS
from games.models import Match, Seat
from games.planbook import is_settled
from games.policy import HOUR
from games.services.clocks import CLOCK_FIELDS, clock_restart, extension_seconds, rhythms_of
from games.services.happenings import happened
from games.services.notices import players_told, seats_retold, topic_of
from games.services.rounds import match_locked
from notifications.models import Kind
from notifications.selectors import untold


def untold_extend(*, match_id: int, now: datetime) -> bool:
    """Move the passed deadlines of seats whose players were told by no channel; whether there were any.

    It is looked at when the deadline has passed: earlier the log would tell who has not answered.
    """
    with transaction.atomic():
        match = match_locked(match_id)
        if match.status != Match.Status.RUNNING:
            return False
        seats = _late(match, now)
        users = [seat.user.pk for seat in seats if seat.user]
        let_down = untold(topic=topic_of(match.pk), step=match.next_step, users=users)
        extended = [seat for seat in seats if seat.user_id in let_down and _may_have_more(match, seat)]
        if extended:
            _extend(match, extended, now)
    return bool(extended)


def _late(match: Match, now: datetime) -> list[Seat]:
    """Seats whose time is up and whose players must answer themselves: for whom has a plan, the plan answers."""
    awaited = match.seats.select_related("match", "user", "plan").filter(awaited=True, deadline__lte=now, stand_in="")
    seats = awaited.exclude(answers__step=match.next_step)
    return [seat for seat in seats if seat.user and not seat.user.is_house and not is_settled(seat)]


def _may_have_more(match: Match, seat: Seat) -> bool:
    earlier = list(match.happenings.filter(kind="untold", seat=seat.number).values_list("step", flat=True))
    return match.step not in earlier and len(earlier) < policy.POLICY.untold_most


def _extend(match: Match, seats: list[Seat], now: datetime) -> None:
    more, rhythms = extension_seconds(match), rhythms_of(match, seats, now)
    for seat in seats:
        clock_restart(seat, more, rhythms.get(seat.number, ALWAYS), now)
        # A bank that has run out stays empty: what an extension gives is for its turn alone.
        seat.extended = seat.extended or bool(match.increment_seconds)
        hours = max(1, round(more / HOUR))
        happened(match=match, kind="untold", seat=seat.number, hours=hours, now=now)
        if seat.user is not None:
            _tell(match, seat.user, hours, now)
    Seat.objects.bulk_update(seats, CLOCK_FIELDS)
    seats_retold(match=match, seats=seats, now=now, failed_too=True)
    push.table_moved(match.pk, [seat.user_id for seat in match.seats.all() if seat.user_id])


def _tell(match: Match, user: User, hours: int, now: datetime) -> None:
    text = f"No notice of your turn reached you, so your time was extended by {hours} hours."
    players_told(match=match, kind=Kind.EXTENDED, number=match.next_step, text=text, users=[user], now=now)
