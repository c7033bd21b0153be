"""The in-memory channel layer, usable from worker threads of the same process.

Channels' own waits for the server loop's next tick when it is used from another thread: up to a
second. Here every operation runs on the loop that the sockets live on.
"""

import asyncio
from collections.abc import Callable
from typing import Any

from channels.layers import InMemoryChannelLayer


class HomeLoopChannelLayer(InMemoryChannelLayer):  # type: ignore[misc]
    """An in-memory layer whose home is the loop of the first socket."""

    home: asyncio.AbstractEventLoop | None = None

    async def new_channel(self, prefix: str = "specific.") -> str:
        """Name a channel for a new socket; its loop is the home of all sockets."""
        type(self).home = asyncio.get_running_loop()
        name: str = await super().new_channel(prefix)
        return name

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        """Send to every socket of a group, from whatever thread."""
        await self._at_home(lambda: super(HomeLoopChannelLayer, self).group_send(group, message))

    async def send(self, channel: str, message: dict[str, Any]) -> None:
        """Send to one socket, from whatever thread."""
        await self._at_home(lambda: super(HomeLoopChannelLayer, self).send(channel, message))

    async def _at_home(self, operation: Callable[[], Any]) -> None:
        home = self.home
        if home is None or home.is_closed():
            return  # no socket has been opened yet: nobody would hear it
        if home is asyncio.get_running_loop():
            await operation()
        else:
            await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(operation(), home))
