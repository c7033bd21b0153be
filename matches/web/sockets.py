"""Sockets, which report that something changed but not what."""

from typing import Any
from urllib.parse import parse_qs

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from django.contrib.auth.models import AnonymousUser
from django.urls import path
from django.utils import timezone

from accounts.models import User
from accounts.security.suspension import is_suspended
from foundation.live import reader_group
from matches.chat.read import rooms_read
from matches.live import room_group, standing, table_group
from matches.models import Match
from matches.view.match_view import matches, may_see


class MovedConsumer(AsyncJsonWebsocketConsumer):  # type: ignore[misc]
    """A page's socket, which reports changes and news for its reader."""

    groups_joined: tuple[str, ...] = ()

    async def join(self, *groups: str) -> None:
        """Join groups, or refuse the socket if there are none."""
        if not groups:
            await self.close(code=4404)
            return
        self.groups_joined = groups
        for group in groups:
            await self.channel_layer.group_add(group, self.channel_name)
        await self.accept()

    async def disconnect(self, code: int) -> None:
        """Leave all groups."""
        for group in self.groups_joined:
            await self.channel_layer.group_discard(group, self.channel_name)

    def own(self) -> tuple[str, ...]:
        """Return the group of the reader's own news; empty for visitors."""
        member = _member(self.scope["user"])
        return (reader_group(member.pk),) if member else ()

    def said(self, name: str) -> str:
        """Return what the page said of itself in the socket's address, which may hold anything."""
        query: bytes = self.scope["query_string"]
        return parse_qs(query.decode("latin-1")).get(name, [""])[-1]

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None, **kwargs: Any) -> None:
        """Ignore anything that pages send."""

    async def access_changed(self, message: dict[str, Any]) -> None:
        """Close. The page connects again, and is let in if it still may be."""
        await self.close()

    async def table_moved(self, message: dict[str, Any]) -> None:
        """Tell the page to refresh."""
        await self.send_json({"event": "table-moved"})

    async def chat_moved(self, message: dict[str, Any]) -> None:
        """Tell the page that there is a new message its reader may read."""
        await self.send_json({"event": "chat-moved"})

    async def reader_moved(self, message: dict[str, Any]) -> None:
        """Tell the page to update its counts, as one of the reader's tables changed."""
        await self.send_json({"event": "news"})

    async def news_came(self, message: dict[str, Any]) -> None:
        """Tell the page that the reader has a new notice."""
        await self.send_json({"event": "news"})


class TableConsumer(MovedConsumer):
    """The socket of one table's page."""

    waiting = False
    """True if the match had not started when its groups were looked up: they change at the start."""

    async def connect(self) -> None:
        """Accept readers who may see the table, and join the chat rooms they may read."""
        await self.join(*await self._groups())
        if self.groups_joined and await self._has_moved():
            await self.table_moved({})

    async def _has_moved(self) -> bool:
        """True if a round closed between the page and its socket."""
        made = self.said("stands")
        return bool(made) and made != await _standing(self.scope["url_route"]["kwargs"]["number"])

    async def table_moved(self, message: dict[str, Any]) -> None:
        """Tell the page to refresh, and update the groups once the match starts."""
        page = self.said("page")
        if page and page == message.get("besides"):
            return
        await super().table_moved(message)
        if self.waiting:
            await self._listen_again()

    async def _listen_again(self) -> None:
        now = await self._groups()
        for group in set(now) - set(self.groups_joined):
            await self.channel_layer.group_add(group, self.channel_name)
        for group in set(self.groups_joined) - set(now):
            await self.channel_layer.group_discard(group, self.channel_name)
        self.groups_joined = tuple(now)

    async def _groups(self) -> list[str]:
        groups: list[str]
        self.waiting, groups = await _groups(self.scope["url_route"]["kwargs"]["number"], self.scope["user"])
        return [*groups, *self.own()] if groups else []


class ReaderConsumer(MovedConsumer):
    """The socket of pages about all of a reader's tables."""

    async def connect(self) -> None:
        """Accept logged-in readers."""
        await self.join(*self.own())

    async def reader_moved(self, message: dict[str, Any]) -> None:
        """Refresh the page, as it shows all the reader's tables."""
        await self.table_moved(message)


def _member(user: User | AnonymousUser) -> User | None:
    """Return the logged-in user; suspended users count as visitors."""
    return user if isinstance(user, User) and not is_suspended(user, timezone.now()) else None


@database_sync_to_async  # type: ignore[untyped-decorator]
def _groups(number: int, user: User | AnonymousUser) -> tuple[bool, list[str]]:
    """Return whether the match has yet to start, and the groups that a user may join."""
    match: Match | None = matches().filter(pk=number).first()
    member = _member(user)
    if match is None or not may_see(match, member.pk if member else None):
        return False, []
    rooms = rooms_read(match, member) if member else []
    return match.started_at is None, [table_group(number), *(room_group(number, room) for room in rooms)]


@database_sync_to_async  # type: ignore[untyped-decorator]
def _standing(number: int) -> str:
    return standing(Match.objects.only("step", "status").get(pk=number))


socket_urls = [
    path("ws/table/<int:number>/", TableConsumer.as_asgi()),
    path("ws/turns/", ReaderConsumer.as_asgi()),
]
