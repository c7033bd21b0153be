"""Hints by name: whoever keeps clocks hears that a user's hours have changed."""

from celery import current_app
from django.db import transaction


def habits_changed(*, user_id: int) -> None:
    """Once this transaction holds, have the user's open deadlines follow their zone, quiet hours and vacation.

    Losing it changes little: a deadline is worked out once more before it counts as missed.
    """
    transaction.on_commit(lambda: _hint(user_id), robust=True)


def _hint(user_id: int) -> None:
    current_app.send_task("games.follow_habits", args=[user_id])
