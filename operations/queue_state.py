"""The state of the queue and Redis, with short timeouts."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import redis
from celery import current_app
from django.conf import settings

from foundation.queue import QUEUES

PATIENCE_SECONDS = 2


@dataclass(frozen=True)
class Depth:
    """The number of tasks in all queues."""

    waiting: int
    taken: int


def client() -> "redis.Redis":
    """A client of the Redis that holds the queue, with short timeouts."""
    return _client_of(settings.REDIS_URL)


def clients() -> dict[str, "redis.Redis"]:
    """A client of each Redis by its setting: one, or up to three where sockets and cache have their own."""
    names = {settings.SOCKETS_REDIS_URL: "SOCKETS_REDIS_URL", settings.CACHE_REDIS_URL: "CACHE_REDIS_URL"}
    names |= {settings.REDIS_URL: "REDIS_URL"}
    return {name: _client_of(url) for url, name in names.items() if url}


@cache
def _client_of(url: str) -> "redis.Redis":
    return redis.Redis.from_url(url, socket_timeout=PATIENCE_SECONDS, socket_connect_timeout=PATIENCE_SECONDS)


def depth() -> Depth:
    """Count the tasks in the queues."""
    if settings.REDIS_URL:
        line: Any = client()
        return Depth(sum(line.llen(name) for name in QUEUES), line.hlen("unacked"))
    with current_app.connection_for_read() as connection:
        channel: Any = connection.default_channel
        return Depth(sum(channel.queue_declare(name).message_count for name in QUEUES), 0)
