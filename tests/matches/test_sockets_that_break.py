"""A socket that ends by an error leaves nothing behind, as if its client had said goodbye."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django.db import OperationalError
from django.utils import timezone

from accounts.security.ways_in import end_all_ways_in
from foundation.live import push_news
from foundation.rechecks import LooksAgain
from matches.api import stream
from matches.api.answer_socket import AnswersSocket
from matches.api.sockets import ProgramSocket
from matches.api.stream import TurnsStream
from matches.live import push_table
from matches.models import Match
from matches.web.pulses import pulses
from matches.web.sockets import ReaderConsumer, TableConsumer
from tests.api.answer_lines import new_table
from tests.support.sockets import PATIENCE, PageSocket, Socket

pytestmark = pytest.mark.django_db(transaction=True)
NEVER = 0.3
Happens = Callable[[Match, Any], Awaitable[object]]


class Gone(OSError):
    """What a server raises for what is sent to a client that has just hung up."""


def until_gone(consumer: Any, gone: asyncio.Event) -> Any:
    """A consumer at which nothing can be sent once the client is gone."""

    async def application(scope: Any, receive: Any, send: Any) -> None:
        async def send_if_there(message: Any) -> None:
            if gone.is_set():
                raise Gone
            await send(message)

        await consumer.as_asgi()(scope, receive, send_if_there)

    return application


@database_sync_to_async
def a_push(match: Match, user: Any) -> None:
    push_table(match.pk, [user.pk])


@database_sync_to_async
def news(match: Match, user: Any) -> None:
    push_news([user.pk])


@database_sync_to_async
def log_out(match: Match, user: Any) -> None:
    end_all_ways_in(user=user, now=timezone.now())


async def left_behind() -> tuple[Any, ...]:
    """Groups, sockets that are counted, tables that are told what stands, and looks to come."""
    layer: Any = get_channel_layer()
    looks = [task for task in asyncio.all_tasks() if "_look_again" in repr(task)]
    return layer.groups, +ProgramSocket.sockets, vars(pulses())["_tables"], looks


async def ends(socket: Socket, error: type[Exception]) -> None:
    """Wait for the application to end with an error."""
    with pytest.raises(error):
        await socket.wait(PATIENCE)


def table_socket(consumer: Any, match: Match, user: Any, token: str) -> Socket:
    return PageSocket(consumer, f"/ws/table/{match.pk}/", user, number=match.pk)


def reader_socket(consumer: Any, match: Match, user: Any, token: str) -> Socket:
    return PageSocket(consumer, "/ws/turns/", user)


def program_socket(consumer: Any, match: Match, user: Any, token: str) -> Socket:
    socket = Socket(consumer, "/ws/v1/any", None)
    socket.scope |= {"headers": [(b"authorization", f"Bearer {token}".encode())], "client": ("192.0.2.1", 1)}
    return socket


BREAKS: dict[str, tuple[type[LooksAgain], Callable[..., Socket], Happens]] = {
    "the page of a table": (TableConsumer, table_socket, a_push),
    "the page of one's turns": (ReaderConsumer, reader_socket, news),
    "a page that is closed": (TableConsumer, table_socket, log_out),
    "a stream of turns": (TurnsStream, program_socket, log_out),
    "a socket for answers": (AnswersSocket, program_socket, log_out),
}


@pytest.mark.parametrize("how", BREAKS)
async def test_a_client_that_hangs_up_while_it_is_told_something_leaves_nothing_behind(how: str) -> None:
    consumer, made, happens = BREAKS[how]
    match, people, tokens = await new_table()
    gone = asyncio.Event()
    socket = made(until_gone(consumer, gone), match, people[0], tokens[0])
    assert await socket.connect() == 0
    while not await socket.receive_nothing(NEVER):
        await socket.receive_output(PATIENCE)
    assert any((await left_behind())[:2])
    gone.set()
    await happens(match, people[0])
    await ends(socket, Gone)
    assert await left_behind() == ({}, {}, {}, [])


async def test_a_stream_that_a_failing_database_ends_is_counted_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    match, people, tokens = await new_table()
    socket = program_socket(TurnsStream.as_asgi(), match, people[0], tokens[0])
    assert await socket.connect() == 0
    await socket.hear()
    assert +ProgramSocket.sockets

    async def fails(*_: Any) -> None:
        raise OperationalError("the database is down")

    monkeypatch.setattr(stream, "_turns", fails)
    await a_push(match, people[0])
    await ends(socket, OperationalError)
    assert await left_behind() == ({}, {}, {}, [])
