"""Sockets, which report that something changed but not what. That of a table also takes answers."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Any
from urllib.parse import parse_qs

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from django.contrib.auth.models import AnonymousUser
from django.urls import path
from django.utils import timezone

from accounts.models import User
from accounts.security.sockets import user_now
from accounts.security.suspension import is_suspended
from foundation.live import reader_group
from foundation.rechecks import LooksAgain
from matches.chat.read import rooms_read
from matches.live import room_group, table_group
from matches.models import Match
from matches.models.social import Room
from matches.view.match_view import matches, may_see
from matches.web.page_answers import PageAnswer, is_takeable, read_answer, reply_to, reply_without
from matches.web.pulses import pulses


class MovedConsumer(LooksAgain, AsyncJsonWebsocketConsumer):  # type: ignore[misc]
    """A page's socket, which reports changes and news for its reader."""

    looks_every = 600.0
    """Longer than for programs, as there are far more pages; their readers are told of what changes, too."""
    groups_joined: tuple[str, ...] = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._joining = asyncio.Lock()

    async def connect(self) -> None:
        """Accept readers who may hear anything."""
        # What commits between the first look and the joining is told to a group that the socket is not in yet.
        if await self.join() and await self.look():
            await self.accept()
            self.begin_to_look()

    async def leave(self) -> None:
        """Leave all groups."""
        await super().leave()
        for group in self.groups_joined:
            await self.channel_layer.group_discard(group, self.channel_name)

    async def look(self) -> bool:
        """Find out who reads now and which groups they may join. If there are none, close and return False."""
        self.scope["user"] = await user_now(self.scope)
        return await self.join()

    async def join(self) -> bool:
        """Join the groups that the reader may hear, and leave all others. Close the socket if there are none."""
        async with self._joining:
            wanted = tuple(await self.audible())
            for group in set(wanted) - set(self.groups_joined):
                await self.channel_layer.group_add(group, self.channel_name)
            for group in set(self.groups_joined) - set(wanted):
                await self.channel_layer.group_discard(group, self.channel_name)
            self.groups_joined = wanted
        if not wanted:
            await self.close(code=4404)
        return bool(wanted)

    async def audible(self) -> Sequence[str]:
        """Return the groups that the reader may hear."""
        return self.own()

    def own(self) -> tuple[str, ...]:
        """Return the group of the reader's own news; empty for visitors."""
        member = _member(self.scope["user"])
        return (reader_group(member.pk),) if member else ()

    def query_value(self, name: str) -> str:
        """Return a value from the query of the socket's address, which may hold anything."""
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

    number = 0
    rooms: tuple[Room, ...] = ()
    waiting = False
    """True if the match had not started when its groups were looked up: they change at the start."""
    _pulse_sent: asyncio.Task[None] | None = None
    _answering: asyncio.Task[None] | None = None
    _opened = 0.0
    """The event loop's time at which the line was open."""

    async def connect(self) -> None:
        """Accept readers who may see the table, and join the chat rooms they may read."""
        self.number = self.scope["url_route"]["kwargs"]["number"]
        await super().connect()
        if self.groups_joined:
            self._opened = asyncio.get_running_loop().time()
            # After joining, so that nothing falls between the two.
            await pulses().join(self)

    async def leave(self) -> None:
        """Leave all groups. A server that stops waits for its sockets, so it waits for the answer under way."""
        pulses().leave(self)
        try:
            await super().leave()
        finally:
            if self._answering is not None:
                await asyncio.wait({self._answering})

    def pulse(self, text: str) -> None:
        """Send a pulse, unless the last one is still on its way."""
        if self._pulse_sent is None or self._pulse_sent.done():
            self._pulse_sent = asyncio.create_task(self._pulse(text))

    async def _pulse(self, text: str) -> None:
        # The page may have gone meanwhile.
        with suppress(OSError, RuntimeError):
            await self.send(text_data=text)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None, **kwargs: Any) -> None:
        """Take an answer, one at a time. Ignore anything else: pages send nothing else."""
        answer = read_answer(text_data)
        if answer is None:
            return
        is_busy = self._answering is not None and not self._answering.done()
        open_for = asyncio.get_running_loop().time() - self._opened
        if is_busy or not is_takeable(answer, scope=self.scope, open_for=open_for):
            await self.send_json(reply_without(answer))
            return
        # It is taken even if the page leaves meanwhile, as it would be over HTTP.
        self._answering = asyncio.create_task(self._answer(answer))

    async def _answer(self, answer: PageAnswer) -> None:
        page, pages = self.query_value("page"), self.scope["pages"]
        reply = await reply_to(answer, pages=pages, scope=self.scope, number=self.number, page=page)
        with suppress(OSError, RuntimeError):
            await self.send_json(reply)

    async def table_moved(self, message: dict[str, Any]) -> None:
        """Tell the page to refresh, and update the groups once the match starts."""
        page = self.query_value("page")
        if page and page == message.get("besides"):
            return
        await super().table_moved(message)
        if self.waiting:
            await self.look()

    async def audible(self) -> Sequence[str]:
        """Return the groups of the table and of its chat rooms, if the reader may see it."""
        groups: list[str]
        self.waiting, self.rooms, groups = await _groups(
            self.number, self.scope["user"], self.query_value("invitation")
        )
        return [*groups, *self.own()] if groups else []


class ReaderConsumer(MovedConsumer):
    """The socket of pages about all of a reader's tables, for those who are logged in."""

    async def reader_moved(self, message: dict[str, Any]) -> None:
        """Refresh the page, as it shows all the reader's tables."""
        await self.table_moved(message)


def _member(user: User | AnonymousUser) -> User | None:
    """Return the logged-in user; suspended users count as visitors."""
    return user if isinstance(user, User) and not is_suspended(user, timezone.now()) else None


@database_sync_to_async  # type: ignore[untyped-decorator]
def _groups(number: int, user: User | AnonymousUser, invitation: str = "") -> tuple[bool, tuple[Room, ...], list[str]]:
    """Return three things: True if the match has yet to start, the chat rooms to read, and the groups to join."""
    match: Match | None = matches().filter(pk=number).first()
    member = _member(user)
    if match is None or not may_see(match, member.pk if member else None, invited=match.is_invitation(invitation)):
        return False, (), []
    rooms = tuple(rooms_read(match, member)) if member else ()
    return match.started_at is None, rooms, [table_group(number), *(room_group(number, room) for room in rooms)]


socket_urls = [
    path("ws/table/<int:number>/", TableConsumer.as_asgi()),
    path("ws/turns/", ReaderConsumer.as_asgi()),
]
