"""An in-memory channel layer that works from worker threads of the same process.

Channels' own layer waits for the server loop's next tick when used from another thread, up to a second. This one
runs every operation on the loop of the sockets.
"""

import asyncio
from collections.abc import Callable
from typing import Any

from channels.layers import InMemoryChannelLayer


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
