"""The channels and states of notices."""

from django.db import models
from django.utils.translation import gettext_lazy, gettext_noop


class Channel(models.TextChoices):
    """The way a notice is delivered."""

    PAGE = "page", gettext_lazy("on the site")
    MAIL = "mail", gettext_lazy("mail")
    DIGEST = "digest", gettext_lazy("daily mail")
    PUSH = "push", gettext_lazy("push")
    WEBHOOK = "webhook", gettext_lazy("webhook")
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

    DUE = "due", gettext_lazy("due")
    SENDING = "sending", gettext_lazy("being sent")
    SENT = "sent", gettext_lazy("sent")
    FAILED = "failed", gettext_lazy("failed")
    BOUNCED = "bounced", gettext_lazy("came back")
    STALE = "stale", gettext_lazy("no longer true")
    UNWANTED = "unwanted", gettext_lazy("not wanted")
    WITHHELD = "withheld", gettext_lazy("held back")


UNCERTAIN = gettext_noop("Sending began and did not end: the mail may have arrived, so it is not sent again.")
"""The reason of a failure after which the mail may have arrived. It counts as delivered, to avoid sending it twice."""
