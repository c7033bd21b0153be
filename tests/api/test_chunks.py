"""A body sent in chunks, as by clients that do not know its length, is read like any other."""

from collections.abc import AsyncIterator
from typing import Any, cast

import httpx
import pytest
from channels.db import database_sync_to_async
from django.conf import settings

from notifications.enums import Channel
from notifications.models import Notice
from piecepack_site.handler import OneThreadHandler
from tests.api.bots import problem, token_of
from tests.matches.tables import NOON, person

pytestmark = pytest.mark.django_db(transaction=True)
JSON = "application/json"
TOO_LARGE = b'{"ever": "' + b"x" * settings.API_LARGEST_BODY + b'"}'
BAD = {
    "no JSON": (b"garbage", JSON, 400, "not_json", "/"),
    "too large": (TOO_LARGE, JSON, 413, "body_too_large", "/"),
    "of the wrong type": (b'{"number": "five"}', JSON, 400, "field_invalid", "/number"),
    "of another media type": (b"number=5", "text/plain", 415, "content_type_not_json", "Content-Type"),
    "too deep": (b"[" * 20 + b"]" * 20, JSON, 400, "body_too_deep", "/"),
}


class InChunks(httpx.AsyncByteStream):
    """A body without a length."""

    def __init__(self, body: bytes) -> None:
        self.body = body

    async def __aiter__(self) -> AsyncIterator[bytes]:
        half = len(self.body) // 2
        yield self.body[:half]
        yield self.body[half:]


async def post(token: str, path: str, body: bytes, kind: str) -> httpx.Response:
    headers = {"Authorization": f"Bearer {token}", "Content-Type": kind, "Transfer-Encoding": "chunked"}
    transport = httpx.ASGITransport(app=cast(Any, OneThreadHandler()))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost/api/v1/", headers=headers) as site:
        return await site.post(path, content=InChunks(body))


@database_sync_to_async
def reader() -> tuple[str, list[int]]:
    """The token of a user with two unread notices, and the numbers of these."""
    ana = person("ana")
    shared = {"kind": "table", "channel": Channel.PAGE, "state": "sent", "due_at": NOON, "made_at": NOON}
    notices = [Notice.objects.create(user=ana, topic="match:1", step=step, **shared) for step in (1, 2)]
    return token_of(ana), [notice.pk for notice in notices]


@database_sync_to_async
def unread() -> list[int]:
    return list(Notice.objects.filter(read_at=None).order_by("pk").values_list("pk", flat=True))


@pytest.mark.parametrize("case", BAD)
async def test_a_bad_body_is_refused_and_changes_nothing(case: str):
    body, kind, status, code, field = BAD[case]
    token, notices = await reader()
    problem(await post(token, "notices/mark-read", body, kind), status, code, field)
    assert await unread() == notices


async def test_what_a_good_body_says_is_done_and_no_more():
    token, (first, second) = await reader()
    reply = await post(token, "notices/mark-read", f'{{"number": {first}}}'.encode(), JSON)
    assert reply.status_code == 200, reply.content
    assert await unread() == [second]
