"""Hints to the workers: sent by name once a transaction commits; the sweep finds what a lost one missed."""

import logging

from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

logger = logging.getLogger(__name__)


def tournament_may_go_on(tournament_id: int) -> None:
    """Have a worker close a round that is complete, and open the next."""
    transaction.on_commit(lambda: _send(tournament_id), robust=True)


def _send(tournament_id: int) -> None:
    try:
        current_app.send_task("ladders.tournament_go_on", args=[tournament_id])
    except OperationalError:
        logger.warning("The queue cannot be reached; the sweep will find tournament %s", tournament_id)
