"""The channels and states of notices."""

from django.db import models


class Channel(models.TextChoices):
    """The way a notice is delivered."""

    PAGE = "page", "on the site"
    MAIL = "mail", "mail"
    DIGEST = "digest", "daily mail"
    PUSH = "push", "push"
    WEBHOOK = "webhook", "webhook"
    TELEGRAM = "telegram", "Telegram"
    MATRIX = "matrix", "Matrix"
    NTFY = "ntfy", "ntfy"


MESSENGERS = (Channel.TELEGRAM, Channel.MATRIX, Channel.NTFY)
"""Channels that a user links with a code."""
OF_USERS = (Channel.PUSH, Channel.WEBHOOK, *MESSENGERS)
"""Channels that lead to addresses which users name."""
RINGING = (Channel.MAIL, *OF_USERS)
"""Channels that interrupt the reader. The daily mail comes at an hour they chose."""


class State(models.TextChoices):
    """The state of a notice."""

    DUE = "due", "due"
    SENDING = "sending", "being sent"
    SENT = "sent", "sent"
    FAILED = "failed", "failed"
    BOUNCED = "bounced", "came back"
    STALE = "stale", "no longer true"
    UNWANTED = "unwanted", "not wanted"
    WITHHELD = "withheld", "held back"


UNCERTAIN = "Sending began and did not end: the mail may have arrived, so it is not sent again."
"""The reason of a failure after which the mail may have arrived. It counts as delivered, to avoid sending it twice."""
