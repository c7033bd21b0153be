"""A new password closes the open sockets of a user's other log-ins. The one that chose it connects again."""

import re
from collections.abc import Callable

import pytest
from channels.auth import AuthMiddlewareStack
from channels.db import database_sync_to_async
from django.conf import settings
from django.core import mail
from django.test import Client

from accounts.models import User
from matches.web.sockets import ReaderConsumer
from tests.accounts.people import PASSWORD, guest, person
from tests.support.clients import client_of
from tests.support.sockets import PATIENCE, Socket

pytestmark = pytest.mark.django_db(transaction=True)
NEW = {"password1": "ink-and-seal-9", "password2": "ink-and-seal-9"}


def socket_of(client: Client) -> Socket:
    """A socket that a page opens with the cookies of its browser."""
    socket = Socket(AuthMiddlewareStack(ReaderConsumer.as_asgi()), "/ws/turns/", None)
    del socket.scope["user"]
    cookies = f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"
    socket.scope["headers"] = [(b"cookie", cookies.encode())]
    return socket


def change(user: User, client: Client) -> None:
    client.post("/accounts/password/change/", {"oldpassword": PASSWORD, **NEW})


def keep(user: User, client: Client) -> None:
    given = {"username": "dora", "email": "dora@example.org", "password": NEW["password1"], "consent": "on"}
    client.post("/people/keep/", given)


def reset(user: User, client: Client) -> None:
    stranger = Client()
    stranger.post("/accounts/password/reset/", {"email": "ana@example.org"})
    link = re.search(r"http://[^/]+(/\S+)", str(mail.outbox[-1].body))
    assert link
    page = stranger.get(link[1], follow=True)
    stranger.post(page.request["PATH_INFO"], NEW)


@pytest.mark.usefixtures("tasks_at_once")
@pytest.mark.parametrize("act", [change, keep, reset])
async def test_a_new_password_closes_the_sockets_of_other_log_ins(act: Callable[[User, Client], None]) -> None:
    def begin() -> tuple[User, Client, Client]:
        user = guest() if act is keep else person("ana")
        return user, client_of(user), client_of(user)

    user, desk, phone = await database_sync_to_async(begin)()
    socket = socket_of(phone)
    assert await socket.connect() == 0
    await database_sync_to_async(act)(user, desk)
    assert (await socket.receive_output(PATIENCE))["type"] == "websocket.close"
    await socket.leave()
    assert await socket_of(phone).connect() == 4404
    again = socket_of(desk)
    assert await again.connect() == (4404 if act is reset else 0)
    if act is not reset:
        await again.leave()
