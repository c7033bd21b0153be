"""A second factor: set up, asked for, required of those with power over others, kept sealed."""

import re

import pytest
from allauth.mfa.models import Authenticator
from cryptography.fernet import Fernet
from django.contrib.auth.models import Group, Permission
from django.core import mail
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.security.second_factor import HELD, SecondFactors, must_have_second_factor
from tests.accounts.factors import KEY, app_given, code_of, key_given, safely_in
from tests.accounts.people import PASSWORD, person
from tests.support.clients import client_of

pytestmark = pytest.mark.django_db
AREAS = ("admin", "moderation")


def password_step(name: str) -> Client:
    client = Client()
    reply = client.post("/accounts/login/", {"login": name, "password": PASSWORD})
    assert reply["Location"] == "/accounts/2fa/authenticate/"
    assert "_auth_user_id" not in client.session, "the password alone opens nothing"
    return client


def of_staff(name: str) -> User:
    return person(name, is_staff=True, is_superuser=True)


@pytest.mark.django_db(transaction=True)
def test_an_app_is_set_up_by_its_first_code(settings):
    settings.SECOND_FACTOR_AREAS = AREAS
    client = client_of(of_staff("ana"))
    page = client.get("/accounts/2fa/totp/activate/", follow=True)
    assert "Enter your password" in page.content.decode()
    page = client.post(
        "/accounts/reauthenticate/?next=/accounts/2fa/totp/activate/", {"password": PASSWORD}, follow=True
    )
    key = re.search(r'class="key">(\w+)<', page.content.decode())
    assert key
    wrong = client.post("/accounts/2fa/totp/activate/", {"code": "abcdef"})
    assert "The code is not right" in wrong.content.decode()
    page = client.post("/accounts/2fa/totp/activate/", {"code": code_of(key[1])}, follow=True)
    codes = re.findall(r"<li><code>(\d{8})</code>", page.content.decode())
    assert len(codes) == 10
    assert [letter.subject for letter in mail.outbox] == ["A second factor was added"]
    assert client.get("/admin/").status_code == 200, "this log-in has just shown it"


def test_the_log_in_asks_for_a_code():
    app_given(person("ana"))
    client = password_step("ana")
    assert "not right" in client.post("/accounts/2fa/authenticate/", {"code": "abcdef"}).content.decode()
    assert client.post("/accounts/2fa/authenticate/", {"code": code_of()}).status_code == 302
    assert client.get("/people/me/").status_code == 200


def test_a_code_opens_one_log_in_only():
    app_given(person("ana"))
    used = code_of()
    password_step("ana").post("/accounts/2fa/authenticate/", {"code": used})
    again = password_step("ana")
    again.post("/accounts/2fa/authenticate/", {"code": used})
    assert "_auth_user_id" not in again.session


def test_codes_cannot_be_tried_for_ever():
    app_given(person("ana"))
    client = password_step("ana")
    for _ in range(5):
        client.post("/accounts/2fa/authenticate/", {"code": "abcdef"})
    page = client.post("/accounts/2fa/authenticate/", {"code": code_of()})
    assert "after five tries, wait five minutes" in page.content.decode()
    assert "_auth_user_id" not in client.session


@pytest.mark.parametrize("group", ["moderators", "senior moderators"])
def test_moderators_must_have_one(group: str):
    user = person("mo")
    assert not must_have_second_factor(user)
    user.groups.add(Group.objects.get_or_create(name=group)[0])
    assert must_have_second_factor(User.objects.get(pk=user.pk))


def test_a_permission_counts_and_not_the_name_of_a_group(settings):
    settings.SECOND_FACTOR_AREAS = AREAS
    of_club, of_own, named = person("mo"), person("max"), person("mel")
    desk = Permission.objects.get(codename="desk", content_type__app_label="moderation")
    club = Group.objects.create(name="friends of the house")
    club.permissions.add(desk)
    of_club.groups.add(club)
    of_own.user_permissions.add(desk)
    named.groups.add(Group.objects.create(name="moderators of old"))
    assert [must_have_second_factor(user) for user in (of_club, of_own, named)] == [True, True, False]
    assert client_of(of_club).get("/moderation/")["Location"] == "/accounts/2fa/"


def test_a_factor_that_was_taken_away_opens_nothing_more(settings):
    settings.SECOND_FACTOR_AREAS = AREAS
    set_up, by_code = of_staff("olga"), of_staff("otto")
    clients = [safely_in(set_up)]
    app_given(by_code)
    clients.append(password_step("otto"))
    clients[1].post("/accounts/2fa/authenticate/", {"code": code_of()})
    assert [client.get("/admin/").status_code for client in clients] == [200, 200]
    for user in (set_up, by_code):
        Authenticator.objects.filter(user=user).delete()
        key_given(user)
    for client in clients:
        assert client.get("/admin/")["Location"].startswith("/accounts/2fa/webauthn/reauthenticate/")


def test_the_admin_opens_to_none_without_a_second_factor(settings):
    settings.SECOND_FACTOR_AREAS = AREAS
    client = client_of(of_staff("olga"))
    for path in ("/admin/", "/admin/accounts/user/", "/admin/nothing/here/"):
        reply = client.get(path)
        assert (reply.status_code, reply["Location"]) == (302, "/accounts/2fa/")
        assert client.post(path).status_code == 302
    assert "Set one up here" in client.get("/accounts/2fa/").content.decode()


def test_having_one_is_not_enough_it_is_shown_in_this_log_in(settings):
    settings.SECOND_FACTOR_AREAS = AREAS
    user = of_staff("olga")
    app_given(user)
    client = client_of(user)
    reply = client.get("/admin/accounts/user/?q=1")
    assert reply["Location"] == "/accounts/2fa/reauthenticate/?next=%2Fadmin%2Faccounts%2Fuser%2F%3Fq%3D1"
    reply = client.post(reply["Location"], {"code": code_of(), "next": "/admin/accounts/user/"})
    assert reply["Location"] == "/admin/accounts/user/"
    assert client.get("/admin/accounts/user/").status_code == 200


def test_by_a_code_at_the_log_in_the_admin_is_open(settings):
    settings.SECOND_FACTOR_AREAS = AREAS
    app_given(of_staff("olga"))
    client = password_step("olga")
    client.post("/accounts/2fa/authenticate/", {"code": code_of()})
    assert client.get("/admin/").status_code == 200


def test_with_a_passkey_alone_the_passkey_is_asked_for(settings):
    settings.SECOND_FACTOR_AREAS = AREAS
    user = of_staff("olga")
    Authenticator.objects.create(user=user, type=Authenticator.Type.WEBAUTHN, data={})
    reply = client_of(user).get("/admin/")
    assert reply["Location"] == "/accounts/2fa/webauthn/reauthenticate/?next=%2Fadmin%2F"


def test_others_are_not_asked_and_who_is_asked_may_log_out(settings):
    settings.SECOND_FACTOR_AREAS = AREAS
    assert "/admin/login/" in client_of(person("ana")).get("/admin/")["Location"]
    assert "/admin/login/" in Client().get("/admin/")["Location"]
    assert client_of(of_staff("olga")).post("/admin/logout/").status_code in (200, 302)
    assert client_of(User.objects.get(username="olga")).get("/turns/").status_code == 200


def test_who_needs_one_keeps_the_last():
    user, other = of_staff("olga"), person("ana")
    safely_in(user)
    safely_in(other)
    adapter = SecondFactors()
    mine, theirs = (Authenticator.objects.get(user=one, type="totp") for one in (user, other))
    assert adapter.can_delete_authenticator(theirs) and not adapter.can_delete_authenticator(mine)
    Authenticator.objects.create(user=user, type=Authenticator.Type.WEBAUTHN, data={})
    assert adapter.can_delete_authenticator(mine)


def test_secrets_lie_sealed_and_follow_a_new_key(settings):
    user = person("ana")
    app_given(user)
    row = Authenticator.objects.get(user=user)
    assert KEY not in str(row.data)
    settings.VAULT_KEYS = [Fernet.generate_key().decode(), *settings.VAULT_KEYS]
    call_command("vault_rotate", verbosity=0)
    settings.VAULT_KEYS = settings.VAULT_KEYS[:1]
    client = password_step("ana")
    assert client.post("/accounts/2fa/authenticate/", {"code": code_of()}).status_code == 302
    assert client.get("/people/me/").status_code == 200


def test_the_admin_has_no_page_for_factors_and_sessions():
    client = safely_in(of_staff("olga"))
    assert client.get("/admin/mfa/authenticator/").status_code == 404
    assert client.get("/admin/usersessions/usersession/").status_code == 404


def test_nobody_can_take_an_account_over_by_an_address_written_in_the_admin():
    ana, client = person("ana"), safely_in(of_staff("olga"))
    assert client.get("/admin/account/emailaddress/").status_code == 404
    page = f"/admin/accounts/user/{ana.pk}/change/"
    assert 'name="email"' not in client.get(page).content.decode()
    changed = {"username": "ana", "kind": "person", "time_zone": "UTC", "date_language": "de", "is_active": "on"}
    assert client.post(page, {**changed, "email": "thief@example.org"}).status_code == 302
    ana.refresh_from_db()
    assert (ana.email, ana.date_language) == ("ana@example.org", "de")


def test_the_operator_helps_someone_who_has_lost_all(capsys):
    user = person("ana")
    client = safely_in(user)
    client.get("/people/me/")
    call_command("second_factor_reset", "ANA")
    assert "factors removed: 1, log-ins ended: 1; the owner was told by mail" in capsys.readouterr().out
    assert not Authenticator.objects.exists()
    assert client.get("/people/me/").status_code == 302
    assert [letter.subject for letter in mail.outbox] == ["Your second factor was removed"]
    with pytest.raises(CommandError, match="Check the name"):
        call_command("second_factor_reset", "nobody")


def test_the_factor_shown_is_found_with_the_session_and_codes_do_not_stand_for_one(settings):
    settings.SECOND_FACTOR_AREAS = AREAS
    user = of_staff("olga")
    client = safely_in(user)
    assert [asked_for_factors(client) for _ in range(3)] == [1, 0, 0]
    app = Authenticator.objects.get(user=user)
    codes = Authenticator.objects.create(user=user, type=Authenticator.Type.RECOVERY_CODES, data={})
    session = client.session
    session[HELD] = codes.pk
    session.save()
    assert [asked_for_factors(client) for _ in range(3)] == [1, 1, 1]
    app.delete()
    assert client.get("/admin/")["Location"] == "/accounts/2fa/"


def asked_for_factors(client: Client) -> int:
    """The number of queries about second factors alone while a page opens."""
    with CaptureQueriesContext(connection) as queries:
        assert client.get("/admin/").status_code == 200
    return sum(' FROM "mfa_authenticator"' in query["sql"] and "session" not in query["sql"] for query in queries)
