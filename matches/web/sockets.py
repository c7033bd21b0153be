"""Sockets: they say that something moved, never what."""

from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from django.contrib.auth.models import AnonymousUser
from django.http import QueryDict
from django.urls import path
from django.utils import timezone

from accounts.models import User
from accounts.suspension import is_suspended
from games.models import Match
from games.push import room_group, standing, table_group
from games.selectors import matches, may_see
from games.talk import rooms_read
from notifications.live import reader_group


class MovedConsumer(AsyncJsonWebsocketConsumer):  # type: ignore[misc]
    """A page's socket: passes on that its subject moved, and that there is news for its reader."""

    groups_joined: tuple[str, ...] = ()

    async def join(self, *groups: str) -> None:
        """Listen to groups, or refuse the socket when there is none to listen to."""
        if not groups:
            await self.close(code=4404)
            return
        self.groups_joined = groups
        for group in groups:
            await self.channel_layer.group_add(group, self.channel_name)
        await self.accept()

    async def disconnect(self, code: int) -> None:
        """Stop listening."""
        for group in self.groups_joined:
            await self.channel_layer.group_discard(group, self.channel_name)

    def own(self) -> tuple[str, ...]:
        """The group of the reader's own news; none for visitors."""
        member = _member(self.scope["user"])
        return (reader_group(member.pk),) if member else ()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None, **kwargs: Any) -> None:
        """Pages have nothing to say here: whatever they send is passed over."""

    async def table_moved(self, message: dict[str, Any]) -> None:
        """Tell the page to look again."""
        await self.send_json({"event": "table-moved"})

    async def talk_moved(self, message: dict[str, Any]) -> None:
        """Tell the page that somebody said something that its reader may read."""
        await self.send_json({"event": "talk-moved"})

    async def reader_moved(self, message: dict[str, Any]) -> None:
        """One of the reader's tables moved: the page counts anew what waits."""
        await self.send_json({"event": "news"})

    async def news_came(self, message: dict[str, Any]) -> None:
        """The reader has a new notice."""
        await self.send_json({"event": "news"})


class TableConsumer(MovedConsumer):
    """For the page of one table."""

    waiting = False
    """Whether the match had not begun when its groups were looked up: they change when it begins."""

    async def connect(self) -> None:
        """Let in whoever may look at the table; they hear of the rooms that they may read."""
        await self.join(*await self._groups())
        if self.groups_joined and await self._has_moved():
            await self.table_moved({})

    async def _has_moved(self) -> bool:
        """Whether a round closed between the making of the page and its socket."""
        made = QueryDict(self.scope["query_string"]).get("stands")
        return bool(made) and made != await _standing(self.scope["url_route"]["kwargs"]["number"])

    async def table_moved(self, message: dict[str, Any]) -> None:
        """Tell the page to look again, and look again oneself who may listen to what."""
        await super().table_moved(message)
        if self.waiting:
            await self._listen_anew()

    async def _listen_anew(self) -> None:
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
    """For pages about all of a reader's tables."""

    async def connect(self) -> None:
        """Let in whoever is logged in."""
        await self.join(*self.own())

    async def reader_moved(self, message: dict[str, Any]) -> None:
        """The page is about all tables: it looks again."""
        await self.table_moved(message)


def _member(user: User | AnonymousUser) -> User | None:
    """Who is logged in; to the suspended no more is open than to any visitor."""
    return user if isinstance(user, User) and not is_suspended(user, timezone.now()) else None


@database_sync_to_async  # type: ignore[untyped-decorator]
def _groups(number: int, user: User | AnonymousUser) -> tuple[bool, list[str]]:
    """Whether a match has yet to begin, and the groups of it that a user may listen to."""
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
