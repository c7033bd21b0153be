"""A socket for tests in the process itself, on a consumer without a server."""

import json
from typing import Any

from asgiref.testing import ApplicationCommunicator
from channels.db import database_sync_to_async
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

from accounts.security.session_store import SessionStore

PATIENCE = 20


class Socket(ApplicationCommunicator):
    """One socket."""

    def __init__(self, application: Any, path: str, user: Any, **kwargs: Any) -> None:
        path, _, query = path.partition("?")
        scope = {"type": "websocket", "path": path, "headers": [], "subprotocols": [], "query_string": query.encode()}
        super().__init__(application, scope | {"user": user, "url_route": {"args": (), "kwargs": kwargs}})

    async def connect(self) -> int:
        """Knock; return 0 when let in, else the code of the refusal."""
        await self.send_input({"type": "websocket.connect"})
        reply = await self.receive_output(PATIENCE)
        return 0 if reply["type"] == "websocket.accept" else int(reply["code"])

    async def say(self, **message: Any) -> None:
        """Send something to the site."""
        await self.send_input({"type": "websocket.receive", **message})

    async def hear(self) -> Any:
        """Wait for a message."""
        reply = await self.receive_output(PATIENCE)
        assert reply["type"] == "websocket.send", reply
        return json.loads(reply["text"])

    async def leave(self) -> None:
        """Hang up."""
        await self.send_input({"type": "websocket.disconnect", "code": 1000})
        await self.wait(PATIENCE)


class PageSocket(Socket):
    """The socket of a page, with a log-in of its own."""

    async def connect(self) -> int:
        """Log in and knock; return 0 when let in, else the code of the refusal."""
        self.scope["session"] = await _log_in(self.scope["user"])
        return await super().connect()


@database_sync_to_async
def _log_in(user: Any) -> SessionStore:
    session = SessionStore()
    if user.is_authenticated:
        session[SESSION_KEY], session[BACKEND_SESSION_KEY] = str(user.pk), settings.AUTHENTICATION_BACKENDS[0]
        session[HASH_SESSION_KEY] = user.get_session_auth_hash()
        session.save()
    return session
