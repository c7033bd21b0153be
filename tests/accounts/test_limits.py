"""Too many requests are refused with one sentence."""

import pytest
from django.core import mail
from django.test import Client

from accounts.models import User
from accounts.tasks import TRIES, send_lock_mail
from tests.accounts.factors import app_given
from tests.accounts.people import PASSWORD, guest, person
from tests.accounts.times import NOW

pytestmark = pytest.mark.django_db


def refused(page) -> bool:
    return page.status_code == 429 and "Wait a while, then try again" in page.content.decode()


def opens(login: str) -> bool:
    client = Client()
    client.post("/accounts/login/", {"login": login, "password": PASSWORD})
    return "_auth_user_id" in client.session


def test_guests_of_one_address():
    for _ in range(10):
        assert Client().post("/people/guest/", {"next": "/people/me/"}).status_code == 302
    assert refused(Client().post("/people/guest/", {"next": "/people/me/"}))
    assert User.objects.count() == 10
    elsewhere = Client(REMOTE_ADDR="192.0.2.7").post("/people/guest/", {"next": "/people/me/"})
    assert elsewhere.status_code == 302


@pytest.mark.long("hours of tries")
@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/accounts/reauthenticate/", {"password": "wrong"}),
        ("/accounts/2fa/reauthenticate/", {"code": "000000"}),
        ("/accounts/password/change/", {"oldpassword": "wrong"}),
    ],
)
def test_who_has_a_session_alone_tries_no_passwords_and_codes_for_hours(path, fields, monkeypatch):
    ana, thief = person("ana"), Client()
    app_given(ana)
    thief.force_login(ana)
    began, looked_at = NOW.timestamp(), 0
    for minute in range(50):
        monkeypatch.setattr("allauth.core.internal.ratelimit.time.time", lambda at=began + 60 * minute: at)
        looked_at += [thief.post(path, fields).status_code for _ in range(3)].count(200)
    assert 0 < looked_at <= 50


@pytest.mark.parametrize("address", ["127.0.0.1", "192.0.2.7"])
@pytest.mark.parametrize(
    ("path", "right", "wrong"),
    [
        ("/accounts/reauthenticate/", {"password": PASSWORD}, {"password": "wrong"}),
        (
            "/accounts/password/change/",
            {"oldpassword": PASSWORD, "password1": "another-one-7", "password2": "another-one-7"},
            {"oldpassword": "wrong"},
        ),
    ],
)
def test_who_has_a_copied_session_does_not_keep_the_owner_from_showing_a_password(path, right, wrong, address):
    person("ana")
    owner, thief = Client(), Client(REMOTE_ADDR=address)
    owner.post("/accounts/login/", {"login": "ana", "password": PASSWORD})
    thief.cookies["sessionid"] = owner.cookies["sessionid"].value
    tried = [thief.post(path, wrong).status_code for _ in range(60)]
    assert tried.count(429) >= 50
    assert owner.post(path, right).status_code == 302


@pytest.mark.long("thousands of tries")
def test_others_tries_push_no_count_out_of_the_cache_of_one_process():
    for _ in range(11):
        last = Client().post("/people/guest/", {"next": "/people/me/"})
    for number in range(400):
        address = f"198.51.{number // 250}.{number % 250}"
        Client(REMOTE_ADDR=address).post("/accounts/login/", {"login": f"nobody-{number}", "password": "wrong"})
    assert refused(last)
    assert refused(Client().post("/people/guest/", {"next": "/people/me/"}))


def test_a_forwarded_address_is_not_believed_without_a_proxy():
    for number in range(10):
        Client(headers={"X-Forwarded-For": f"192.0.2.{number}"}).post("/people/guest/", {"next": "/people/me/"})
    assert refused(Client(headers={"X-Forwarded-For": "192.0.2.99"}).post("/people/guest/"))


def test_behind_a_proxy_the_forwarded_address_counts(settings):
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    for number in range(12):
        client = Client(headers={"X-Forwarded-For": f"192.0.2.{number}"})
        assert client.post("/people/guest/", {"next": "/people/me/"}).status_code == 302


def test_sign_up(settings):
    settings.ACCOUNT_RATE_LIMITS = {"signup": "2/h/ip"}
    for _ in range(2):
        assert Client().post("/accounts/signup/", {}).status_code == 200
    assert refused(Client().post("/accounts/signup/", {}))
    assert Client().get("/accounts/signup/").status_code == 200, "looking is free"


def test_keeping_a_guests_account(settings):
    settings.ACCOUNT_RATE_LIMITS = {"signup": "1/h/ip", "guest": "9/h/ip"}
    client = Client()
    client.post("/people/guest/", {"next": "/people/me/"})
    assert client.post("/people/keep/", {}).status_code == 200
    assert refused(client.post("/people/keep/", {}))


@pytest.mark.parametrize("address", ["free@example.org", "Ana@example.org"])
def test_guests_who_keep_accounts_have_one_address_written_to_no_more_often_than_sign_ups(address):
    person("ana")
    for name in ("dora", "emil", "fritz"):
        client = Client()
        client.force_login(guest())
        given = {"username": name, "email": address, "password": PASSWORD}
        assert client.post("/people/keep/", given)["Location"] == "/people/me/"
    assert len(mail.outbox) == 1


def test_a_password_cannot_be_tried_for_ever():
    person("ana")
    for _ in range(5):
        Client().post("/accounts/login/", {"login": "ana", "password": "wrong"})
    assert not opens("ana")


@pytest.mark.parametrize("other", ["ａna", "ANA@example.org"])
def test_another_spelling_gives_no_more_tries(other: str):
    person("ana")
    assert opens(other), "it is the same account"
    for _ in range(5):
        Client().post("/accounts/login/", {"login": "ana", "password": "wrong"})
    assert not opens(other)


def test_mails_for_a_new_password():
    person("ana")
    for _ in range(3):
        assert Client().post("/accounts/password/reset/", {"email": "ana@example.org"}).status_code == 302
    assert refused(Client().post("/accounts/password/reset/", {"email": "ana@example.org"}))


def test_the_owner_is_told_once_that_a_password_is_guessed_at(monkeypatch, django_capture_on_commit_callbacks):
    ana = person("ana")
    sent: list[tuple[str, list[int]]] = []
    monkeypatch.setattr("foundation.queue.current_app.send_task", lambda name, args: sent.append((name, args)))
    for number in range(9):
        with django_capture_on_commit_callbacks(execute=True):
            Client().post("/accounts/login/", {"login": ("ana", "ANA")[number % 2], "password": "wrong"})
    assert set(map(str, sent)) == {str(("accounts.send_lock_mail", [ana.pk]))}
    assert [send_lock_mail(ana.pk), send_lock_mail(ana.pk)] == [True, False]
    (letter,) = mail.outbox
    assert (letter.subject, letter.to) == ("Someone tried to guess your password", ["ana@example.org"])


def test_the_owner_is_told_once_the_mail_server_is_back(monkeypatch):
    ana = person("ana")
    asked: list[object] = []

    def gone(*mails: object) -> int:
        asked.append(mails)
        raise ConnectionRefusedError

    with monkeypatch.context() as down:
        down.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", gone)
        assert send_lock_mail.apply((ana.pk,)).failed()
        assert len(asked) == 1 + TRIES
    assert [send_lock_mail(ana.pk), send_lock_mail(ana.pk)] == [True, False]
    assert [letter.to for letter in mail.outbox] == [["ana@example.org"]]


def test_four_wrong_passwords_tell_nobody(monkeypatch):
    person("ana")
    monkeypatch.setattr("foundation.queue.current_app.send_task", lambda name, args: pytest.fail(name))
    for _ in range(4):
        Client().post("/accounts/login/", {"login": "ana", "password": "wrong"})
    for _ in range(6):
        Client(REMOTE_ADDR="192.0.2.7").post("/accounts/login/", {"login": "nobody", "password": "wrong"})
