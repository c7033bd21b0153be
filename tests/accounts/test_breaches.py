"""Passwords that were stolen elsewhere are refused here."""

import contextlib
import hashlib
import logging
import re
import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core import mail
from django.core.exceptions import ValidationError
from django.test import Client

from accounts.models import User
from accounts.security import breaches
from tests.accounts.people import PASSWORD, guest, person

COMMON = "football1"
STOLEN = "xK7!correct-horse-9"
FINE = "quilted-lantern-42"
LIST = "too common"
SERVICE = "lists of stolen passwords"


def digest_of(password: str) -> str:
    return hashlib.sha1(password.encode(), usedforsecurity=False).hexdigest().upper()


@dataclass
class Service:
    """A service of breached passwords, what it was asked, and what it says."""

    url: str = ""
    asked: list[tuple[str, str | None]] = field(default_factory=list)
    status: int = 200
    body: Callable[[str], bytes] = lambda prefix: b""
    over: Event = field(default_factory=Event)


def lines_of(*passwords: str, count: int = 3) -> Callable[[str], bytes]:
    """The reply of a service that knows these passwords."""
    digests = [digest_of(password) for password in passwords]

    def body(prefix: str) -> bytes:
        known = [f"{digest[5:]}:{count}" for digest in digests if digest.startswith(prefix)]
        return "\r\n".join(["0" * 35 + ":1", *known, "F" * 35 + ":0"]).encode()

    return body


@pytest.fixture
def service(settings) -> Iterator[Service]:
    """A real server on this machine, which the site asks."""
    found = Service(body=lines_of(STOLEN))

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            prefix = self.path.rpartition("/")[2]
            found.asked.append((self.path, self.headers["Add-Padding"]))
            self.send_response(found.status)
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            body = found.body(prefix)
            with contextlib.suppress(ConnectionError):
                self.wfile.write(b"%x\r\n%b\r\n0\r\n\r\n" % (len(body), body))

        def log_message(self, *args: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever, args=[0.01])
        thread.start()
        found.url = settings.BREACHED_PASSWORDS_URL = f"http://127.0.0.1:{server.server_port}/range/"
        yield found
        found.over.set()
        server.shutdown()
        thread.join()


def refusals(password: str) -> list[str]:
    try:
        validate_password(password)
    except ValidationError as error:
        return error.messages
    return []


def test_the_list_that_ships_with_the_site_is_asked_at_any_rate(service: Service):
    assert LIST in refusals(COMMON)[0] and LIST in refusals(COMMON.upper())[0]


def test_a_stolen_password_is_refused_by_five_digits_of_its_hash(service: Service):
    assert refusals(STOLEN) == [str(breaches.STOLEN)]
    assert service.asked == [(f"/range/{digest_of(STOLEN)[:5]}", "true")]
    assert refusals(FINE) == [] and len(service.asked) == 2


def test_padding_is_no_theft(service: Service):
    service.body = lines_of(STOLEN, count=0)
    assert refusals(STOLEN) == []


def test_unless_switched_on_nobody_is_asked(service: Service, settings):
    settings.BREACHED_PASSWORDS_URL = ""
    assert refusals(STOLEN) == [] and service.asked == []


def refuse(service: Service, settings) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        settings.BREACHED_PASSWORDS_URL = f"http://127.0.0.1:{free.getsockname()[1]}/range"


def fail(service: Service, settings) -> None:
    service.status = 503


def redirect(service: Service, settings) -> None:
    service.status = 302


def babble(service: Service, settings) -> None:
    service.body = lambda prefix: f"{digest_of(STOLEN)[5:]}:many\n\xff".encode("latin-1")


def flood(service: Service, settings) -> None:
    service.body = lambda prefix: b"0" * (breaches.MOST_READ + 1)


def fall_silent(service: Service, settings) -> None:
    service.body = lambda prefix: str(service.over.wait()).encode()


@pytest.mark.parametrize("break_it", [refuse, fail, redirect, babble, flood, fall_silent])
def test_without_an_answer_the_list_decides(break_it, service: Service, settings, monkeypatch, caplog):
    monkeypatch.setattr(breaches, "SECONDS_A_STEP", 0.2)
    break_it(service, settings)
    with caplog.at_level(logging.WARNING):
        assert refusals(STOLEN) == []
        assert LIST in refusals(COMMON)[0]
    assert "the list that ships with the site decides" in caplog.text
    assert not any(word in caplog.text for word in (STOLEN, COMMON, digest_of(STOLEN)[:5]))


def test_an_answer_that_takes_too_long_in_all_is_none(service: Service, monkeypatch):
    monkeypatch.setattr(breaches, "SECONDS_IN_ALL", -1)
    assert refusals(STOLEN) == [], "the reply came, but too late"


def sign_up(password: str) -> str:
    given = {"username": "dora", "email": "dora@example.org", "password1": password}
    return Client().post("/accounts/signup/", given).content.decode()


def keep(password: str) -> str:
    client = Client()
    client.force_login(guest())
    given = {"username": "dora", "email": "dora@example.org", "password": password}
    return client.post("/people/keep/", given).content.decode()


def change(password: str) -> str:
    client = Client()
    client.force_login(person("dora"))
    given = {"oldpassword": PASSWORD, "password1": password, "password2": password}
    return client.post("/accounts/password/change/", given).content.decode()


def first(password: str) -> str:
    user, client = person("dora"), Client()
    user.set_unusable_password()
    user.save()
    client.force_login(user)
    given = {"password1": password, "password2": password}
    return client.post("/accounts/password/set/", given).content.decode()


def reset(password: str) -> str:
    person("dora")
    client = Client()
    client.post("/accounts/password/reset/", {"email": "dora@example.org"})
    found = re.search(r"http://[^/]+(/\S+)", str(mail.outbox[-1].body))
    assert found
    page = client.get(found[1], follow=True)
    return client.post(page.request["PATH_INFO"], {"password1": password, "password2": password}).content.decode()


@pytest.mark.usefixtures("tasks_at_once")
@pytest.mark.django_db
@pytest.mark.parametrize("choose", [sign_up, keep, change, first, reset])
@pytest.mark.parametrize(("password", "says"), [(COMMON, LIST), (STOLEN, SERVICE)])
def test_no_page_takes_such_a_password(choose: Callable[[str], str], password: str, says: str, service: Service):
    assert says in choose(password)
    assert not any(user.check_password(password) for user in User.objects.all())
