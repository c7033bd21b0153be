"""Sockets: they say that something moved, never what."""

from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from django.urls import path

from games.models import Match
from games.push import table_group
from games.selectors import matches, may_see
from notifications.live import reader_group


class MovedConsumer(AsyncJsonWebsocketConsumer):  # type: ignore[misc]
    """A page's socket: passes on that its subject moved, and that there is news for its reader."""

    groups: tuple[str, ...] = ()

    async def join(self, *groups: str) -> None:
        """Listen to groups, or refuse the socket when there is none to listen to."""
        if not groups:
            await self.close(code=4404)
            return
        self.groups = groups
        for group in groups:
            await self.channel_layer.group_add(group, self.channel_name)
        await self.accept()

    async def disconnect(self, code: int) -> None:
        """Stop listening."""
        for group in self.groups:
            await self.channel_layer.group_discard(group, self.channel_name)

    def own(self) -> tuple[str, ...]:
        """The group of the reader's own news; none for visitors."""
        user = self.scope["user"]
        return (reader_group(user.pk),) if user.is_authenticated else ()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None, **kwargs: Any) -> None:
        """Pages have nothing to say here: whatever they send is passed over."""

    async def table_moved(self, message: dict[str, Any]) -> None:
        """Tell the page to look again."""
        await self.send_json({"event": "table-moved"})

    async def reader_moved(self, message: dict[str, Any]) -> None:
        """One of the reader's tables moved: the page counts anew what waits."""
        await self.send_json({"event": "news"})

    async def news_came(self, message: dict[str, Any]) -> None:
        """The reader has a new notice."""
        await self.send_json({"event": "news"})


class TableConsumer(MovedConsumer):
    """For the page of one table."""

    async def connect(self) -> None:
        """Let in whoever may look at the table."""
        number = self.scope["url_route"]["kwargs"]["number"]
        allowed = await _may_watch(number, self.scope["user"].pk)
        await self.join(*((table_group(number), *self.own()) if allowed else ()))


class ReaderConsumer(MovedConsumer):
    """For pages about all of a reader's tables."""

    async def connect(self) -> None:
        """Let in whoever is logged in."""
        await self.join(*self.own())

    async def reader_moved(self, message: dict[str, Any]) -> None:
        """The page is about all tables: it looks again."""
        await self.table_moved(message)


@database_sync_to_async  # type: ignore[untyped-decorator]
def _may_watch(number: int, user_id: int | None) -> bool:
    match: Match | None = matches().filter(pk=number).first()
    return match is not None and may_see(match, user_id)


socket_urls = [
    path("ws/table/<int:number>/", TableConsumer.as_asgi()),
    path("ws/turns/", ReaderConsumer.as_asgi()),
]
