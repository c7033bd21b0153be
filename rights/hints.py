"""Hints by name: work that begins once this transaction holds."""

from celery import current_app
from django.db import transaction


def archive_asked(*, archive_id: int) -> None:
    """Have an archive made. A lost hint is found by the sweep."""
    transaction.on_commit(lambda: _send("rights.make_archive", archive_id), robust=True)


def _send(task: str, number: int) -> None:
    current_app.send_task(task, args=[number])
