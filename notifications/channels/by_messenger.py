"""Delivery by Telegram, Matrix and ntfy: a short plain text with the address of its subject.

Each protocol is one request. Requests of Matrix carry a key, so one that is sent again shows once.
"""

import re
from datetime import datetime
from http import HTTPStatus
from typing import Any, NamedTuple
from urllib.parse import quote, urlsplit

from django.conf import settings
from django.utils.translation import gettext_noop
from requests import RequestException, Response

from notifications.channels import GivenUp, NotTaken
from notifications.channels.retry_after import LONGEST as LONGEST_WAIT
from notifications.channels.retry_after import asked_wait, check_takes, note_asked_wait
from notifications.channels.subjects import subject_of
from notifications.enums import Channel
from notifications.models import Messenger, Notice
from notifications.outcome_words import (
    ANSWERED,
    NOT_REACHED,
    NOT_TAKEN,
    REFUSED,
    TAKEN,
    TAKES_NOTHING,
    TOO_LONG,
    UNREACHED,
)
from notifications.outgoing import GuardedSession

LONGEST = 2000
REPLY_MOST = 64 * 1024
"""Bytes of a reply to read, where it says something."""
GONE = {
    Channel.TELEGRAM: (HTTPStatus.FORBIDDEN,),
    Channel.MATRIX: (HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND),
    Channel.NTFY: (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND),
}
"""Replies after which nothing more is sent until the user links it again: the bot was blocked or left the room."""
NOT_LINKED = gettext_noop("It is not linked.")
NO_CHAT = re.compile(r"chat not found", re.IGNORECASE)


class Text(NamedTuple):
    """What is sent. It holds no secret: others may read a room or a topic."""

    title: str
    text: str
    url: str
    key: str
    """The same for a text that is sent again."""


FAILURES = (RequestException, OSError, GivenUp, NotTaken)
"""All errors that posting can raise."""


def send_message(notice: Notice, now: datetime) -> str:
    """Send one notice. Raises `GivenUp` and `NotTaken`."""
    linked = Messenger.objects.filter(user=notice.user, channel=notice.channel, broken=False)
    messenger = linked.exclude(linked_at=None).first()
    if messenger is None:
        raise GivenUp(NOT_LINKED)
    check_takes(_server_of(messenger), now)
    post(messenger=messenger, text=text_of(notice), now=now)
    return ""


def _server_of(messenger: Messenger) -> str:
    """What a rate limit applies to: each server of ntfy, or the site's one account at Telegram or Matrix."""
    return urlsplit(messenger.target).netloc if messenger.channel == Channel.NTFY else str(messenger.channel)


def text_of(notice: Notice) -> Text:
    """What is sent of a notice: its words, and an address that logs nobody in."""
    return Text(
        title=subject_of(notice),
        text=str(notice.context.get("text", "")),
        url=f"{settings.SITE_URL}{notice.context.get('path', '/')}",
        key=f"notice-{notice.pk}",
    )


def post(*, messenger: Messenger, text: Text, now: datetime) -> None:
    """Post a text, and store the result for the owner. Raises `GivenUp` and `NotTaken`."""
    channel = Channel(messenger.channel)
    try:
        with GuardedSession(read_most=REPLY_MOST) as session:
            reply = _SENDERS[channel](session, messenger.target, text)
    except (RequestException, OSError):
        _note(messenger, now, NOT_REACHED)
        # The error names the address, and that of Telegram contains the bot's token.
        raise NotTaken(UNREACHED.format(messenger=channel.label)) from None
    if 200 <= reply.status_code < 300:
        _note(messenger, now, TAKEN)
        return
    if reply.status_code in GONE[channel] or (channel == Channel.TELEGRAM and NO_CHAT.search(reply.text)):
        _note(messenger, now, TAKES_NOTHING.format(status=reply.status_code), broken=True)
        raise GivenUp(REFUSED.format(messenger=channel.label, status=reply.status_code))
    _note(messenger, now, NOT_TAKEN.format(status=reply.status_code))
    answered = ANSWERED.format(messenger=channel.label, status=reply.status_code)
    wait = asked_wait(reply) if reply.status_code == HTTPStatus.TOO_MANY_REQUESTS else None
    if wait is not None and wait > LONGEST_WAIT:
        raise GivenUp(TOO_LONG.format(messenger=channel.label))
    if wait is not None:
        note_asked_wait(_server_of(messenger), now + wait, now)
        raise NotTaken(answered, wait=wait)
    raise NotTaken(answered)


def _note(messenger: Messenger, now: datetime, result: str, *, broken: bool = False) -> None:
    Messenger.objects.filter(pk=messenger.pk).update(last_at=now, last_result=result, broken=broken)


def _lines(text: Text) -> str:
    return "\n".join(filter(None, text[:3]))[:LONGEST]


def _to_telegram(session: GuardedSession, chat: str, text: Text) -> Response:
    # Without a parse mode, text by users makes neither links nor mentions of its own.
    body: dict[str, Any] = {"chat_id": int(chat), "text": _lines(text), "link_preview_options": {"is_disabled": True}}
    return session.post(telegram_url("sendMessage"), json=body)


def _to_matrix(session: GuardedSession, room: str, text: Text) -> Response:
    # `m.mentions` is empty, so that a name in the text rings nobody.
    body = {"msgtype": "m.text", "body": _lines(text), "m.mentions": {}}
    path = f"rooms/{quote(room, safe='')}/send/m.room.message/{quote(text.key, safe='')}"
    return session.put(matrix_url(path), json=body, headers=matrix_headers())


def _to_ntfy(session: GuardedSession, topic: str, text: Text) -> Response:
    parts = urlsplit(topic)
    body = {
        "topic": parts.path.strip("/"),
        "title": text.title[:200],
        "message": (text.text or text.title)[:LONGEST],
        "click": text.url,
    }
    return session.post(f"{parts.scheme}://{parts.netloc}/", json=body)


_SENDERS = {Channel.TELEGRAM: _to_telegram, Channel.MATRIX: _to_matrix, Channel.NTFY: _to_ntfy}


def telegram_url(method: str) -> str:
    """The address of a method of the bot API. It contains the token, so it is never logged or shown."""
    return f"{settings.TELEGRAM_URL}/bot{settings.TELEGRAM_TOKEN}/{method}"


def matrix_url(path: str) -> str:
    """An address of the homeserver's client API."""
    return f"{settings.MATRIX_URL}/_matrix/client/v3/{path}"


def matrix_headers() -> dict[str, str]:
    """The headers that show the homeserver who asks."""
    return {"Authorization": f"Bearer {settings.MATRIX_TOKEN}"}
