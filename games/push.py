"""Tells open pages that something moved. The message says no more than that: pages then ask."""

import logging
import threading

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction
from redis.exceptions import RedisError

from games.models import Match
from notifications.live import reader_group

logger = logging.getLogger(__name__)


def table_group(match_id: int) -> str:
    """The group of all who look at a table."""
    return f"table.{match_id}"


def room_group(match_id: int, room: str) -> str:
    """The group of all pages whose reader may read a room's talk."""
    return f"talk.{room}.{match_id}"


def standing(match: Match) -> str:
    """Where a match stands, as a page tells its socket: the socket hears what came between the two."""
    return f"{match.step}.{match.status}"


def table_moved(match_id: int, user_ids: list[int]) -> None:
    """Tell everyone at a table, and the players wherever they look, once the transaction commits."""
    moved = [(table_group(match_id), "table.moved"), *((reader_group(user_id), "reader.moved") for user_id in user_ids)]
    pages_told(moved)


def talk_moved(match_id: int, room: str) -> None:
    """Tell those who may read a room, and nobody else, once the transaction commits."""
    pages_told([(room_group(match_id, room), "talk.moved")])


class _Transaction(threading.local):
    """What the transaction of this thread has sent already, now that it commits."""

    def __init__(self) -> None:
        self.sent: set[tuple[str, str]] = set()


_transaction = _Transaction()


def pages_told(messages: list[tuple[str, str]]) -> None:
    """Send messages to groups of pages, once the transaction commits; the same only once."""
    sent = _transaction.sent
    transaction.on_commit(lambda: _send_new(messages, sent), robust=True)


def _send_new(messages: list[tuple[str, str]], sent: set[tuple[str, str]]) -> None:
    # What comes from now on belongs to another transaction.
    _transaction.sent = set()
    new = [message for message in dict.fromkeys(messages) if message not in sent]
    sent.update(new)
    if new:
        _send(new)


def _send(messages: list[tuple[str, str]]) -> None:
    try:
        async_to_sync(_send_all)(messages)
    except (RedisError, OSError):
        logger.warning("The sockets' layer cannot be reached; pages will catch up when they reload")


async def _send_all(messages: list[tuple[str, str]]) -> None:
    layer = get_channel_layer()
    for group, message in messages:
        await layer.group_send(group, {"type": message})
