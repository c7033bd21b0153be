"""Sockets that look again from time to time at what they may hear, in case nobody told them that it changed.

A socket leaves however it ends. Channels calls `disconnect` only if no handler raised, and sending to a client that has
just hung up raises: such a socket would be counted, told and looked at for ever.
"""

import asyncio
import logging
import random
from contextlib import suppress
from typing import Any, ClassVar

logger = logging.getLogger(__name__)


class LooksAgain:
    """A part of a consumer, named before it: its `look` runs every so often until it leaves."""

    looks_every: ClassVar[float]
    """Seconds from one look to the next, about: sockets that were opened together do not all look at once."""
    _looking: "asyncio.Task[None] | None" = None

    async def __call__(self, *arguments: Any) -> None:
        """Serve the socket until it ends, and then leave."""
        try:
            await super().__call__(*arguments)  # type: ignore[misc]
        finally:
            await self.leave()

    async def leave(self) -> None:
        """Stop looking. A consumer also gives back what it holds, and may be ended before it holds anything."""
        if self._looking is not None:
            self._looking.cancel()
            with suppress(asyncio.CancelledError):
                await self._looking

    async def look(self) -> bool:
        """Look at what the socket may do now. Close it and return False if that is nothing."""
        raise NotImplementedError

    def begin_to_look(self) -> None:
        """Look again from now on."""
        self._looking = asyncio.create_task(self._look_again())

    async def _look_again(self) -> None:
        is_open = True
        while is_open:
            await asyncio.sleep(self.looks_every * random.uniform(0.75, 1.25))  # noqa: S311 - no secret
            try:
                is_open = await self.look()
            except Exception as error:  # noqa: BLE001 - the database may be down for a while, and the next look finds out
                logger.warning("A socket could not look again: %s", type(error).__name__)
