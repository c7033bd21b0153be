"""More time for players whom no turn notice reached: once a turn, and only a few times a match."""

from datetime import datetime

from django.db import transaction
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy

from foundation.rows import save_rows
from foundation.spans import lazy_span_words
from matches import policy
from matches.activity.record import record_activity
from matches.clocks.deadlines import ALWAYS
from matches.clocks.seat_clocks import CLOCK_FIELDS, extension_seconds, restart_clock, rhythms_of
from matches.conditional_moves.book import is_settled
from matches.live import push_match
from matches.models import Match, Seat
from matches.notices import notify_players, reschedule_turns, topic_of
from matches.rounds.locking import lock_match
from notifications.models import Kind
from notifications.selectors import unreached

EXTENDED = gettext_lazy("No notice of your turn reached you, so your time was extended by {span}.")


def extend_undelivered(*, match_id: int, now: datetime) -> bool:
    """Extend overdue seats whose notices no channel could deliver. Return True if there were any.

    This runs after the deadline: earlier, the log would reveal who has not answered.
    """
    with transaction.atomic():
        match = lock_match(match_id)
        if match.status != Match.Status.RUNNING:
            return False
        seats = _late(match, now)
        users = [seat.user.pk for seat in seats if seat.user]
        let_down = unreached(topic=topic_of(match.pk), step=match.next_step, users=users)
        extended = [seat for seat in seats if seat.user_id in let_down and _may_have_more(match, seat)]
        if extended:
            _extend(match, extended, now)
    return bool(extended)


def _late(match: Match, now: datetime) -> list[Seat]:
    """Return the overdue seats whose players must answer themselves, without conditional moves that answer."""
    awaited = match.seats.select_related("match", "user", "conditional_book").filter(
        awaited=True, deadline__lte=now, stand_in=""
    )
    seats = awaited.exclude(answers__step=match.next_step)
    return [seat for seat in seats if seat.user and not seat.user.is_house and not is_settled(seat)]


def _may_have_more(match: Match, seat: Seat) -> bool:
    earlier = list(match.activity.filter(kind="undelivered", seat=seat.number).values_list("step", flat=True))
    return match.step not in earlier and len(earlier) < policy.POLICY.undelivered_most


def _extend(match: Match, seats: list[Seat], now: datetime) -> None:
    more, rhythms = extension_seconds(match), rhythms_of(match, seats, now)
    for seat in seats:
        restart_clock(seat, more, rhythms.get(seat.number, ALWAYS), now)
        # A bank that has run out stays empty: an extension is for its turn only.
        seat.extended = seat.extended or bool(match.increment_seconds)
        record_activity(match=match, kind="undelivered", seat=seat.number, seconds=more, now=now)
        if seat.user is not None:
            text = format_lazy(EXTENDED, span=lazy_span_words(more))
            people = [seat.user]
            notify_players(match=match, kind=Kind.EXTENDED, number=match.next_step, text=text, users=people, now=now)
    save_rows(seats, CLOCK_FIELDS, within=["match"])
    reschedule_turns(match=match, seats=seats, now=now, failed_too=True)
    push_match(match)
