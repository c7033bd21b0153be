"""Browsers that are known to an account, and the mail about one that is not."""

from datetime import timedelta

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from django.core import mail
from django.core.signing import TimestampSigner
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.security import devices
from tests.accounts.factors import app_given, code_of, key_given, log_in_with_key
from tests.accounts.people import PASSWORD, guest, person
from tests.accounts.test_sign_up import link_in

pytestmark = pytest.mark.django_db


def asking_with(holder: HttpResponse | Client) -> HttpRequest:
    """A request with the cookies of this reply or browser."""
    request = HttpRequest()
    request.COOKIES = {name: morsel.value for name, morsel in holder.cookies.items()}
    return request


def remembered(*users: User) -> HttpResponse:
    reply = HttpResponse()
    for user in users:
        devices.remember(reply, user)
    return reply


def test_a_browser_is_known_to_those_who_logged_in_with_it():
    ana, ben, cleo = person("ana"), person("ben"), person("cleo")
    shared = asking_with(remembered(ana, ben))
    assert [devices.is_known(shared, user) for user in (ana, ben, cleo)] == [True, True, False]
    assert not devices.is_known(HttpRequest(), ana)


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(settings):
    settings.SESSION_COOKIE_SECURE = True
    (cookie,) = remembered(person("ana")).cookies.values()
    assert (cookie["httponly"], cookie["samesite"], cookie["secure"]) == (True, "Lax", True)
    assert cookie.key.startswith("__Host-") and (cookie["path"], cookie["domain"]) == ("/", "")


def test_nobody_writes_such_a_cookie_or_passes_it_to_another_account():
    ana, ben = person("ana"), person("ben")
    own = asking_with(remembered(ana)).COOKIES[f"known-{ana.pk}"]
    for forged in ("known", own[:-1], f"other{own[own.index(':') :]}", TimestampSigner().sign("known")):
        request = HttpRequest()
        request.COOKIES = {f"known-{ana.pk}": forged, f"known-{ben.pk}": own}
        assert not devices.is_known(request, ana) and not devices.is_known(request, ben)


def test_a_new_password_makes_strangers_of_all_browsers():
    ana = person("ana")
    request = asking_with(remembered(ana))
    ana.set_password("ink-and-seal-9")
    assert not devices.is_known(request, ana)


@pytest.mark.parametrize(("where", "stays"), [("everywhere", False), ("elsewhere", True)])
def test_logging_out_makes_strangers_of_the_browsers_that_it_logs_out(where: str, stays: bool):
    ana, own, thief = person("ana"), Client(), Client()
    for browser in (own, thief):
        log_in(browser)
    own.post("/people/me/safety/log-ins/end/", {"where": where})
    ana.refresh_from_db()
    assert [devices.is_known(asking_with(each), ana) for each in (own, thief)] == [stays, False]


def test_a_browser_is_forgotten_after_a_year(monkeypatch):
    ana = person("ana")
    request = asking_with(remembered(ana))
    later = timezone.now() + timedelta(days=366)
    monkeypatch.setattr("django.core.signing.time.time", later.timestamp)
    assert not devices.is_known(request, ana)


def test_a_browser_stays_known_while_the_secret_key_is_rotated(settings):
    ana = person("ana")
    request = asking_with(remembered(ana))
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another-key-of-the-operator"
    assert devices.is_known(request, ana)


FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0"
NEW = "A log-in from a new device"


def log_in(client: Client, name: str = "ana") -> None:
    assert client.post("/accounts/login/", {"login": name, "password": PASSWORD}).status_code == 302


def subjects() -> list[str]:
    return [str(letter.subject) for letter in mail.outbox]


def test_the_owner_gets_a_mail_about_a_log_in_from_a_new_device():
    person("ana")
    own, stranger = Client(), Client(headers={"User-Agent": FIREFOX}, REMOTE_ADDR="203.0.113.5")
    log_in(own)
    assert subjects() == [], "the first log-in ever is no news"
    log_in(stranger)
    assert (subjects(), mail.outbox[0].to) == ([NEW], ["ana@example.org"])
    assert "It was Firefox on Linux, at the address 203.0.113.5." in str(mail.outbox[0].body)


def test_a_known_device_logs_in_without_a_mail():
    person("ana"), person("ben")
    client = Client()
    log_in(client)
    client.post("/accounts/logout/")
    log_in(client)
    assert subjects() == []
    client.post("/accounts/logout/")
    log_in(client, "ben")
    log_in(Client(), "ben")
    assert [letter.to for letter in mail.outbox] == [["ben@example.org"]], "it was new to ben the second time alone"


def test_a_log_in_with_a_passkey_is_told_too():
    ana, key = person("ana"), ec.generate_private_key(ec.SECP256R1())
    log_in(Client())
    key_given(ana, key)
    client = Client(headers={"User-Agent": FIREFOX}, REMOTE_ADDR="203.0.113.5")
    assert log_in_with_key(client, ana, key)["Location"] == "/turns/"
    assert subjects() == [NEW]
    assert "It was Firefox on Linux, at the address 203.0.113.5." in str(mail.outbox[0].body)
    client.post("/accounts/logout/")
    log_in_with_key(client, ana, key)
    assert client.session["_auth_user_id"] == str(ana.pk) and subjects() == [NEW], "the browser is known now"
    log_in_with_key(Client(), ana, ec.generate_private_key(ec.SECP256R1()))
    assert subjects() == [NEW], "another key opens nothing"


@pytest.mark.usefixtures("tasks_at_once")
def test_a_log_in_by_the_link_for_a_new_password_is_told_too():
    ana = person("ana")
    log_in(Client())
    client = Client(headers={"User-Agent": FIREFOX}, REMOTE_ADDR="203.0.113.5")
    client.post("/accounts/password/reset/", {"email": "ana@example.org"})
    page = client.get(link_in(str(mail.outbox.pop().body)), follow=True)
    new = "ink-and-seal-9"
    client.post(page.request["PATH_INFO"], {"password1": new, "password2": new})
    assert client.session["_auth_user_id"] == str(ana.pk)
    assert subjects().count(NEW) == 1
    (letter,) = (letter for letter in mail.outbox if letter.subject == NEW)
    assert "It was Firefox on Linux, at the address 203.0.113.5." in str(letter.body)
    ana.refresh_from_db()
    assert devices.is_known(asking_with(client), ana)


def test_a_password_without_its_second_factor_makes_no_device_known():
    ana = person("ana")
    log_in(Client())
    app_given(ana)
    client = Client()
    log_in(client)
    assert f"known-{ana.pk}" not in client.cookies and subjects() == []
    assert client.post("/accounts/2fa/authenticate/", {"code": code_of()}).status_code == 302
    assert f"known-{ana.pk}" in client.cookies and subjects() == [NEW]


def test_the_device_on_which_a_guest_keeps_the_account_is_known():
    visitor, client = guest(), Client()
    client.force_login(visitor)
    client.post("/people/keep/", {"username": "dora", "email": "dora@example.org", "password": PASSWORD})
    dora = User.objects.get(username="dora")
    assert devices.is_known(asking_with(client), dora)


def test_the_device_on_which_the_password_is_changed_stays_known_alone():
    ana = person("ana")
    here, elsewhere = Client(), Client()
    log_in(here)
    log_in(elsewhere)
    new = "ink-and-seal-9"
    here.post("/accounts/password/change/", {"oldpassword": PASSWORD, "password1": new, "password2": new})
    ana.refresh_from_db()
    assert devices.is_known(asking_with(here), ana) and not devices.is_known(asking_with(elsewhere), ana)
