"""A new password and *log out everywhere* end what else opens an account."""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from io import StringIO

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.core import mail
from django.core.exceptions import PermissionDenied
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from accounts.identity.bot_accounts import create_bot_account
from accounts.models import User
from accounts.security.sessions import end_log_ins
from accounts.security.tokens import TokenRefused, create_token, open_token
from accounts.security.ways_in import end_all_ways_in, ways_in
from accounts.web.bot_forms import TokenForm
from api.scopes import Scope
from notifications.models import Device, Feed, Messenger, Webhook
from notifications.services.devices import add_device, renew_feed, set_webhook
from notifications.services.messengers import begin_telegram
from tests.accounts.factors import app_given, key_given, safely_in
from tests.accounts.people import PASSWORD, person, show_password
from tests.support.clients import client_of

pytestmark = pytest.mark.django_db
PUSH_KEYS = {"p256dh": "A" * 87, "auth": "A" * 22}
SLUGS = {"tokens", "bot_tokens", "devices", "messengers", "webhooks", "feeds", "addresses"}
NEW = {"password1": "ink-and-seal-9", "password2": "ink-and-seal-9"}
END = "/people/me/safety/log-ins/end/"


class Keys:
    """Everything that opens an account besides its log-ins, and whether it still does."""

    def __init__(self, user: User) -> None:
        now = timezone.now()
        bot = create_bot_account(owner=user, name=f"{user.username}-bot", about="", link="", now=now).user
        self.user = user
        self.token = _token(user)
        self.bot_token = _token(bot)
        self.feed = renew_feed(user=user, now=now)
        Device.objects.create(user=user, name="Phone", endpoint=f"https://push.example/{user.pk}", made_at=now)
        EmailAddress.objects.create(user=user, email=f"other-{user.username}@example.com")
        for one in (user, bot):
            Messenger.objects.create(user=one, channel="ntfy", target="https://n.example/t", made_at=now, linked_at=now)
            Webhook.objects.create(user=one, form="json", url="https://hook.example/", key="k", made_at=now)

    def open(self) -> set[str]:
        """The kinds that are still open."""
        held = {
            "tokens": opens(self.token),
            "bot_tokens": opens(self.bot_token),
            "devices": self.user.devices.exists(),
            "messengers": Messenger.objects.filter(user__username__startswith=self.user.username).exists(),
            "webhooks": Webhook.objects.filter(user__username__startswith=self.user.username).exists(),
            "addresses": EmailAddress.objects.filter(user=self.user, verified=False).exists(),
            "feeds": Client().get(f"/feeds/{self.feed}/turns.atom").status_code == 200,
        }
        return {slug for slug, is_open in held.items() if is_open}


def _token(user: User) -> str:
    return create_token(user=user, name="mine", scopes=[Scope.READ], days=30, now=timezone.now())[1]


def opens(token: str) -> bool:
    try:
        open_token(text=token, now=timezone.now())
    except TokenRefused:
        return False
    return True


def ticked(page: str) -> set[str]:
    """The kinds that a page has ticked. Fails if it lists one without."""
    boxes = re.findall(r'<input type="checkbox" name="ways_in" value="(\w+)"[^>]*?( checked)?>', page)
    assert all(checked for _, checked in boxes)
    return {slug for slug, _ in boxes}


def change(user: User, chosen: list[str]) -> str:
    client = client_of(user)
    page = client.get("/accounts/password/change/").content.decode()
    client.post("/accounts/password/change/", {"oldpassword": PASSWORD, **NEW, "ways_in": chosen})
    return page


def reset(user: User, chosen: list[str]) -> str:
    client = Client()
    client.post("/accounts/password/reset/", {"email": f"{user.username}@example.org"})
    found = re.search(r"http://[^/]+(/\S+)", str(mail.outbox[-1].body))
    assert found
    page = client.get(found[1], follow=True)
    client.post(page.request["PATH_INFO"], {**NEW, "ways_in": chosen})
    return page.content.decode()


def leave(user: User, chosen: list[str]) -> str:
    client = client_of(user)
    page = client.get("/people/me/safety/").content.decode()
    client.post(END, {"where": "everywhere", "ways_in": chosen})
    return page


@pytest.mark.usefixtures("tasks_at_once")
@pytest.mark.parametrize("act", [change, reset, leave])
def test_each_kind_is_listed_ticked_and_ended(act: Callable[[User, list[str]], str]):
    ana, ben = Keys(person("ana")), Keys(person("ben"))
    assert ana.open() == SLUGS == {way_in.slug for way_in in ways_in()}
    assert ticked(act(ana.user, sorted(SLUGS))) == SLUGS
    assert (ana.open(), ben.open()) == (set(), SLUGS)


@pytest.mark.usefixtures("tasks_at_once")
@pytest.mark.parametrize("act", [change, reset, leave])
@pytest.mark.parametrize("kept", sorted(SLUGS))
def test_what_is_not_ticked_stays(act: Callable[[User, list[str]], str], kept: str):
    ana = Keys(person("ana"))
    act(ana.user, sorted(SLUGS - {kept}))
    assert ana.open() == {kept}


def test_a_password_that_is_refused_ends_nothing():
    ana = Keys(person("ana"))
    wrong = {"oldpassword": "wrong", **NEW, "ways_in": sorted(SLUGS)}
    assert client_of(ana.user).post("/accounts/password/change/", wrong).status_code == 200
    assert ana.open() == SLUGS


def test_the_page_says_how_many_there_are():
    ana = Keys(person("ana"))
    page = client_of(ana.user).get("/people/me/safety/").content.decode()
    assert "Tokens that act for you (1)" in page and "Webhooks (2)" in page
    assert "Webhooks (0)" in client_of(person("ben")).get("/people/me/safety/").content.decode()


@pytest.mark.usefixtures("tasks_at_once")
@pytest.mark.parametrize("act", [change, reset, leave])
def test_an_address_that_waits_to_be_confirmed_is_ended_too(act: Callable[[User, list[str]], str]):
    """A thief with the password adds an address and confirms it later, to choose a password by mail."""
    ana = person("ana")
    thiefs = EmailAddress.objects.create(user=ana, email="thief@example.com")
    key = EmailConfirmationHMAC.create(thiefs).key
    act(ana, sorted(SLUGS))
    Client().post(f"/accounts/confirm-email/{key}/")
    assert [*EmailAddress.objects.values_list("user__username", "email")] == [("ana", "ana@example.org")]


def test_a_password_that_the_operator_sets_by_command_ends_everything(monkeypatch: pytest.MonkeyPatch):
    ana, ben = Keys(person("ana")), Keys(person("ben"))
    browser = client_of(ana.user)
    monkeypatch.setattr("getpass.getpass", lambda prompt="": "ink-and-seal-9")
    call_command("changepassword", "ana", stdout=StringIO())
    assert (ana.open(), ben.open()) == (set(), SLUGS)
    assert browser.get("/people/me/safety/").status_code == 302
    assert User.objects.get(pk=ana.user.pk).check_password("ink-and-seal-9")


def shuts_out(user: User) -> None:
    """A new password, which ends all, in another request."""
    owner = User.objects.get(pk=user.pk)
    owner.set_password("ink-and-seal-9")
    owner.save()
    end_all_ways_in(user=owner, now=timezone.now())


def logs_out(user: User) -> None:
    end_log_ins(user=User.objects.get(pk=user.pk))
    end_all_ways_in(user=user, now=timezone.now())


@pytest.mark.parametrize("ends", [shuts_out, logs_out])
def test_a_request_under_way_meanwhile_opens_no_way_in(ends: Callable[[User], None], monkeypatch, settings):
    settings.TELEGRAM_TOKEN, settings.TELEGRAM_BOT = "1:token", "bot"
    ana = person("ana")
    thief, held = client_of(ana), User.objects.get(pk=ana.pk)
    show_password(thief)

    class Slow(TokenForm):
        def is_valid(self) -> bool:
            ends(ana)
            return super().is_valid()

    monkeypatch.setattr("accounts.web.bot_views.TokenForm", Slow)
    monkeypatch.setattr("notifications.services.devices.check_url", lambda url: None)
    reply = thief.post("/people/me/tokens/new/", {"name": "mine", "scopes": "read", "days": "90"})
    assert (reply.status_code, ana.tokens.count()) == (403, 0)
    with pytest.raises(PermissionDenied):
        begin_telegram(user=held, now=timezone.now())
    with pytest.raises(PermissionDenied):
        renew_feed(user=held, now=timezone.now())
    with pytest.raises(PermissionDenied):
        set_webhook(user=held, form="json", url="https://hook.example/", now=timezone.now())
    with pytest.raises(PermissionDenied):
        add_device(user=held, name="", endpoint="https://push.example/", **PUSH_KEYS, now=timezone.now())
    assert not (
        Feed.objects.exists() or Webhook.objects.exists() or Device.objects.exists() or Messenger.objects.exists()
    )


def test_the_only_address_stays_although_it_is_not_confirmed():
    ana = person("ana", confirmed=False)
    leave(ana, sorted(SLUGS))
    assert EmailAddress.objects.filter(user=ana).exists()


@pytest.mark.usefixtures("tasks_at_once")
@pytest.mark.parametrize("where", ["everywhere", "elsewhere"])
def test_a_link_for_a_new_password_ends_with_the_log_ins(where: str):
    ana = person("ana")
    own = client_of(ana)
    Client().post("/accounts/password/reset/", {"email": "ana@example.org"})
    found = re.search(r"http://[^/]+(/\S+)", str(mail.outbox[-1].body))
    assert found
    own.post(END, {"where": where})
    page = Client().get(found[1], follow=True)
    Client().post(page.request["PATH_INFO"], NEW)
    ana = User.objects.get()
    assert ana.check_password(PASSWORD) and "password1" not in page.content.decode()


def test_a_password_that_an_administrator_sets_ends_everything():
    ana = Keys(person("ana"))
    boss = safely_in(person("boss", is_staff=True, is_superuser=True))
    new = {"usable_password": "true", **NEW}
    assert boss.post(f"/admin/accounts/user/{ana.user.pk}/password/", new).status_code == 302
    assert ana.open() == set()


def ticks(user: User) -> dict[str, bool]:
    """The second factors on the page for another password, by their words, and whether they are ticked."""
    page = client_of(user).get("/accounts/password/change/").content.decode()
    found = re.findall(r'name="ways_in" value="factor-\d+"([^>]*)>\s*([^<]*?)\s*<', page)
    return {words: "checked" in more for more, words in found}


def test_second_factors_are_named_with_their_day_and_new_passkeys_ticked():
    ana = person("ana")
    app_given(ana)
    key_given(ana)
    old = key_given(ana)
    Authenticator.objects.filter(pk=old.pk).update(created_at=datetime(2020, 5, 4, 12, tzinfo=UTC))
    app, new, known = ticks(ana).items()
    assert (app[0].startswith("App that shows codes, added on "), app[1]) == (True, False)
    assert (new[0].startswith("Passkey “Key”, added on "), new[1]) == (True, True)
    assert known == ("Passkey “Key”, added on 4 May 2020", False)
    assert ticks(person("ben")) == {}


def test_a_new_password_ends_the_second_factors_that_are_ticked():
    ana, ben = person("ana"), person("ben")
    app_given(ana)
    thiefs, others = key_given(ana), key_given(ben)
    change(ana, [f"factor-{thiefs.pk}"])
    assert [*Authenticator.objects.filter(user=ana).values_list("type", flat=True)] == ["totp"]
    ana.set_password(PASSWORD)
    ana.save()
    change(ana, [f"factor-{others.pk}"])
    assert Authenticator.objects.filter(pk=others.pk).exists()


def test_with_the_last_factor_recovery_codes_end_too():
    ana = person("ana")
    key = key_given(ana)
    RecoveryCodes.activate(ana)
    change(ana, [f"factor-{key.pk}"])
    assert not Authenticator.objects.filter(user=ana).exists()


def test_who_looks_after_others_keeps_one():
    ana = person("ana", is_staff=True)
    key = key_given(ana)
    change(ana, [f"factor-{key.pk}"])
    assert Authenticator.objects.filter(pk=key.pk).exists()
    assert User.objects.get(pk=ana.pk).check_password(PASSWORD)
    other = key_given(ana)
    change(ana, [f"factor-{key.pk}"])
    assert [*Authenticator.objects.filter(user=ana).values_list("pk", flat=True)] == [other.pk]


@pytest.mark.usefixtures("tasks_at_once")
@pytest.mark.parametrize("act", [reset, leave])
def test_neither_a_mailbox_nor_a_session_alone_ends_a_second_factor(act: Callable[[User, list[str]], str]):
    ana = person("ana")
    key = key_given(ana)
    assert 'value="factor-' not in act(ana, [f"factor-{key.pk}"])
    assert Authenticator.objects.filter(pk=key.pk).exists()
