"""A WebSocket that sends a bot its turns as soon as they come."""

import asyncio
import contextlib
from collections import Counter
from typing import Any, ClassVar

import msgspec
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.urls import path
from django.utils import timezone

from accounts.models import Token, User
from accounts.security.addresses import request_of
from accounts.security.limits import wait_of_stranger
from accounts.security.tokens import TokenRefused, open_token
from api.scopes import Scope
from foundation.live import reader_group
from matches.api.turns import Turns, turns_of

PROTOCOL = "piecepack.v1"
TOKEN_PROTOCOL = "token."  # noqa: S105 - a prefix, not a token
MOST_STREAMS = 10
"""The maximum number of open streams of a token in each process of the site."""
LOOKS_EVERY = 60
"""Seconds between checks without a push, in case one was lost."""
REFUSED = 4401
TOO_MANY = 4429
NO_SCOPE = TokenRefused("scope_missing", "This token lacks the scope “read”.")
NO_TOKEN = TokenRefused("token_missing", "Send a token.")


class TurnsStream(AsyncWebsocketConsumer):  # type: ignore[misc]
    """Sends the reply of `GET /api/v1/turns` at once and whenever it changes."""

    user: User | None = None
    sent: Turns | None = None
    watch: "asyncio.Task[None] | None" = None
    counted: tuple[str, ...] = ()
    """Under what this stream is counted, once it is."""
    streams: ClassVar[Counter[str]] = Counter()
    """The number of open streams in this process by token, and by the account that has the token or its bot."""

    async def connect(self) -> None:
        """Accept a token in a header or, as browsers cannot set headers, in a subprotocol."""
        offered = self.scope.get("subprotocols", [])
        await self.accept(PROTOCOL if PROTOCOL in offered else None)
        self.text = _token_text(self.scope)
        await self._tell()
        if self.user is not None:
            self.watch = asyncio.create_task(self._watch())

    async def disconnect(self, code: int) -> None:
        """Stop listening."""
        if self.watch is not None:
            self.watch.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self.watch
        self.streams.subtract(self.counted)
        for holder in self.counted:
            if not self.streams[holder]:
                del self.streams[holder]
        if self.user is not None:
            await self.channel_layer.group_discard(reader_group(self.user.pk), self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Ignore everything the client sends."""

    async def reader_moved(self, message: dict[str, Any]) -> None:
        """Send the turns if they have changed."""
        await self._tell()

    async def news_came(self, message: dict[str, Any]) -> None:
        """Ignore new notices, as they are not turns."""

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(LOOKS_EVERY)
            await self._tell()

    async def _tell(self) -> None:
        """Send the turns if they have changed. Check the token each time, as it may have been revoked."""
        try:
            token = await _opened(self.text)
        except TokenRefused as refused:
            await self._refuse(refused)
            return
        user = token.user
        if self.user is None:
            bounds = {f"token-{token.pk}": MOST_STREAMS, f"owner-{_owner(user).pk}": settings.SOCKETS_PER_USER}
            if any(most and self.streams[holder] >= most for holder, most in bounds.items()):
                await self.close(code=TOO_MANY, reason="too_many_streams")
                return
            self.counted, self.user = tuple(bounds), user
            self.streams.update(self.counted)
            await self.channel_layer.group_add(reader_group(user.pk), self.channel_name)
        turns = await _turns(user)
        if turns != self.sent:
            self.sent = turns
            await self.send(text_data=msgspec.json.encode(turns).decode())

    async def _refuse(self, refused: TokenRefused) -> None:
        """Close the socket, and count clients without a valid token, as with their requests."""
        stranger = self.user is None and refused is not NO_SCOPE
        if stranger and await _too_many_of_strangers(self.scope):
            await self.close(code=TOO_MANY, reason="too_many_requests")
        else:
            await self.close(code=REFUSED, reason=refused.code)


def _owner(user: User) -> User:
    """The account that answers for a user: a bot's owner, or the user."""
    # It came with the token.
    account = getattr(user, "bot_account", None)
    return account.owner if account else user


def _token_text(scope: dict[str, Any]) -> str:
    """Return the client's token, or ""."""
    for name, value in scope.get("headers", []):
        kind, _, text = value.decode("latin-1").partition(" ")
        if name == b"authorization" and kind.lower() == "bearer":
            return str(text).strip()
    shown = (text for text in scope.get("subprotocols", []) if text.startswith(TOKEN_PROTOCOL))
    return str(next(shown, "")).removeprefix(TOKEN_PROTOCOL)


@database_sync_to_async  # type: ignore[untyped-decorator]
def _opened(text: str) -> Token:
    if not text:
        raise NO_TOKEN
    token = open_token(text=text, now=timezone.now())
    if Scope.READ not in token.scopes:
        raise NO_SCOPE
    return token


@database_sync_to_async  # type: ignore[untyped-decorator]
def _too_many_of_strangers(scope: dict[str, Any]) -> bool:
    return wait_of_stranger(request_of(scope)) is not None


@database_sync_to_async  # type: ignore[untyped-decorator]
def _turns(user: User) -> Turns:
    return turns_of(user)


stream_urls = [path("ws/v1/turns", TurnsStream.as_asgi())]
