"""Hints to the workers: sent by name once a transaction commits; the next beat finds what a lost one missed."""

import logging

from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

logger = logging.getLogger(__name__)


def verification_goes_on() -> None:
    """Have a worker check the next matches."""
    transaction.on_commit(_send, robust=True)


def _send() -> None:
    try:
        current_app.send_task("moderation.verify_on")
    except OperationalError:
        logger.warning("The queue cannot be reached; the next beat goes on with the check")
