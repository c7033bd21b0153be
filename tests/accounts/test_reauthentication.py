"""What a session alone cannot do: take over the account, or take its data away."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.test import Client
from django.utils import timezone

from accounts.identity.bot_accounts import create_bot_account
from accounts.models import Token, User
from accounts.security.second_factor import forget_factors
from accounts.security.suspension import FOR_GOOD
from clubs.models import Club, Membership
from rights.models import Archive, Erasure
from rights.services.archives import ask_for_archive, make_archive
from tests.accounts.factors import app_given, key_given
from tests.accounts.people import PASSWORD, guest, person, show_password
from tests.accounts.times import NOW
from tests.clubs.founded import club_of

Fields = dict[str, Any]
pytestmark = pytest.mark.django_db
TOKEN: Fields = {"name": "mine", "scopes": ["read", "data"], "days": "90"}
AGAIN = "/accounts/reauthenticate/?next="
DATA = "/people/me/data/"
KEY = "/accounts/2fa/webauthn/add/"


def state_of(user: User) -> tuple[object, ...]:
    """All that a thief would change, in a form to compare."""
    return (
        list(EmailAddress.objects.filter(user=user).values_list("email", "primary").order_by("email")),
        list(Authenticator.objects.filter(user=user).values_list("pk", "data")),
        Token.objects.count(),
        Archive.objects.filter(user=user).exists(),
        Erasure.objects.filter(user=user).exists(),
        User.objects.get(pk=user.pk).password,
        user.bots.filter(user__is_active=True).count(),
        list(Membership.objects.values_list("user__username", "role").order_by("pk")),
        Club.objects.filter(closed_at=None).count(),
    )


@pytest.fixture
def ana() -> User:
    """A person with a bot account, an app, a key and a club."""
    user = person("ana")
    create_bot_account(owner=user, name="ada-bot", about="", link="", now=NOW)
    club_of("ana", "ben")
    app_given(user), key_given(user)
    return user


@pytest.fixture
def stolen(ana: User) -> Client:
    """A browser with a session of ana's whose holder does not know her password."""
    client = Client()
    client.force_login(ana)
    return client


def key_path(user: User, act: str) -> str:
    number = Authenticator.objects.get(user=user, type=Authenticator.Type.WEBAUTHN).pk
    return f"/accounts/2fa/webauthn/keys/{number}/{act}/"


def club_path(act: str = "") -> str:
    return f"/club/{Club.objects.get().pk}/{act}"


POSTS: dict[str, Callable[[User], tuple[str, Fields]]] = {
    "new address": lambda _: ("/accounts/email/", {"email": "thief@example.org", "action_add": ""}),
    "address away": lambda _: ("/accounts/email/", {"email": "old@example.org", "action_remove": ""}),
    "other address": lambda _: ("/accounts/email/", {"email": "old@example.org", "action_primary": ""}),
    "token": lambda _: ("/people/me/tokens/new/", TOKEN),
    "token of a bot account": lambda _: ("/people/me/bots/ada-bot/token/", TOKEN),
    "app": lambda _: ("/accounts/2fa/totp/activate/", {"code": "123456"}),
    "app away": lambda _: ("/accounts/2fa/totp/deactivate/", {}),
    "passkey": lambda _: ("/accounts/2fa/webauthn/add/", {"name": "mine", "credential": "{}"}),
    "passkey away": lambda user: (key_path(user, "remove"), {}),
    "passkey renamed": lambda user: (key_path(user, "edit"), {"name": "mine"}),
    "recovery codes": lambda _: ("/accounts/2fa/recovery-codes/generate/", {}),
    "archive": lambda _: (f"{DATA}archive/ask/", {}),
    "erasure": lambda _: (f"{DATA}erase/", {}),
    "bot account away": lambda _: ("/people/me/bots/ada-bot/close/", {}),
    "club handed over": lambda _: (club_path("member/"), {"name": "ben", "act": "owner"}),
    "club left by its owner": lambda _: (club_path("leave/"), {}),
    "club closed": lambda _: (club_path("close/"), {}),
    "messenger": lambda _: ("/notices/messenger/ntfy/", {"act": "begin", "given": "https://ntfy.sh/of-a-thief"}),
    "messenger with a code": lambda _: ("/notices/messenger/ntfy/", {"act": "confirm", "given": "12345678"}),
}


def prepared(what: str, user: User) -> tuple[str, Fields]:
    """The form to send, once the account is as it takes it."""
    if what in ("app", "new address"):
        # Nobody has two apps, and with a second factor the address stays as it is.
        forget_factors(user=user)
    if what in ("address away", "other address"):
        EmailAddress.objects.create(user=user, email="old@example.org", verified=True)
    return POSTS[what](user)


@pytest.mark.parametrize("what", POSTS)
def test_a_session_alone_takes_nothing_over(what: str, ana: User, stolen: Client):
    path, fields = prepared(what, ana)
    before = state_of(ana)
    assert stolen.post(path, fields)["Location"].startswith(AGAIN)
    assert state_of(ana) == before


def copied(client: Client) -> Client:
    """Another browser with the same session."""
    other = Client()
    other.cookies["sessionid"] = client.cookies["sessionid"].value
    return other


def test_no_password_waits_in_the_session(ana: User, stolen: Client):
    ana.set_unusable_password()
    ana.save()
    stolen.force_login(ana)
    for path in ("/accounts/password/set/", KEY):
        assert "/reauthenticate/" in stolen.post(path, {"password1": "ink-and-seal-9"})["Location"]
        assert "ink-and-seal-9" not in repr(dict(stolen.session.items()))


@pytest.mark.parametrize("what", ["token", "club closed", "club handed over"])
def test_what_another_browser_sent_is_not_done_with_the_owners_password(what: str, ana: User, stolen: Client):
    owner = copied(stolen)
    path, fields = prepared(what, ana)
    assert owner.get(KEY)["Location"].startswith(AGAIN)
    again = stolen.post(path, fields)["Location"]
    before = state_of(ana)
    owner.post(again, {"password": PASSWORD, "next": path})
    assert state_of(ana) == before
    assert owner.get(KEY).status_code == 200


def test_no_other_host_of_the_domain_sets_the_cookie_of_what_waits(stolen: Client, settings):
    settings.SESSION_COOKIE_SECURE = True
    cookie = stolen.post("/people/me/tokens/new/", TOKEN).cookies["__Host-waits"]
    assert (cookie["httponly"], cookie["samesite"], cookie["secure"]) == (True, "Lax", True)
    assert (cookie["path"], cookie["domain"]) == ("/", "")


def test_a_copied_session_gains_nothing_when_its_owner_shows_the_password(ana: User, stolen: Client):
    owner = copied(stolen)
    assert stolen.get("/people/me/safety/").status_code == 200
    owner.post(f"{AGAIN}{DATA}", {"password": "wrong"})
    assert stolen.get("/people/me/safety/").status_code == 200, "nothing was shown"
    owner.post(f"{AGAIN}{DATA}", {"password": PASSWORD})
    assert owner.get("/people/me/safety/").status_code == owner.get(KEY).status_code == 200
    assert stolen.get("/people/me/safety/").status_code == 302
    assert UserSession.objects.filter(user=ana).count() == 1


@pytest.mark.parametrize(("what", "is_open"), [("token", False), ("club closed", False), ("archive", True)])
def test_what_waits_for_the_password_is_not_done_for_who_is_suspended_meanwhile(
    what: str, is_open: bool, ana: User, stolen: Client
):
    path, fields = prepared(what, ana)
    again = stolen.post(path, fields)["Location"]
    User.objects.filter(pk=ana.pk).update(suspended_until=FOR_GOOD, suspended_why="Abuse")
    before = state_of(ana)
    stolen.post(again, {"password": PASSWORD, "next": path})
    assert (state_of(ana) != before) == is_open


@pytest.mark.parametrize("path", ["/accounts/2fa/recovery-codes/", "/accounts/2fa/recovery-codes/download/"])
def test_a_session_alone_shows_no_recovery_codes(path: str, ana: User, stolen: Client):
    show_password(stolen)
    stolen.post("/accounts/2fa/recovery-codes/generate/")
    fresh = Client()
    fresh.force_login(ana)
    assert stolen.get(path).status_code == 200
    assert fresh.get(path)["Location"].startswith(AGAIN)


@pytest.mark.parametrize(
    ("what", "is_done"),
    [
        ("new address", lambda user: user.emailaddress_set.filter(email="thief@example.org").exists()),
        ("token", lambda user: Token.objects.filter(user=user).exists()),
        ("token of a bot account", lambda _: Token.objects.filter(user__username="ada-bot").exists()),
        ("archive", lambda user: Archive.objects.filter(user=user).exists()),
        ("erasure", lambda user: Erasure.objects.filter(user=user).exists()),
        ("club handed over", lambda _: Membership.objects.filter(user__username="ben", role="owner").exists()),
        ("club closed", lambda _: Club.objects.exclude(closed_at=None).exists()),
    ],
)
def test_with_the_password_what_was_asked_for_is_done(
    what: str, is_done: Callable[[User], bool], ana: User, stolen: Client
):
    path, fields = prepared(what, ana)
    again = stolen.post(path, fields)["Location"]
    wrong = stolen.post(again, {"password": "wrong"})
    assert "not right" in wrong.content.decode() and not is_done(ana)
    done = stolen.post(again, {"password": PASSWORD, "next": path})
    assert done.status_code in (200, 302) and is_done(ana)


def test_the_password_counts_for_some_minutes(ana: User, stolen: Client, monkeypatch):
    show_password(stolen)
    stolen.post(f"{DATA}archive/ask/")
    assert Archive.objects.filter(user=ana).exists()
    session = stolen.session
    for record in session["account_authentication_methods"]:
        record["at"] -= 301
    session.save()
    assert stolen.post(f"{DATA}erase/")["Location"].startswith(AGAIN)
    assert not Erasure.objects.exists()


def test_an_archive_that_is_ready_is_fetched_with_the_password_too(ana: User, stolen: Client):
    now = timezone.now()
    make_archive(archive_id=ask_for_archive(user=ana, now=now).pk, now=now)
    assert stolen.get(f"{DATA}archive.zip")["Location"].startswith(AGAIN)
    show_password(stolen)
    assert stolen.get(f"{DATA}archive.zip")["Content-Type"] == "application/zip"


def test_a_session_in_the_api_is_asked_for_the_password_on_its_page(ana: User, stolen: Client):
    for reply in (
        stolen.post("/api/v1/me/archive", {}, content_type="application/json"),
        stolen.get("/api/v1/me/archive/file"),
    ):
        assert (reply.status_code, reply.json()["code"]) == (403, "password_needed")
    assert not Archive.objects.exists()
    show_password(stolen)
    assert stolen.post("/api/v1/me/archive", {}, content_type="application/json").status_code == 202


def test_a_session_in_the_api_gives_no_club_away(ana: User, stolen: Client):
    club, before = f"/api/v1/clubs/{Club.objects.get().pk}", state_of(ana)
    asked: list[Callable[[], Any]] = [
        lambda: stolen.put(f"{club}/members/ben", {"role": "owner"}, content_type="application/json"),
        lambda: stolen.delete(f"{club}/membership"),
        lambda: stolen.delete(club),
    ]
    for ask in asked:
        reply = ask()
        assert (reply.status_code, reply.json()["code"]) == (403, "password_needed")
    assert state_of(ana) == before
    assert stolen.put(f"{club}/members/ben", {"role": "organiser"}, content_type="application/json").status_code == 200
    show_password(stolen)
    assert [ask().status_code for ask in asked[:2]] == [200, 204]


def test_with_a_passkey_alone_the_passkey_is_asked_for():
    ana = person("ana")
    ana.set_unusable_password()
    ana.save()
    key_given(ana)
    client = Client()
    client.force_login(ana)
    for path, fields in (POSTS["token"](ana), POSTS["archive"](ana), POSTS["erasure"](ana)):
        assert client.post(path, fields)["Location"].startswith("/accounts/2fa/webauthn/reauthenticate/?next=")
    new = {"password1": "ink-and-seal-9", "password2": "ink-and-seal-9"}
    assert client.post("/accounts/password/set/", new)["Location"].startswith("/accounts/2fa/")
    ana.refresh_from_db()
    assert not ana.has_usable_password() and not Token.objects.exists() and not Erasure.objects.exists()


def test_a_guest_has_only_the_session_and_is_asked_for_no_more():
    visitor, client = guest(), Client()
    client.force_login(visitor)
    assert client.post(f"{DATA}archive/ask/")["Location"] == DATA
    assert client.post(f"{DATA}erase/")["Location"] == DATA
    assert Archive.objects.filter(user=visitor).exists() and Erasure.objects.filter(user=visitor).exists()


def test_a_guest_gets_a_password_only_by_keeping_the_account():
    visitor, client = guest(), Client()
    client.force_login(visitor)
    client.post("/accounts/password/set/", {"password1": "ink-and-seal-9", "password2": "ink-and-seal-9"})
    visitor.refresh_from_db()
    assert not visitor.has_usable_password()


def test_every_page_with_a_token_shows_it_once(ana: User, stolen: Client):
    show_password(stolen)
    page = stolen.post("/people/me/tokens/new/", TOKEN).content.decode()
    assert re.search(r"pbp_[\w-]{40,}", page)
    assert not re.search(r"pbp_[\w-]{40,}", stolen.get("/people/me/tokens/").content.decode())
