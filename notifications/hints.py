"""Hints to the queue, by name: losing one changes nothing, for the sweep finds what is due."""

from celery import current_app
from django.db import transaction


def hint_send(*, notice_id: int) -> None:
    """Once this transaction holds, say that a notice can be sent."""
    # Robust: a queue that is down must not undo or refuse what has been decided.
    transaction.on_commit(lambda: _hint(notice_id), robust=True)


def _hint(notice_id: int) -> None:
    current_app.send_task("notifications.send", args=[notice_id])
