"""Signing up, confirming the address, logging in, and choosing a new password."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.test import Client

from accounts.models import NAME_ALIKE, NAME_TAKEN, User
from tests.accounts.factors import app_given
from tests.accounts.people import PASSWORD, guest, person, show_password

pytestmark = pytest.mark.django_db
GIVEN = {"username": "dora", "email": "Dora@example.org", "password1": PASSWORD}


def link_in(text: str) -> str:
    found = re.search(rf"{settings.SITE_URL}(\S+)", text)
    assert found
    return found[1]


def test_a_person_signs_up_confirms_and_is_in():
    client = Client()
    client.cookies["tz"] = "Asia/Kathmandu"
    page = client.post("/accounts/signup/", GIVEN)
    assert (page.status_code, page["Location"]) == (302, "/accounts/confirm-email/")
    user = User.objects.get(username="dora")
    assert (user.kind, user.email, user.time_zone) == ("person", "dora@example.org", "Asia/Kathmandu")
    assert "_auth_user_id" not in client.session
    letter = mail.outbox[0]
    assert (letter.to, letter.subject) == (["dora@example.org"], "Confirm your address")
    link = link_in(str(letter.body))
    assert b"dora@example.org" in client.get(link).content
    assert not EmailAddress.objects.get(user=user).verified, "looking at the page confirms nothing"
    client.post(link)
    assert EmailAddress.objects.get(user=user).verified
    assert client.session["_auth_user_id"] == str(user.pk)


def test_account_mails_have_text_and_html_with_the_same_link():
    Client().post("/accounts/signup/", GIVEN)
    letter = mail.outbox[0]
    assert isinstance(letter, EmailMultiAlternatives)
    ((html, kind),) = letter.alternatives
    assert kind == "text/html"
    assert link_in(str(letter.body)) in str(html)
    assert "Piecepack by Post" in str(html)
    assert "Hello dora," in str(letter.body)


def test_without_a_confirmed_address_nobody_logs_in():
    person("dora", confirmed=False)
    client = Client()
    page = client.post("/accounts/login/", {"login": "dora", "password": PASSWORD})
    assert page["Location"] == "/accounts/confirm-email/"
    assert "_auth_user_id" not in client.session
    assert mail.outbox[0].to == ["dora@example.org"]


@pytest.mark.parametrize("login", ["ana", "ANA", "ana@example.org", "Ana@Example.org"])
def test_logging_in_by_name_or_address(login):
    user = person("ana")
    client = Client()
    page = client.post("/accounts/login/", {"login": login, "password": PASSWORD, "next": "/people/me/"})
    assert (page.status_code, page["Location"]) == (302, "/people/me/")
    assert client.session["_auth_user_id"] == str(user.pk)


def test_nobody_is_led_off_the_site_after_logging_in():
    person("ana")
    page = Client().post("/accounts/login/", {"login": "ana", "password": PASSWORD, "next": "https://evil.example/"})
    assert page.status_code == 302
    assert "evil" not in page["Location"]


def test_a_wrong_password_is_refused_in_one_sentence():
    person("ana")
    page = Client().post("/accounts/login/", {"login": "ana", "password": "wrong"})
    assert "Name or password is not right." in page.content.decode()


def test_the_log_in_page_names_the_people_of_the_demo_in_a_demo_alone(settings):
    settings.DEMO = True
    assert b"<b>cleo</b>" in Client().get("/accounts/login/").content
    settings.DEMO = False
    assert b"cleo" not in Client().get("/accounts/login/").content


def test_forms_carry_no_placeholders_and_no_inline_style():
    client = Client()
    for path in ("/accounts/login/", "/accounts/signup/", "/accounts/password/reset/"):
        page = client.get(path).content.decode()
        assert "placeholder" not in page
        assert " style=" not in page.split("<main")[1]


@pytest.mark.parametrize("name", ["<script>x</script>", "guest-11111", "ANA", "me"])
def test_names_that_may_not_be_are_refused_on_the_page(name):
    person("ana")
    page = Client().post("/accounts/signup/", GIVEN | {"username": name})
    assert page.status_code == 200
    assert "Choose another." in page.content.decode()
    assert "<script>x" not in page.content.decode()
    assert not User.objects.filter(email="dora@example.org").exists()


@pytest.mark.parametrize(("meanwhile", "words"), [("dora", NAME_TAKEN), ("d.ora", NAME_ALIKE)])
def test_a_name_that_somebody_takes_meanwhile_is_refused_in_a_sentence(meanwhile, words, monkeypatch):
    person(meanwhile)
    monkeypatch.setattr("accounts.web.adapter.AccountAdapter.clean_username", lambda self, name, shallow=False: name)
    page = Client().post("/accounts/signup/", GIVEN | {"email": "other@example.org"}, follow=True)
    assert page.status_code == 200 and str(words) in page.content.decode()
    assert User.objects.count() == 1 and not mail.outbox


def test_the_page_does_not_tell_whose_an_address_is():
    person("ana")
    taken = Client().post("/accounts/signup/", GIVEN | {"email": "ana@example.org"})
    free = Client().post("/accounts/signup/", GIVEN | {"username": "emil", "email": "emil@example.org"})
    assert (taken.status_code, taken["Location"]) == (free.status_code, free["Location"])
    assert not User.objects.filter(username="dora").exists()
    assert [letter.subject for letter in mail.outbox] == ["You already have an account", "Confirm your address"]


def test_the_owner_of_an_address_is_told_in_their_language_and_the_stranger_in_another():
    person("ana", language="de")
    stranger = Client(headers={"accept-language": "fr"})
    pages = [
        stranger.post(
            "/accounts/signup/", GIVEN | {"username": f"{name}-s", "email": f"{name}@example.org"}, follow=True
        )
        for name in ("ana", "emil")
    ]
    assert [letter.subject for letter in mail.outbox] == ["Du hast schon ein Konto", "Confirme ton adresse"]
    assert all('<html lang="fr"' in page.content.decode() for page in pages)


@pytest.mark.usefixtures("tasks_at_once")
def test_a_new_password_by_mail():
    ana = person("ana")
    client = Client()
    client.post("/accounts/password/reset/", {"email": "ana@example.org"})
    letter = mail.outbox[0]
    assert "ana" in str(letter.body)
    page = client.get(link_in(str(letter.body)), follow=True)
    new = {"password1": "another-paper", "password2": "another-paper"}
    assert client.post(page.request["PATH_INFO"], new)["Location"] == "/turns/"
    assert client.session["_auth_user_id"] == str(ana.pk)
    assert client.login(username="ana", password="another-paper")
    again = Client().get(link_in(str(letter.body)), follow=True)
    assert "used already or has expired" in again.content.decode()


@pytest.mark.usefixtures("tasks_at_once")
def test_a_new_password_by_mail_does_without_no_second_factor():
    app_given(person("ana"))
    client = Client()
    client.post("/accounts/password/reset/", {"email": "ana@example.org"})
    page = client.get(link_in(str(mail.outbox[0].body)), follow=True)
    reply = client.post(page.request["PATH_INFO"], {"password1": "another-paper", "password2": "another-paper"})
    assert reply["Location"] == "/accounts/2fa/authenticate/"
    assert "_auth_user_id" not in client.session


@pytest.mark.usefixtures("tasks_at_once")
def test_no_mail_goes_to_an_address_nobody_gave():
    page = Client().post("/accounts/password/reset/", {"email": "stranger@example.org"})
    assert page["Location"] == "/accounts/password/reset/done/"
    assert mail.outbox == []


def test_another_address_takes_the_place_of_the_old_once_confirmed():
    user = person("ana")
    client = Client()
    client.force_login(user)
    show_password(client)
    client.post("/accounts/email/", {"email": "ana@elsewhere.example", "action_add": ""})
    assert EmailAddress.objects.get(user=user, verified=True).email == "ana@example.org"
    assert b"ana@elsewhere.example</b> is not confirmed yet" in client.get("/accounts/email/").content
    client.post(link_in(str(mail.outbox[0].body)))
    assert [row.email for row in EmailAddress.objects.filter(user=user)] == ["ana@elsewhere.example"]


def test_every_account_page_opens():
    client = Client()
    for path in ("login/", "signup/", "password/reset/", "password/reset/done/", "confirm-email/", "inactive/"):
        assert client.get(f"/accounts/{path}").status_code == 200, path
    assert "has expired" in client.get("/accounts/confirm-email/no-such-key/").content.decode()
    client.force_login(person("ana"))
    for path in ("email/", "password/change/", "logout/", "reauthenticate/", "login/"):
        assert client.get(f"/accounts/{path}").status_code == 200, path
    assert client.get("/accounts/signup/")["Location"] == "/people/me/"
    client.force_login(guest())
    assert client.get("/accounts/password/set/")["Location"] == "/people/keep/"


def test_a_mail_server_that_fails_breaks_no_page(settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    client = Client()
    page = client.post("/accounts/signup/", GIVEN, follow=True)
    assert page.status_code == 200
    assert "could not be sent just now" in page.content.decode()


def test_the_public_page_says_name_and_since_when_alone():
    person("ana")
    page = Client().get("/people/ANA/").content.decode()
    assert "ana" in page
    assert "Here since" in page
    assert "example.org" not in page
    assert Client().get("/people/nobody/").status_code == 404


def test_where_the_operator_asks_for_consent_no_account_is_made_without(settings):
    settings.CONSENT = "I am 16 or older, and the site may keep what it needs."
    client = Client()
    page = client.get("/accounts/signup/").content.decode()
    assert settings.CONSENT in page and "/privacy/" in page
    refused = client.post("/accounts/signup/", GIVEN).content.decode()
    assert "Agree to this first" in refused and not User.objects.exists()
    client.post("/accounts/signup/", {**GIVEN, "consent": "on"})
    assert User.objects.get().consented_at is not None


def test_a_guest_agrees_before_playing(settings):
    settings.CONSENT = "I am 16 or older."
    client, path = Client(), "/people/guest/"
    page = client.post(path, {"next": "/people/me/"}).content.decode()
    assert settings.CONSENT in page and "/privacy/" in page and "Agree to this first" not in page
    assert "Agree to this first" in client.post(path, {"next": "/people/me/", "asked": "1"}).content.decode()
    assert not User.objects.exists()
    reply = client.post(path, {"next": "/people/me/", "asked": "1", "consent": "on"})
    assert (reply.status_code, reply["Location"]) == (302, "/people/me/")
    visitor = User.objects.get()
    assert visitor.is_guest and visitor.consented_at is not None
    assert client.post(path).status_code == 302, "who is known just goes on"


def test_a_guest_agrees_when_keeping_the_account(settings):
    settings.CONSENT = "I am 16 or older."
    client, visitor = Client(), guest()
    client.force_login(visitor)
    kept = {"username": "dora", "email": "dora@example.org", "password": PASSWORD}
    assert client.post("/people/keep/", kept).status_code == 200
    assert client.post("/people/keep/", {**kept, "consent": "on"}).status_code == 302
    visitor.refresh_from_db()
    assert visitor.username == "dora" and visitor.consented_at is not None


def test_without_a_text_nothing_is_asked():
    Client().post("/accounts/signup/", GIVEN)
    assert User.objects.get().consented_at is None
