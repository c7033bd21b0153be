"""One notice, by its channel."""

from collections.abc import Callable
from datetime import datetime

from notifications.channels.by_mail import send_mail
from notifications.channels.by_push import send_push
from notifications.channels.by_webhook import send_webhook
from notifications.live import news_came
from notifications.models import Notice
from notifications.terms import Channel


def _show(notice: Notice, now: datetime) -> str:
    """What is on the page only has to be counted anew."""
    news_came([notice.user_id])
    return ""


WAYS: dict[Channel, Callable[[Notice, datetime], str]] = {
    Channel.PAGE: _show,
    Channel.MAIL: send_mail,
    Channel.PUSH: send_push,
    Channel.WEBHOOK: send_webhook,
}


def deliver(*, notice: Notice, now: datetime) -> str:
    """Tell a claimed notice; the address of a mail. Raises `GivenUp`, or anything that may pass."""
    return WAYS[Channel(notice.channel)](notice, now)
