"""Sockets: they say that something moved, never what."""

from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from django.urls import path

from games.models import Match
from games.push import reader_group, table_group
from games.selectors import matches, may_see


class MovedConsumer(AsyncJsonWebsocketConsumer):  # type: ignore[misc]
    """A page's socket: passes on that its subject moved."""

    group: str | None = None

    async def join(self, group: str | None) -> None:
        """Listen to a group, or refuse the socket when there is none to listen to."""
        if group is None:
            await self.close(code=4404)
            return
        self.group = group
        await self.channel_layer.group_add(group, self.channel_name)
        await self.accept()

    async def disconnect(self, code: int) -> None:
        """Stop listening."""
        if self.group is not None:
            await self.channel_layer.group_discard(self.group, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None, **kwargs: Any) -> None:
        """Pages have nothing to say here: whatever they send is passed over."""

    async def table_moved(self, message: dict[str, Any]) -> None:
        """Tell the page to look again."""
        await self.send_json({"event": "table-moved"})


class TableConsumer(MovedConsumer):
    """For the page of one table."""

    async def connect(self) -> None:
        """Let in whoever may look at the table."""
        number = self.scope["url_route"]["kwargs"]["number"]
        allowed = await _may_watch(number, self.scope["user"].pk)
        await self.join(table_group(number) if allowed else None)


class ReaderConsumer(MovedConsumer):
    """For pages about all of a reader's tables."""

    async def connect(self) -> None:
        """Let in whoever is logged in."""
        user = self.scope["user"]
        await self.join(reader_group(user.pk) if user.is_authenticated else None)


@database_sync_to_async  # type: ignore[untyped-decorator]
def _may_watch(number: int, user_id: int | None) -> bool:
    match: Match | None = matches().filter(pk=number).first()
    return match is not None and may_see(match, user_id)


socket_urls = [
    path("ws/table/<int:number>/", TableConsumer.as_asgi()),
    path("ws/turns/", ReaderConsumer.as_asgi()),
]
