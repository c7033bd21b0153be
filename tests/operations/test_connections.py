"""Connections to the embedded server end if a head is late or too large, and an address has so many at once."""

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, ClassVar

import pytest
import uvicorn.server

from operations import connections
from operations.connections import BoundedConnection

HEAD = b"GET / HTTP/1.1\r\nHost: here\r\n"
WHOLE = HEAD + b"\r\n"


async def answer(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


@pytest.fixture(autouse=True)
def nobody_else_is_here() -> Iterator[None]:
    BoundedConnection.held.clear()
    yield
    assert not BoundedConnection.held


class Noted(BoundedConnection):
    """A connection whose end the test hears of."""

    ended: ClassVar[asyncio.Queue[str]]

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.ended.put_nowait("ended")


class Served:
    """A server on a free port, and who comes to it."""

    async def __aenter__(self) -> "Served":
        Noted.ended = asyncio.Queue()
        config = uvicorn.Config(answer, log_config=None, lifespan="off")
        state = uvicorn.server.ServerState()
        loop = asyncio.get_running_loop()
        self.server = await loop.create_server(lambda: Noted(config, state, {}), "127.0.0.1", 0)
        self.port = self.server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *error: object) -> None:
        self.server.close()
        await self.server.wait_closed()
        for _ in range(BoundedConnection.held.total()):
            await Noted.ended.get()

    async def line(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port)


async def rest(reader: asyncio.StreamReader) -> bytes:
    """All that comes until the server hangs up."""
    read = b""
    with suppress(ConnectionError):
        while part := await asyncio.wait_for(reader.read(4096), 60):
            read += part
    return read


@pytest.mark.parametrize("begun", [b"", b"G", HEAD, WHOLE + HEAD], ids=["nothing", "a byte", "a head", "a second head"])
async def test_who_does_not_finish_a_head_in_time_is_hung_up_on(begun: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.1)
    async with Served() as served:
        reader, writer = await served.line()
        writer.write(begun)
        read = await rest(reader)
        assert read.count(b"200 OK") == begun.count(WHOLE)
        writer.close()


async def test_a_head_without_end_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "LARGEST_HEAD", 4096)
    async with Served() as served:
        reader, writer = await served.line()
        with suppress(ConnectionError):
            writer.write(HEAD)
            for _ in range(1000):
                writer.write(b"X-More: " + b"x" * 2000 + b"\r\n")
                await writer.drain()
        assert await rest(reader) == b""
        writer.close()


async def test_a_head_in_time_is_answered_and_the_connection_stays_for_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with Served() as served:
        reader, writer = await served.line()
        for _ in range(2):
            writer.write(WHOLE)
            await reader.readuntil(b"ok")
        writer.close()


async def test_an_address_holds_so_many_connections_and_gets_others_when_they_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connections, "MOST_PER_ADDRESS", 2)
    async with Served() as served:
        first, (_, second), (refused, third) = [await served.line() for _ in range(3)]
        assert await rest(refused) == b""
        for writer in (first[1], second, third):
            writer.close()
            await writer.wait_closed()
        for _ in range(3):
            await Noted.ended.get()
        reader, writer = await served.line()
        writer.write(WHOLE)
        await reader.readuntil(b"ok")
        writer.close()


async def test_behind_a_proxy_all_share_its_address(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    monkeypatch.setattr(connections, "MOST_PER_ADDRESS", 1)
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    async with Served() as served:
        lines = [await served.line() for _ in range(3)]
        for reader, writer in lines:
            writer.write(WHOLE)
            await reader.readuntil(b"ok")
        for _, writer in lines:
            writer.close()
