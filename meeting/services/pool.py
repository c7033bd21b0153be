"""Asking for a quick table, waiting on, and leaving."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext

from accounts.models import User
from foundation.errors import Forbidden, Refused, Stale
from meeting.criteria import Criteria, bots_offered, check_criteria
from meeting.models import Seeker
from meeting.queue import enqueue_seating
from meeting.selectors.waiting import JUST_NOW, criteria_of, newest_table
from meeting.services.seating import seat_one


def ask_table(*, user: User, criteria: Criteria, now: datetime, bots_after: int | None = None) -> int | None:
    """Seat a user at once, or let them wait. Return the number of their table, or None. Raises `Refused`."""
    if not user.enters_itself:
        raise Forbidden("people_only", gettext("Quick tables are for people. Invite a bot account by name instead."))
    check_criteria(criteria)
    _check_bots(bots_after, criteria)
    with transaction.atomic():
        asked = {
            "games": list(criteria.games),
            "paces": list(criteria.paces),
            "sizes": list(criteria.sizes),
            "chosen_at": now,
            "bots_after": bots_after,
        }
        row, _ = Seeker.objects.update_or_create(user=user, defaults=asked, create_defaults={**asked, "since": now})
        # Looked up once the row is held: a second click waits for the first, and finds its seat.
        # A table with bots alone is one of theirs, unless they want bots here.
        if table := newest_table(user, now - JUST_NOW, alone=bots_after is not None):
            row.delete()
            return table
    seat_one(user=user, now=now)
    return None if Seeker.objects.filter(pk=row.pk).exists() else newest_table(user, now - JUST_NOW)


def stay_waiting(*, user: User, now: datetime) -> None:
    """Wait on, though the user has taken a seat elsewhere or waited for long. Raises `Stale`."""
    _change(user, chosen_at=now)
    enqueue_seating()


def allow_bots(*, user: User, minutes: int | None, now: datetime) -> None:
    """Let bots fill the table after so many minutes of waiting, or never. Raises `Refused`."""
    with transaction.atomic():
        if row := Seeker.objects.select_for_update().filter(user=user).first():
            _check_bots(minutes, criteria_of(row))
        _change(user, bots_after=minutes, chosen_at=now)
    enqueue_seating()


def leave_pool(*, user: User) -> bool:
    """Wait no longer. Return False if the user did not wait."""
    return Seeker.objects.filter(user=user).delete()[0] > 0


def _check_bots(minutes: int | None, criteria: Criteria) -> None:
    # Later than somebody waits for a live table, bots would never come.
    if minutes is not None and minutes not in bots_offered(criteria):
        raise Refused("no_such_time", gettext("Choose one of the times offered for bots."))


def _change(user: User, **values: object) -> None:
    if not Seeker.objects.filter(user=user).update(**values):
        raise Stale("not_waiting", gettext("You are not waiting for a quick table any more. Look at My turns."))
