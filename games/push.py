"""Tells open pages that something moved. The message says no more than that: pages then ask."""

import logging

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

from notifications.live import reader_group

logger = logging.getLogger(__name__)


def table_group(match_id: int) -> str:
    """The group of all who look at a table."""
    return f"table.{match_id}"


def table_moved(match_id: int, user_ids: list[int]) -> None:
    """Tell everyone at a table, and the players wherever they look, once the transaction commits."""
    readers = [reader_group(user_id) for user_id in user_ids]
    transaction.on_commit(lambda: _send(table_group(match_id), readers), robust=True)


def _send(table: str, readers: list[str]) -> None:
    try:
        async_to_sync(_send_all)(table, readers)
    except OSError:
        logger.warning("The sockets' layer cannot be reached; pages will catch up when they reload")


async def _send_all(table: str, readers: list[str]) -> None:
    layer = get_channel_layer()
    await layer.group_send(table, {"type": "table.moved"})
    for group in readers:
        await layer.group_send(group, {"type": "reader.moved"})
