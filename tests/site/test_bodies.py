"""A body above its bound is refused before it is read, by its length or while it comes; and one that takes too long."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any, cast

import httpx
import pytest

from api.problems import CONTENT_TYPE
from matches.view.record_check import LARGEST_FILE
from piecepack_site import bodies
from piecepack_site.bodies import LARGEST, largest_at
from piecepack_site.handler import OneThreadHandler

pytestmark = pytest.mark.django_db(transaction=True)
PART = b"x" * 65_536
HUGE = 60 * 1024 * 1024
RECORDS = ("/replays/", "/api/v1/replays")


class Parts(httpx.AsyncByteStream):
    """A huge body that counts how much of it was taken."""

    def __init__(self, most: int = HUGE) -> None:
        self.most, self.taken = most, 0

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while self.taken < self.most:
            self.taken += len(PART)
            yield PART


async def sent(path: str, body: Parts, **headers: str) -> httpx.Response:
    transport = httpx.ASGITransport(app=cast(Any, OneThreadHandler()))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as site:
        return await site.post(path, content=body, headers=headers)


@pytest.mark.parametrize("path", ["/accounts/login/", "/no/such/page/", "/api/v1/notices/mark-read", *RECORDS])
async def test_of_a_body_that_says_how_large_it_is_nothing_is_read(path: str):
    body = Parts()
    reply = await sent(path, body, **{"Content-Length": str(HUGE)})
    assert (reply.status_code, body.taken) == (413, 0)


@pytest.mark.parametrize("path", ["/accounts/login/", "/no/such/page/", "/api/v1/notices/mark-read", *RECORDS])
async def test_of_a_body_in_chunks_no_more_than_the_bound_is_read(path: str):
    body = Parts()
    reply = await sent(path, body, **{"Transfer-Encoding": "chunked"})
    assert reply.status_code == 413
    assert body.taken <= largest_at(path) + len(PART)


async def test_a_page_says_what_to_do():
    reply = await sent("/accounts/login/", Parts(), **{"Content-Length": str(HUGE)})
    assert "send less at once" in reply.text
    assert "default-src" in reply.headers["Content-Security-Policy"]


async def test_a_program_gets_a_problem():
    reply = await sent("/api/v1/notices/mark-read", Parts(), **{"Content-Length": str(HUGE)})
    assert reply.headers["Content-Type"] == CONTENT_TYPE
    assert json.loads(reply.text)["code"] == "body_too_large"


@pytest.mark.parametrize("path", RECORDS)
async def test_a_record_has_a_larger_bound(path: str):
    assert largest_at(path) == LARGEST_FILE + LARGEST
    assert (await sent(path, Parts(LARGEST_FILE))).status_code in (302, 401, 403)


async def test_a_length_that_is_none_is_no_length():
    reply = await sent("/accounts/login/", Parts(len(PART)), **{"Content-Length": "-1"})
    assert reply.status_code == 403


class Endless(Parts):
    """A body that stops coming."""

    async def __aiter__(self) -> AsyncIterator[bytes]:
        yield b"x"
        await asyncio.Event().wait()


@pytest.mark.parametrize("path", ["/accounts/login/", "/no/such/page/", "/api/v1/notices/mark-read"])
async def test_a_body_that_stops_coming_is_waited_for_no_longer_than_its_time(
    path: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(bodies, "SECONDS", 0.05)
    reply = await asyncio.wait_for(sent(path, Endless(), **{"Transfer-Encoding": "chunked"}), 60)
    assert (reply.status_code, reply.headers["Connection"]) == (408, "close")
    assert "did not arrive in time" in reply.text
