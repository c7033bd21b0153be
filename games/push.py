"""Tells open pages that something moved. The message says no more than that: pages then ask."""

import logging

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

logger = logging.getLogger(__name__)


def table_group(match_id: int) -> str:
    """The group of all who look at a table."""
    return f"table.{match_id}"


def reader_group(user_id: int) -> str:
    """The group of all pages a user has open."""
    return f"reader.{user_id}"


def room_group(match_id: int, room: str) -> str:
    """The group of all pages whose reader may read a room's talk."""
    return f"talk.{room}.{match_id}"


def table_moved(match_id: int, user_ids: list[int]) -> None:
    """Tell everyone at a table, and the players wherever they look, once the transaction commits."""
    groups = [table_group(match_id), *map(reader_group, user_ids)]
    transaction.on_commit(lambda: _send(groups, "table.moved"), robust=True)


def talk_moved(match_id: int, room: str) -> None:
    """Tell those who may read a room, and nobody else, once the transaction commits."""
    transaction.on_commit(lambda: _send([room_group(match_id, room)], "talk.moved"), robust=True)


def _send(groups: list[str], message: str) -> None:
    try:
        async_to_sync(_send_all)(groups, message)
    except OSError:
        logger.warning("The sockets' layer cannot be reached; pages will catch up when they reload")


async def _send_all(groups: list[str], message: str) -> None:
    layer = get_channel_layer()
    for group in groups:
        await layer.group_send(group, {"type": message})
