"""A session and its user are found at once, and nothing that ends a log-in or takes a right away waits for anything."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Group, Permission
from django.contrib.sessions.models import Session
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from accounts.security.second_factor import must_have_second_factor
from accounts.security.sessions import end_log_ins
from tests.accounts.people import PASSWORD, person

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
PAGE = "/people/me/"


@pytest.fixture(autouse=True)
def _know_nobody() -> None:
    caches["near"].clear()


def known(name: str) -> tuple[User, Client]:
    """A user, and a browser of theirs whose session was found with its user."""
    user, client = person(name), Client()
    assert client.post("/accounts/login/", {"login": name, "password": PASSWORD}).status_code == 302
    asked = [asked_for_log_in(client) for _ in range(3)]
    assert asked[0] == asked[1] + 1 == asked[2] + 1, "first the session and then the user; from then on both at once"
    return user, client


def asked_for_log_in(client: Client) -> int:
    """The number of queries for a session and its user while a page is shown."""
    with CaptureQueriesContext(connection) as queries:
        assert client.get(PAGE).status_code == 200
    texts = [query["sql"] for query in queries]
    own = [sql for sql in texts if "django_session" in sql or sql.startswith('SELECT "accounts_user"."id"')]
    return len(own)


def suspend(user: User) -> None:
    User.objects.filter(pk=user.pk).update(suspended_until=timezone.now() + timedelta(days=1), suspended_why="Rude.")


def change_password(user: User) -> None:
    user.set_password("another long password")
    user.save()


def close(user: User) -> None:
    User.objects.filter(pk=user.pk).update(is_active=False)


def run_out(user: User) -> None:
    Session.objects.update(expire_date=timezone.now())


@pytest.mark.long("each way in which a log-in ends between two pages; `make test` tries rights and offices")
@pytest.mark.parametrize(
    ("change", "status"),
    [
        (change_password, 302),
        (lambda user: end_log_ins(user=user), 302),
        (lambda user: Session.objects.all().delete(), 302),
        (run_out, 302),
        (close, 302),
        (lambda user: user.delete(), 302),
        (suspend, 403),
    ],
)
def test_the_next_page_knows_of_it(change: Callable[[User], Any], status: int) -> None:
    user, client = known("ana")
    _, other = known("ben")
    change(user)
    assert client.get(PAGE).status_code == status
    if change != run_out and Session.objects.exists():
        assert other.get(PAGE).status_code == 200


def test_a_new_office_and_its_second_factor_count_at_once(settings: Any) -> None:
    settings.SECOND_FACTOR_AREAS = ("admin", "moderation")
    user, client = known("ana")
    desk = "/moderation/"
    refused = client.get(desk).status_code
    User.objects.filter(pk=user.pk).update(is_staff=True, is_superuser=True)
    assert client.get(desk).status_code == 302 != refused, "first they must set up a second factor"
    Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data={"secret": "x"})
    assert client.get(desk).url.startswith("/accounts/2fa/reauthenticate"), "and then show it"  # type: ignore[attr-defined]
    User.objects.filter(pk=user.pk).update(is_staff=False, is_superuser=False)
    assert client.get(desk).status_code == refused
    assert not must_have_second_factor(User.objects.get(pk=user.pk))


@pytest.mark.parametrize("by_group", [False, True])
def test_a_right_counts_at_once_and_is_gone_at_once(by_group: bool) -> None:
    user, client = known("ana")
    held: Any = user.user_permissions
    if by_group:
        helpers = Group.objects.create(name="helpers")
        user.groups.add(helpers)
        held = helpers.permissions
    desk = Permission.objects.get(codename="desk", content_type__app_label="moderation")
    found = []
    for change in (lambda right: None, held.add, held.remove):
        change(desk)
        found.append(client.get("/moderation/").status_code)
    assert found == [403, 200, 403]


def test_all_rights_are_found_by_one_question() -> None:
    user, other, closed = person("ana"), person("ben"), person("cleo", is_active=False)
    helpers = Group.objects.create(name="helpers")
    own, common, strange = Permission.objects.all()[:3]
    helpers.permissions.add(common)
    other.user_permissions.add(strange)
    for one in (user, closed):
        one.groups.add(helpers)
        one.user_permissions.add(own, common)
    with CaptureQueriesContext(connection) as queries:
        found = user.get_all_permissions()
    assert len(queries) == 1
    assert len(found) == 2 and found == user.get_user_permissions() | user.get_group_permissions()
    assert closed.get_all_permissions() == set()
    ruler = person("dora", is_superuser=True)
    assert len(ruler.get_all_permissions()) == Permission.objects.count()


@pytest.mark.usefixtures("watched_templates")
def test_a_key_that_came_to_another_user_opens_their_account_alone() -> None:
    ana, client = known("ana")
    ben, other = known("ben")
    mine, theirs = (Session.objects.get(pk=one.cookies["sessionid"].value) for one in (client, other))
    Session.objects.filter(pk=mine.pk).update(session_data=theirs.session_data)
    page = client.get(PAGE)
    assert page.context["user"].pk == ben.pk != ana.pk


@pytest.mark.usefixtures("watched_templates")
def test_nobody_is_taken_for_the_user_of_the_session_before() -> None:
    _, client = known("ana")
    client.get(PAGE)
    assert Client().get(PAGE).status_code == 302
    _, other = known("ben")
    assert other.get(PAGE).context["user"].username == "ben"
    assert client.get(PAGE).context["user"].username == "ana"
