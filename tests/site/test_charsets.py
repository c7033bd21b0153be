"""No request chooses the codec that decodes it."""

from typing import Any, cast

import httpx
import pytest

from piecepack_site.handler import OneThreadHandler

pytestmark = pytest.mark.django_db(transaction=True)
FORM = b'--b\r\nContent-Disposition: form-data; name="login"\r\n\r\na-b\r\n--b--\r\n'
QUADRATIC, FAILING = "punycode", ("idna", "zlib", "rot13", "undefined")


async def sent(path: str, charset: str) -> int:
    """The status of the reply to a form."""
    transport = httpx.ASGITransport(app=cast(Any, OneThreadHandler()))
    headers = {"Content-Type": f"multipart/form-data; boundary=b; charset={charset}"}
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as site:
        return (await site.post(path, content=FORM, headers=headers)).status_code


@pytest.mark.parametrize("charset", [QUADRATIC, *FAILING, "utf-16", "utf-7", "latin-1"])
@pytest.mark.parametrize("path", ["/accounts/login/", "/no/such/page/?q=a-b", "/api/v1/replays"])
async def test_only_utf_8_is_decoded(path: str, charset: str) -> None:
    assert await sent(path, charset) == 400


@pytest.mark.parametrize("charset", ["utf-8", "UTF8", '"utf-8"', "no-such-charset"])
async def test_utf_8_is_taken_by_any_of_its_names_and_for_what_nobody_knows(charset: str) -> None:
    assert await sent("/accounts/login/", charset) == 403  # it has no token
