"""Programs' sockets for answers, and tables that run now."""

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event
from typing import Any

from channels.db import database_sync_to_async
from django.db import connections, transaction
from django.utils import timezone

from accounts.models import Token
from accounts.security.tokens import digest_of
from matches.api.answer_groups import Sent
from matches.api.answer_socket import AnswersSocket
from matches.models import Match
from matches.rounds.locking import lock_match
from tests.api.bots import token_of
from tests.matches.tables import table_of
from tests.support.sockets import PATIENCE, Socket

STAND, REROLL = {"act": "let_stand"}, {"act": "reroll"}
PLAIN = {"step": 1, "actions": [STAND]}
CLIENT = ("192.0.2.1", 1)


def running_table(*names: str, **settings: Any) -> tuple[Match, list[Any]]:
    """A table whose deadlines lie ahead."""
    return table_of(*(names or ("ana", "ben", "cleo")), now=timezone.now(), **settings)


@database_sync_to_async
def new_table(*names: str, **settings: Any) -> tuple[Match, list[Any], list[str]]:
    """Such a table, its players and their tokens."""
    match, people = running_table(*names, **settings)
    return match, people, [token_of(user) for user in people]


def sent(token: str, number: int, answers: Any, key: str | None = None) -> Sent:
    """What came by a socket with this token."""
    scope = {"type": "websocket", "path": "/ws/v1/answers", "headers": [], "client": CLIENT, "query_string": b""}
    token_id = Token.objects.get(digest=digest_of(token)).pk
    return Sent(scope, CLIENT[0], token_id, token, number, answers, key)


@contextmanager
def held(match: Match, *, by: Callable[[], object] | None = None) -> Iterator[None]:
    """Somebody else holds the match, as a worker does; or has done `by` and not committed it."""
    is_held, done = Event(), Event()

    def hold() -> None:
        with transaction.atomic():
            if by:
                by()
            else:
                lock_match(match.pk)
            is_held.set()
            assert done.wait(30)
        connections.close_all()

    with ThreadPoolExecutor(1) as other:
        holding = other.submit(hold)
        assert is_held.wait(30)
        try:
            yield
        finally:
            done.set()
            holding.result()


class Line(Socket):
    """A program's socket for answers."""

    def __init__(self, token: str) -> None:
        super().__init__(AnswersSocket.as_asgi(), "/ws/v1/answers", None)
        self.scope |= {"headers": [(b"authorization", f"Bearer {token}".encode())], "client": CLIENT}

    async def send(self, number: int, answers: Any, *, name: Any = 1, key: str | None = None) -> None:
        """Send answers."""
        keyed = {} if key is None else {"idempotency_key": key}
        await self.say(text=json.dumps({"id": name, "number": number, "answers": answers, **keyed}))

    async def ask(self, number: int, answers: Any, key: str | None = None) -> Any:
        """Send answers and return the reply."""
        await self.send(number, answers, key=key)
        return await self.hear()

    async def closing(self) -> tuple[int, str]:
        """The code and reason with which it is closed."""
        reply = await self.receive_output(PATIENCE)
        assert reply["type"] == "websocket.close", reply
        return reply["code"], reply["reason"]
