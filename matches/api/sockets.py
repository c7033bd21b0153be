"""What WebSockets of programs share: a token that opens them, and that is looked at again while they are open."""

from collections import Counter
from collections.abc import Callable
from typing import Any, ClassVar

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext

from accounts.models import Token, User
from accounts.security.client_address import request_of
from accounts.security.limit_table import SOCKETS_PER_TOKEN
from accounts.security.limits import count_stranger
from accounts.security.tokens import TokenRefused, open_token
from accounts.web.languages import language_of_program
from api.scopes import Scope
from foundation.live import access_group
from foundation.rechecks import LooksAgain

PROTOCOL = "piecepack.v1"
TOKEN_PROTOCOL = "token."  # noqa: S105 - a prefix, not a token
REFUSED = 4401
TOO_MANY = 4429


class ScopeRefused(TokenRefused):
    """The token lacks the scope of the socket."""

    def __init__(self, scope: Scope) -> None:
        super().__init__("scope_missing", gettext("This token lacks the scope “{scope}”.").format(scope=scope))


class ProgramSocket(LooksAgain, AsyncWebsocketConsumer):  # type: ignore[misc]
    """A socket that a token opens. It is closed as soon as the token is no longer valid."""

    looks_every = 60.0
    needed: ClassVar[Scope]
    """The scope that the token needs."""
    heard: Callable[[int], str] = staticmethod(access_group)
    """The group of its user that it joins."""
    user: User | None = None
    token_id: int | None = None
    language = ""
    """In which it is read for as long as it is open."""
    counted: tuple[str, ...] = ()
    """The key that this socket is counted under, once it is."""
    sockets: ClassVar[Counter[str]] = Counter()
    """The number of open sockets in this process by token, and by the account that has the token or its bot."""

    async def connect(self) -> None:
        """Accept a token in a header or, as browsers cannot set headers, in a subprotocol."""
        offered = self.scope.get("subprotocols", [])
        await self.accept(PROTOCOL if PROTOCOL in offered else None)
        self.text = token_text(self.scope)
        await self.look()
        if self.user is not None:
            self.begin_to_look()

    async def leave(self) -> None:
        """Count no longer, and stop listening."""
        await super().leave()
        self.sockets.subtract(self.counted)
        for holder in self.counted:
            if not self.sockets[holder]:
                del self.sockets[holder]
        self.counted = ()
        if self.user is not None:
            await self.channel_layer.group_discard(self.heard(self.user.pk), self.channel_name)

    async def look(self) -> bool:
        """Check the token again, as it may have been revoked. Close the socket and return False if it is refused."""
        try:
            token = await valid_token(self.text, self.needed)
        except TokenRefused as refused:
            await self._refuse(refused)
            return False
        if self.user is not None:
            return True
        user = token.user
        bounds = {f"token-{token.pk}": SOCKETS_PER_TOKEN, f"owner-{_owner(user).pk}": settings.SOCKETS_PER_USER}
        if any(most and self.sockets[holder] >= most for holder, most in bounds.items()):
            await self.close(code=TOO_MANY, reason="too_many_streams")
            return False
        self.counted, self.user, self.token_id = tuple(bounds), user, token.pk
        self.language = language_of_program(request_of(self.scope), user)
        self.sockets.update(self.counted)
        await self.channel_layer.group_add(self.heard(user.pk), self.channel_name)
        # What ended its right since the look at the token was said before it listened.
        return await self.look()

    async def access_changed(self, message: dict[str, Any]) -> None:
        """Look again, as the token may be refused now."""
        await self.look()

    async def _refuse(self, refused: TokenRefused) -> None:
        """Close the socket, and count clients without a valid token, as with their requests."""
        stranger = self.user is None and not isinstance(refused, ScopeRefused)
        if stranger and await _too_many_of_strangers(self.scope):
            await self.close(code=TOO_MANY, reason="too_many_requests")
        else:
            await self.close(code=REFUSED, reason=refused.code)


def _owner(user: User) -> User:
    """The account that answers for a user: a bot's owner, or the user."""
    # It came with the token.
    account = getattr(user, "bot_account", None)
    return account.owner if account else user


def token_text(scope: dict[str, Any]) -> str:
    """Return the client's token, or ""."""
    for name, value in scope.get("headers", []):
        kind, _, text = value.decode("latin-1").partition(" ")
        if name == b"authorization" and kind.lower() == "bearer":
            return str(text).strip()
    shown = (text for text in scope.get("subprotocols", []) if text.startswith(TOKEN_PROTOCOL))
    return str(next(shown, "")).removeprefix(TOKEN_PROTOCOL)


@database_sync_to_async  # type: ignore[untyped-decorator]
def valid_token(text: str, needed: Scope) -> Token:
    """Return the token with this text. Raises `TokenRefused`, also if it lacks the scope."""
    if not text:
        raise TokenRefused("token_missing", gettext("Send a token."))
    token = open_token(text=text, now=timezone.now())
    if needed not in token.scopes:
        raise ScopeRefused(needed)
    return token


@database_sync_to_async  # type: ignore[untyped-decorator]
def _too_many_of_strangers(scope: dict[str, Any]) -> bool:
    return count_stranger(request_of(scope)) is not None
