"""Hints to the workers: sent by name once a transaction commits, so that no service imports a task.

A hint says "this match may be ready". Losing it, repeating it or running it twice changes nothing:
the worker looks into the database, and the sweep finds what a lost hint missed.
"""

import logging

from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

logger = logging.getLogger(__name__)


def match_maybe_ready(match_id: int) -> None:
    """Have a worker resolve the open round of a match, if it is complete."""
    _hint("games.resolve_round", match_id)


def bots_to_move(match_id: int) -> None:
    """Have a worker answer for the AI players that a match waits for."""
    _hint("games.play_bots", match_id)


def match_ended(match_id: int) -> None:
    """Have a worker see what follows beside the game: the match has ended, or a moderator has changed its outcome."""
    _hint("ladders.match_ended", match_id)


def _hint(task: str, match_id: int) -> None:
    transaction.on_commit(lambda: _send(task, match_id), robust=True)


def _send(task: str, match_id: int) -> None:
    try:
        current_app.send_task(task, args=[match_id])
    except OperationalError:
        logger.warning("The queue cannot be reached; the sweep will find match %s", match_id)
