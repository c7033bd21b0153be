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


def table_moved(match_id: int, user_ids: list[int]) -> None:
    """Tell everyone at a table, and the players wherever they look, once the transaction commits."""
    groups = [table_group(match_id), *map(reader_group, user_ids)]
    transaction.on_commit(lambda: _send(groups), robust=True)


def _send(groups: list[str]) -> None:
    try:
        async_to_sync(_send_all)(groups)
    except OSError:
        logger.warning("The sockets' layer cannot be reached; pages will catch up when they reload")


async def _send_all(groups: list[str]) -> None:
    layer = get_channel_layer()
    for group in groups:
        await layer.group_send(group, {"type": "table.moved"})
