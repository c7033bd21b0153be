"""Hints by name: what is to be done once something has changed for a user."""

from celery import current_app
from django.db import transaction


def habits_changed(*, user_id: int) -> None:
    """Once this transaction holds, have the user's open deadlines follow their zone, quiet hours and vacation.

    Losing it changes little: a deadline is worked out once more before it counts as missed.
    """
    transaction.on_commit(lambda: _send("games.follow_habits", user_id), robust=True)


def lock_told(*, user_id: int) -> None:
    """Have the owner told that their password was tried too often. A lost hint is a mail less."""
    transaction.on_commit(lambda: _send("accounts.tell_of_lock", user_id), robust=True)


def _send(task: str, number: int) -> None:
    current_app.send_task(task, args=[number])
