"""A WebSocket that sends a bot its turns as soon as they come."""

from typing import Any

import msgspec
from channels.db import database_sync_to_async
from django.urls import path

from accounts.models import User
from api.scopes import Scope
from foundation.language import reading_in
from foundation.live import reader_group
from matches.api.sockets import ProgramSocket
from matches.api.turns import Turns, turns_of


class TurnsStream(ProgramSocket):
    """Sends the reply of `GET /api/v1/turns` at once and whenever it changes."""

    needed = Scope.READ
    heard = staticmethod(reader_group)
    sent: Turns | None = None

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Ignore everything the client sends."""

    async def reader_moved(self, message: dict[str, Any]) -> None:
        """Send the turns if they have changed."""
        await self.look()

    async def news_came(self, message: dict[str, Any]) -> None:
        """Ignore new notices, as they are not turns."""

    async def look(self) -> bool:
        """Check the token again, and send the turns if they have changed."""
        allowed = await super().look()
        if allowed:
            turns = await _turns(self.user, self.language)
            if turns != self.sent:
                self.sent = turns
                await self.send(text_data=msgspec.json.encode(turns).decode())
        return allowed


@database_sync_to_async  # type: ignore[untyped-decorator]
def _turns(user: User, language: str) -> Turns:
    with reading_in(language):
        return turns_of(user)


stream_urls = [path("ws/v1/turns", TurnsStream.as_asgi())]
