"""Delivery of one notice by its channel."""

from collections.abc import Callable
from datetime import datetime

from foundation.language import read_by
from foundation.live import push_news
from notifications.channels.by_mail import send_mail
from notifications.channels.by_messenger import send_message
from notifications.channels.by_push import send_push
from notifications.channels.by_webhook import send_webhook
from notifications.enums import MESSENGERS, Channel
from notifications.models import Notice


def _show(notice: Notice, now: datetime) -> str:
    """Refresh the counter. The notice is already on the page."""
    push_news([notice.user_id])
    return ""


WAYS: dict[Channel, Callable[[Notice, datetime], str]] = {
    Channel.PAGE: _show,
    Channel.MAIL: send_mail,
    Channel.PUSH: send_push,
    Channel.WEBHOOK: send_webhook,
    **dict.fromkeys(MESSENGERS, send_message),
}


def deliver(*, notice: Notice, now: datetime) -> str:
    """Deliver a claimed notice. Return the address of a mail. Raises `GivenUp`, or an error that may pass."""
    with read_by(notice.user):
        return WAYS[Channel(notice.channel)](notice, now)
