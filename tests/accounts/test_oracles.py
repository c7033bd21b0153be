"""Sign-up, passwords by mail and changes of address do not reveal whether an address has an account."""

import re
from collections.abc import Callable
from typing import NamedTuple

import pytest
from django.conf import settings
from django.core import mail
from django.test import Client

from accounts.models import User
from tests.accounts.people import PASSWORD, guest, person

pytestmark = pytest.mark.django_db
FREE, TAKEN, WAITING = "free@example.org", "ana@example.org", "ben@example.org"


class Answer(NamedTuple):
    """What a stranger can see and measure."""

    status: int
    place: str
    page: str
    cookies: list[str]
    messages: list[str]
    next_page: str
    hashes: int
    mails: int
    tasks: list[str]


def plain(text: str, address: str) -> str:
    changing = r'(csrfmiddlewaretoken" value|nonce)="[^"]+"|<time .*?</time>'
    return re.sub(changing, "", text).replace(address, "")


def signed_up(address: str) -> Client:
    client = Client()
    client.post("/accounts/signup/", {"username": "dora", "email": address, "password1": PASSWORD})
    return client


def asked_for_a_password(address: str) -> Client:
    client = Client()
    client.post("/accounts/password/reset/", {"email": address})
    return client


def kept_the_account(address: str) -> Client:
    client = Client()
    client.force_login(guest())
    client.post("/people/keep/", {"username": "dora", "email": address, "password": PASSWORD})
    return client


def changed_the_address(address: str) -> Client:
    client = Client()
    dora = person("dora")
    client.force_login(dora)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    client.post("/accounts/email/", {"email": address, "action_add": ""})
    return client


ASKED = [signed_up, asked_for_a_password, kept_the_account, changed_the_address]


@pytest.fixture
def answer_to(monkeypatch: pytest.MonkeyPatch, hashes: list[str], django_capture_on_commit_callbacks: Callable):
    """Ask for something with an address; what comes back, as one value to compare."""
    tasks: list[str] = []
    monkeypatch.setattr("foundation.queue.current_app.send_task", lambda name, args: tasks.append(name))
    seen: list = []
    monkeypatch.setattr("django.test.Client.post", recording(Client.post, seen))

    def asking(ask: Callable[[str], Client], address: str) -> Answer:
        for kept in (tasks, hashes, seen, mail.outbox):
            kept.clear()
        with django_capture_on_commit_callbacks(execute=True):
            client = ask(address)
        reply = seen[-1]
        after = client.get(reply.get("Location", "/"))
        User.objects.filter(username="dora").delete()
        return Answer(
            reply.status_code,
            reply.get("Location", ""),
            plain(reply.content.decode(), address),
            sorted(name.rstrip("0123456789") for name in reply.cookies),
            [plain(str(message), address) for message in reply.wsgi_request._messages],
            plain(after.content.decode(), address),
            len(hashes),
            len(mail.outbox),
            list(tasks),
        )

    return asking


def recording(post: Callable, seen: list) -> Callable:
    def posting(self: Client, *args: object, **kwargs: object):
        seen.append(post(self, *args, **kwargs))
        return seen[-1]

    return posting


@pytest.mark.parametrize("address", [TAKEN, WAITING])
@pytest.mark.parametrize("ask", ASKED, ids=lambda ask: ask.__name__)
def test_an_address_with_an_account_is_answered_as_one_without(ask: Callable[[str], Client], address: str, answer_to):
    person("ana", language="de"), person("ben", confirmed=False)
    assert answer_to(ask, address) == answer_to(ask, FREE)


@pytest.mark.usefixtures("tasks_at_once")
def test_the_mail_for_a_new_password_comes_from_a_worker_and_goes_to_the_owner():
    person("ana")
    Client().post("/accounts/password/reset/", {"email": "ana@example.org"})
    (letter,) = mail.outbox
    assert (letter.subject, letter.to) == ("Choose a new password", ["ana@example.org"])
    assert f"{settings.SITE_URL}/accounts/password/reset/key/" in str(letter.body)


@pytest.mark.usefixtures("tasks_at_once")
def test_a_closed_account_gets_no_such_mail():
    person("ana", is_active=False)
    Client().post("/accounts/password/reset/", {"email": "ana@example.org"})
    assert mail.outbox == []


def test_a_mail_server_that_fails_tells_nobody_whose_an_address_is(settings, answer_to):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    person("ana", language="de")
    for ask in (asked_for_a_password, signed_up):
        assert answer_to(ask, TAKEN) == answer_to(ask, FREE)


def test_tries_at_a_name_that_nobody_has_make_the_same_work_for_the_queue(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Callable
):
    person("ana")
    sent: list[str] = []
    monkeypatch.setattr("foundation.queue.current_app.send_task", lambda name, args: sent.append(name))
    counts = []
    for login in ("ana", "nobody"):
        with django_capture_on_commit_callbacks(execute=True):
            for _ in range(5):
                Client().post("/accounts/login/", {"login": login, "password": "wrong"})
        counts.append(len(sent))
        sent.clear()
    assert counts == [1, 1]
