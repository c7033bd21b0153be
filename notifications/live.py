"""Tells a user's open pages that there is news. The message says no more than that: pages then ask."""

import logging
from collections.abc import Iterable

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)


def reader_group(user_id: int) -> str:
    """The group of all pages a user has open."""
    return f"reader.{user_id}"


def news_came(user_ids: Iterable[int]) -> None:
    """Have the open pages of these users count anew, once the transaction commits."""
    groups = [reader_group(user_id) for user_id in user_ids]
    if groups:
        transaction.on_commit(lambda: _send(groups), robust=True)


def _send(groups: list[str]) -> None:
    try:
        async_to_sync(_send_all)(groups)
    except (RedisError, OSError):
        logger.warning("The sockets' layer cannot be reached; pages will catch up when they reload")


async def _send_all(groups: list[str]) -> None:
    layer = get_channel_layer()
    for group in groups:
        await layer.group_send(group, {"type": "news.came"})
