"""Names that look alike, taken at the same moment: one gets it, and the others the sentence that the check has."""

from collections.abc import Callable
from threading import Barrier
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone

from accounts.identity.bot_accounts import create_bot_account
from accounts.identity.services import choose_name, create_guest, keep_guest
from accounts.models import NAME_ALIKE, NAME_TAKEN, User
from accounts.web.forms import SignUpForm
from tests.accounts.people import PASSWORD, guest, person
from tests.matches.test_concurrency import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


def refusal_of(act: Callable[[], Any]) -> Callable[[], str]:
    """The act, and what it is refused with."""

    def run() -> str:
        try:
            act()
        except ValidationError as error:
            return str(error.messages[0])
        return ""

    return run


@pytest.mark.parametrize(
    ("other", "words"), [("cpex.", NAME_ALIKE), ("\u0441\u0440\u0435\u0445", NAME_ALIKE), ("CPEX", NAME_TAKEN)]
)
def test_of_two_sign_ups_that_both_passed_the_check_one_is_made(other, words, monkeypatch):
    both, save = Barrier(2, timeout=60), SignUpForm.try_save

    def together(form: SignUpForm, request: Any) -> Any:
        both.wait()
        return save(form, request)

    monkeypatch.setattr(SignUpForm, "try_save", together)

    def sign_up(name: str, address: str) -> str:
        given = {"username": name, "email": address, "password1": PASSWORD}
        return Client().post("/accounts/signup/", given, follow=True).content.decode()

    pages = at_once([lambda: sign_up("cpex", "one@example.org"), lambda: sign_up(other, "two@example.org")])
    assert sum(str(words) in page for page in pages) == 1
    assert User.objects.count() == 1


def test_all_other_ways_to_a_name_end_the_same():
    ana, ben, visitor = person("ana"), person("ben"), guest()
    ways = [
        lambda: choose_name(user=ana, name="zorn"),
        lambda: create_bot_account(owner=ben, name="z.o.rn", about="", link="", now=timezone.now()),
        lambda: keep_guest(user=visitor, name="zom.", address="v@example.org", password=PASSWORD),
    ]
    assert sorted(at_once([refusal_of(way) for way in ways])) == ["", NAME_ALIKE, NAME_ALIKE]


def test_guests_of_the_same_moment_get_names_that_look_different():
    made = at_once([lambda: create_guest(zone="", now=timezone.now()).name_look] * 6)
    assert len(set(made)) == 6


def test_a_guest_who_keeps_the_account_twice_at_once_keeps_it_once(monkeypatch):
    """Both forms were sent while the account was a guest's: the page is clicked twice."""
    made, both = guest(), Barrier(2, timeout=60)

    def keep_when_both_were_let_in(**given: Any) -> User:
        both.wait()
        return keep_guest(**given)

    monkeypatch.setattr("accounts.web.views.keep_guest", keep_when_both_were_let_in)

    def kept_as(name: str) -> str:
        client = Client()
        client.force_login(made)
        given = {"username": name, "email": f"{name}@example.org", "password": PASSWORD}
        return str(client.post("/people/keep/", given)["Location"])

    assert at_once([lambda: kept_as("dora"), lambda: kept_as("emil")]) == ["/people/me/"] * 2
    made.refresh_from_db()
    assert (made.kind, made.email) == ("person", f"{made.username}@example.org")
    assert EmailAddress.objects.filter(user=made).count() == 1
