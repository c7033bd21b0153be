"""Notifications to open pages that something changed. A message carries no data; pages then fetch the update."""

import logging
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

Message = tuple[str, str]
"""A group of pages, and the message type for their sockets."""


def reader_group(user_id: int) -> str:
    """Return the group of all pages that a user has open."""
    return f"reader.{user_id}"


def access_group(user_id: int) -> str:
    """Return the group of a user's sockets that want no news, and hear only that access has changed."""
    return f"access.{user_id}"


def push_news(user_ids: Iterable[int]) -> None:
    """Refresh the notice count on these users' open pages once the transaction commits."""
    push([(reader_group(user_id), "news.came") for user_id in user_ids])


def push_access(user_ids: Iterable[int]) -> None:
    """Have these users' open sockets check again what they may do, once the transaction commits."""
    groups = [group(user_id) for user_id in user_ids for group in (reader_group, access_group)]
    push([(group, "access.changed") for group in groups])


_asking: ContextVar[str] = ContextVar("asking", default="")
"""The page whose request this is, if it said so."""


@contextmanager
def answered_by_reply(page: str) -> Iterator[None]:
    """Spare this page the pushes of what it asks for: the reply, made after the commit, already shows all of it."""
    token = _asking.set(page)
    try:
        yield
    finally:
        _asking.reset(token)


class _Transaction(threading.local):
    """The messages that this thread's transaction has already sent on commit."""

    def __init__(self) -> None:
        self.sent: set[Message] = set()


_transaction = _Transaction()


def push(messages: list[Message]) -> None:
    """Send messages to groups of pages once the transaction commits, each message only once."""
    if not messages:
        return
    sent, besides = _transaction.sent, _asking.get()
    transaction.on_commit(lambda: _send_new(messages, sent, besides), robust=True)


def _send_new(messages: list[Message], sent: set[Message], besides: str) -> None:
    # Later messages belong to another transaction.
    _transaction.sent = set()
    new = [message for message in dict.fromkeys(messages) if message not in sent]
    sent.update(new)
    if new:
        extra = {"besides": besides} if besides else {}
        _send([(group, {"type": message} | extra) for group, message in new])


def _send(messages: list[tuple[str, dict[str, str]]]) -> None:
    try:
        layer: Any = get_channel_layer()
        if hasattr(layer, "send_to_groups"):
            layer.send_to_groups(messages)
        else:
            async_to_sync(_send_all)(messages)
    except (RedisError, OSError):
        logger.warning("The channel layer is unreachable; pages will update when they reload")


async def _send_all(messages: list[tuple[str, dict[str, str]]]) -> None:
    layer = get_channel_layer()
    for group, message in messages:
        await layer.group_send(group, message)
