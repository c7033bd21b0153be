"""What *sharp* could not look at: said in the log without what it saw, and counted among the failures of bots."""

import logging

from matches.signals import bot_failed

logger = logging.getLogger(__name__)


def count_failure(what: str, slug: str, reason: str) -> None:
    """Log and count that a hint, a position or a match of a game could not be looked at.

    The reason is no text of an exception, which may quote what a seat sees.
    """
    logger.error("A %s of %s could not be looked at: %s", what, slug, reason)
    bot_failed.send(sender=None, brain="sharp")
