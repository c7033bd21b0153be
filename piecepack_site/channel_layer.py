"""Channel layers that threads without a loop of their own can send into.

In memory, Channels' own layer waits for the server loop's next tick when used from another thread, up to a second. Ours
runs every operation on the loop of the sockets.
"""

import asyncio
from collections.abc import Callable, Iterable
from typing import Any

from channels.layers import InMemoryChannelLayer
from channels_redis.pubsub import RedisPubSubChannelLayer
from channels_redis.utils import decode_hosts

from piecepack_site.redis_cache import client_of
from piecepack_site.redis_pool import SharedPool


class HomeLoopChannelLayer(InMemoryChannelLayer):  # type: ignore[misc]
    """An in-memory layer that runs on the loop of the first socket."""

    home: asyncio.AbstractEventLoop | None = None

    async def new_channel(self, prefix: str = "specific.") -> str:
        """Create a channel for a new socket, and remember the loop that all sockets share."""
        type(self).home = asyncio.get_running_loop()
        name: str = await super().new_channel(prefix)
        return name

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        """Send to every socket of a group, from any thread."""
        await self._at_home(lambda: super(HomeLoopChannelLayer, self).group_send(group, message))

    async def send(self, channel: str, message: dict[str, Any]) -> None:
        """Send to one socket, from any thread."""
        await self._at_home(lambda: super(HomeLoopChannelLayer, self).send(channel, message))

    async def _at_home(self, operation: Callable[[], Any]) -> None:
        home = self.home
        if home is None or home.is_closed():
            return  # no socket is open, so there is no receiver
        if home is asyncio.get_running_loop():
            await operation()
        else:
            await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(operation(), home))


class PlainPubSubLayer(RedisPubSubChannelLayer):  # type: ignore[misc]
    """The layer in Redis, into which threads without a loop can send.

    `async_to_sync` makes a loop, a thread and a connection for each call of a worker, and hops to the server's loop in
    a web process. To send is one command for Redis, so it takes the connection of this thread.
    """

    def send_to_groups(self, messages: Iterable[tuple[str, dict[str, Any]]]) -> None:
        """Send each message to all sockets of its group, in one round trip. Raises `RedisError`."""
        (host,) = decode_hosts(self._kwargs["hosts"])
        line = client_of(SharedPool.from_url(host["address"])).pipeline(transaction=False)
        for group, message in messages:
            line.publish(f"{self._kwargs.get('prefix', 'asgi')}__group__{group}", self.serialize(message))
        line.execute()
