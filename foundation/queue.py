"""The task queue. Tasks are sent by name once the transaction commits.

A message is only a hint that there may be work. It may be lost, repeated or run twice without harm:
the worker checks the database, and a sweep picks up lost work.
"""

import logging

from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

logger = logging.getLogger(__name__)


def delay_on_commit(task: str, *numbers: int) -> None:
    """Send a task once the transaction commits. Its arguments are primary keys, never data.

    If the queue is down, the transaction still commits.
    """
    transaction.on_commit(lambda: _send(task, *numbers), robust=True)


def _send(task: str, *numbers: int) -> None:
    try:
        current_app.send_task(task, args=list(numbers))
    except OperationalError:
        logger.warning("The queue is unreachable; the sweep will run %s %s", task, numbers)
