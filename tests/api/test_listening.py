"""Who waits listens to Redis, leaves nothing behind there, and is answered at once when it is away."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
import redis
from channels.layers import get_channel_layer

from foundation.live import push_news
from matches.live import push_table
from tests.api.test_waiting import BotAccount, new_table, resolve, seal
from tests.support.processes import free_port
from tests.support.redis import Redis
from tests.support.sockets import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)
PUBSUB = "piecepack_site.channel_layer.PlainPubSubLayer"


@pytest.fixture
def by_redis(redis_server: Redis, settings: Any) -> Redis:
    """A Redis through which the site notifies waiting clients."""
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": PUBSUB, "CONFIG": {"hosts": [redis_server.url]}}}
    return redis_server


@pytest.fixture
def away(settings: Any) -> None:
    """No Redis where the site looks for one."""
    address = f"redis://127.0.0.1:{free_port()}/0"
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": PUBSUB, "CONFIG": {"hosts": [address]}}}


def left_behind(server: Redis) -> tuple[Any, ...]:
    """Queues and groups of this loop, and what Redis still sends to anybody."""
    layer: Any = get_channel_layer()
    with redis.Redis.from_url(server.url) as client:
        return layer.channels, layer.groups, client.pubsub_channels()


@pytest.mark.long("a server that many listen to")
async def test_who_was_told_leaves_nothing_behind(by_redis: Redis):
    match, people, tokens = await new_table()
    await seal(match, people[0])
    async with BotAccount(tokens[0]) as bot_account:
        waiting = asyncio.create_task(bot_account.turns(60))
        for user in people[1:]:
            await seal(match, user)
        await resolve(match)
        assert (await asyncio.wait_for(waiting, PATIENCE)).json()["turns"]
    assert left_behind(by_redis) == ({}, {}, [])


async def test_who_waited_in_vain_leaves_nothing_behind(by_redis: Redis):
    match, people, tokens = await new_table()
    await seal(match, people[0])
    async with BotAccount(tokens[0]) as bot_account:
        assert (await bot_account.turns(1)).json()["turns"] == []
    assert left_behind(by_redis) == ({}, {}, [])


@pytest.mark.usefixtures("away")
async def test_without_redis_who_would_wait_is_answered_at_once():
    match, people, tokens = await new_table()
    await seal(match, people[0])
    async with BotAccount(tokens[0]) as bot_account:
        reply = await asyncio.wait_for(bot_account.turns(60), PATIENCE)
    assert (reply.status_code, reply.json()["turns"]) == (200, [])


@pytest.mark.usefixtures("away")
@pytest.mark.parametrize("tell", [lambda: push_table(1, [1]), lambda: push_news([1])])
def test_without_redis_pages_catch_up_later(tell: Callable[[], None], caplog: pytest.LogCaptureFixture):
    tell()
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert "pages will update when they reload" in caplog.text
