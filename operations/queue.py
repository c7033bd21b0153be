"""The state of the queue and Redis, with short timeouts."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import redis
from celery import current_app
from django.conf import settings

PATIENCE_SECONDS = 2


@dataclass(frozen=True)
class Depth:
    """The number of tasks in the queue."""

    waiting: int
    taken: int


@cache
def client() -> "redis.Redis":
    """A client of the site's Redis with short timeouts."""
    return redis.Redis.from_url(
        settings.REDIS_URL, socket_timeout=PATIENCE_SECONDS, socket_connect_timeout=PATIENCE_SECONDS
    )


def depth() -> Depth:
    """Count the tasks in the queue."""
    name = current_app.conf.task_default_queue
    if settings.REDIS_URL:
        return Depth(int(client().llen(name)), int(client().hlen("unacked")))  # type: ignore[arg-type]
    with current_app.connection_for_read() as connection:
        channel: Any = connection.default_channel
        return Depth(channel.queue_declare(name).message_count, 0)
