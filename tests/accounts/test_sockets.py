"""Nobody holds more sockets open than their share."""

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from accounts.security.sockets import OF_ANOTHER_SITE, TOO_MANY, BoundedSockets, OwnPages
from piecepack_site.asgi import application
from tests.support.sockets import Socket

PAGE = [(b"host", b"localhost"), (b"origin", b"http://localhost")]
ANA, BEN = User(pk=1, username="ana"), User(pk=2, username="ben")


async def accepting(scope: Any, receive: Any, send: Any) -> None:
    """Accept, and wait for the end."""
    await receive()
    await send({"type": "websocket.accept"})
    await receive()


async def knocked(*headers: tuple[bytes, bytes]) -> int:
    """Return 0 when a page with these headers is let in, else the code of the refusal."""
    socket = Socket(OwnPages(accepting), "/ws/turns/", AnonymousUser())
    socket.scope["headers"] = list(headers)
    return await socket.connect()


@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.example",
        "http://localhost:1",
        "http://localhost:80",
        "http://localhost:80.evil.example",
        "http://localhost.evil.example",
        "http://localhost/",
        "ftp://localhost",
        "null",
        "",
    ],
)
async def test_a_page_of_another_host_or_port_opens_no_socket(origin: str):
    """Cookies do not keep ports apart: a page of another port sends those of this site."""
    assert await knocked((b"host", b"localhost"), (b"origin", origin.encode())) == OF_ANOTHER_SITE


async def test_a_page_of_this_host_and_port_is_let_in(settings):
    assert await knocked(*PAGE) == 0
    assert await knocked((b"host", b"localhost:8000"), (b"origin", b"http://localhost:8000")) == 0
    assert await knocked((b"host", b"localhost")) == OF_ANOTHER_SITE
    assert await knocked((b"host", b"evil.example"), (b"origin", b"http://evil.example")) == OF_ANOTHER_SITE
    settings.CSRF_TRUSTED_ORIGINS = ["https://also.example"]
    assert await knocked((b"host", b"localhost"), (b"origin", b"https://also.example")) == 0
    settings.SESSION_COOKIE_SECURE = True
    assert await knocked(*PAGE) == OF_ANOTHER_SITE, "what somebody put into a page without HTTPS is not of this site"
    assert await knocked((b"host", b"localhost"), (b"origin", b"https://localhost")) == 0


class Door:
    """Sockets knock here; those that are let in stay open."""

    def __init__(self) -> None:
        self.bounded = BoundedSockets(accepting)
        self.inside: list[Socket] = []

    async def knock(self, user: Any = None, address: str = "192.0.2.1") -> int:
        """Return 0 when let in, else the code of the refusal."""
        socket = Socket(self.bounded, "/ws/turns/", user or AnonymousUser())
        socket.scope["client"] = (address, 1234)
        code = await socket.connect()
        self.inside += [] if code else [socket]
        return code


async def test_an_address_holds_so_many_sockets_without_an_account(settings):
    settings.SOCKETS_PER_ADDRESS = 2
    door = Door()
    assert [await door.knock() for _ in range(3)] == [0, 0, TOO_MANY]
    assert await door.knock(address="192.0.2.2") == 0
    assert await door.knock(ANA) == 0, "an account counts by itself"


async def test_a_household_of_new_addresses_is_one(settings):
    settings.SOCKETS_PER_ADDRESS = 1
    door = Door()
    assert [await door.knock(address=f"2001:db8:1:1::{last}") for last in (1, 2)] == [0, TOO_MANY]


async def test_an_account_holds_so_many_from_wherever(settings):
    settings.SOCKETS_PER_USER = 2
    door = Door()
    assert [await door.knock(ANA, f"192.0.2.{last}") for last in (1, 2, 3)] == [0, 0, TOO_MANY]
    assert await door.knock(BEN) == 0


async def test_who_leaves_makes_room(settings):
    settings.SOCKETS_PER_USER = 1
    door = Door()
    assert [await door.knock(ANA), await door.knock(ANA)] == [0, TOO_MANY]
    await door.inside.pop().leave()
    assert await door.knock(ANA) == 0
    await door.inside.pop().leave()
    assert not door.bounded.open


@pytest.mark.django_db(transaction=True)
async def test_sockets_of_pages_are_counted(settings):
    settings.SOCKETS_PER_ADDRESS = 1
    sockets = [Socket(application, "/ws/ladder/987654/", AnonymousUser()) for _ in range(2)]
    for socket in sockets:
        socket.scope |= {"client": ("192.0.2.77", 1), "headers": PAGE}
    # The first is refused because there is no such ladder, and has not yet hung up.
    assert [await socket.connect() for socket in sockets] == [4404, TOO_MANY]


@pytest.mark.parametrize("path", ["/ws/nowhere/", "/ws/table/-1/", "/ws/ladder/x/", "/"])
async def test_a_socket_at_an_unknown_address_is_refused_in_order(path: str):
    """Or each that a scanner tries writes an error into the log."""
    socket = Socket(application, path, AnonymousUser())
    socket.scope["headers"] = PAGE
    assert await socket.connect() == 4404
    await socket.leave()
