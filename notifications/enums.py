"""The words of the ledger: channels, and what becomes of a notice."""

from django.db import models


class Channel(models.TextChoices):
    """The way a notice takes."""

    PAGE = "page", "on the site"
    MAIL = "mail", "mail"
    DIGEST = "digest", "daily mail"
    PUSH = "push", "push"
    WEBHOOK = "webhook", "webhook"


RINGING = (Channel.MAIL, Channel.PUSH, Channel.WEBHOOK)
"""Channels that call a person away from something else; the daily mail comes when they asked for it."""


class State(models.TextChoices):
    """What has become of a notice."""

    DUE = "due", "due"
    SENDING = "sending", "being sent"
    SENT = "sent", "sent"
    FAILED = "failed", "failed"
    BOUNCED = "bounced", "came back"
    STALE = "stale", "no longer true"
    UNWANTED = "unwanted", "not wanted"
    WITHHELD = "withheld", "held back"


UNCERTAIN = "Sending began and did not end: the mail may have arrived, so it is not sent again."
"""The reason of what failed so: it counts as told, as nobody is told twice of one turn."""
