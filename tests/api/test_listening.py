"""Who waits listens to Redis, and leaves nothing behind there."""

import asyncio
from typing import Any

import pytest
import redis
from channels.layers import get_channel_layer

from tests.api.test_waiting import Program, new_table, resolve, seal
from tests.support.redis import Redis
from tests.support.sockets import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)
PUBSUB = "channels_redis.pubsub.RedisPubSubChannelLayer"


@pytest.fixture
def by_redis(redis_server: Redis, settings: Any) -> Redis:
    """A Redis through which the site tells those who wait."""
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": PUBSUB, "CONFIG": {"hosts": [redis_server.url]}}}
    return redis_server


def left_behind(server: Redis) -> tuple[Any, ...]:
    """Queues and groups of this loop, and what Redis still sends to anybody."""
    layer: Any = get_channel_layer()
    with redis.Redis.from_url(server.url) as client:
        return layer.channels, layer.groups, client.pubsub_channels()


async def test_who_was_told_leaves_nothing_behind(by_redis: Redis):
    match, people, tokens = await new_table()
    await seal(match, people[0])
    async with Program(tokens[0]) as program:
        waiting = asyncio.create_task(program.turns(60))
        for user in people[1:]:
            await seal(match, user)
        await resolve(match)
        assert (await asyncio.wait_for(waiting, PATIENCE)).json()["turns"]
    assert left_behind(by_redis) == ({}, {}, [])


async def test_who_waited_in_vain_leaves_nothing_behind(by_redis: Redis):
    match, people, tokens = await new_table()
    await seal(match, people[0])
    async with Program(tokens[0]) as program:
        assert (await program.turns(1)).json()["turns"] == []
    assert left_behind(by_redis) == ({}, {}, [])
