"""Whether someone is on vacation: the one place here that knows where vacations are kept."""

from collections.abc import Iterable
from datetime import date

from accounts.models import User

DAYS = "vacation_days"
"""The name under which a user's vacation days are found, where the site keeps any."""


def away_among(users: Iterable[int], day: date) -> frozenset[int]:
    """Those of these players for whom a day is one of vacation."""
    if not hasattr(User, DAYS):
        return frozenset()
    found = User.objects.filter(pk__in=list(users), **{f"{DAYS}__day": day})
    return frozenset(found.values_list("pk", flat=True))


def on_vacation(user: User, day: date) -> bool:
    """Whether a day is one of a player's vacation days."""
    return user.pk in away_among([user.pk], day)
