"""Whether someone is on vacation: the one place that knows where vacations are kept."""

from datetime import date

from accounts.models import User


def on_vacation(user: User, day: date) -> bool:
    """Whether a day is one of a player's vacation days."""
    return False
