"""Guessed passwords and codes: whatever is wrong looks and costs the same, and nobody's tries keep the owner out."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts.identity.bot_accounts import create_bot_account
from accounts.models import User
from accounts.security import limit_table
from tests.accounts.factors import KEY_LOG_IN, app_given, code_of, key_given, log_in_with_key
from tests.accounts.people import PASSWORD, guest, person
from tests.accounts.times import NOW

pytestmark = pytest.mark.django_db
SENTENCE = "Name or password is not right. Try again; after five tries, wait five minutes or ask for a new password."
CODE_SENTENCE = "The code is not right. Try again with the next one; after five tries, wait five minutes."


@pytest.fixture(autouse=True)
def _fewer_tries_from_everywhere(settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = limit_table.rates(guess_everywhere="10/h/key")


def browser(address: str = "192.0.2.1") -> Client:
    return Client(REMOTE_ADDR=address)


def tries(client: Client, login: str, password: str = "wrong", times: int = 1) -> None:
    for _ in range(times):
        client.post("/accounts/login/", {"login": login, "password": password})


def gets_in(client: Client, login: str = "ana") -> bool:
    client.post("/accounts/login/", {"login": login, "password": PASSWORD})
    return "_auth_user_id" in client.session


def known_browser(login: str = "ana", address: str = "192.0.2.1") -> Client:
    """A browser that has logged in to the account before and is out again."""
    client = browser(address)
    assert gets_in(client, login)
    client.post("/accounts/logout/")
    return client


def page_of(client: Client, login: str, password: str = "wrong") -> tuple[int, str]:
    """The answer to a try, without what was typed and without the token of the form."""
    reply = client.post("/accounts/login/", {"login": login, "password": password})
    text = re.sub(r'(csrfmiddlewaretoken" value|nonce)="[^"]+"', "", reply.content.decode())
    return reply.status_code, text.replace(f'value="{login}"', "")


def nothing() -> str:
    return "nobody"


def no_address() -> str:
    return "nobody@example.org"


def a_name() -> str:
    return person("ana").username


def an_address() -> str:
    return person("ana").email


def an_unconfirmed_address() -> str:
    return person("ana", confirmed=False).email


def an_address_of_two() -> str:
    person("ana", confirmed=False)
    ben = person("ben", confirmed=False)
    EmailAddress.objects.filter(user=ben).update(email="ana@example.org")
    return "ana@example.org"


def a_suspended_name() -> str:
    return person("ana", suspended_until=timezone.now() + timedelta(days=9), suspended_why="Rude").username


def a_closed_name() -> str:
    return person("ana", is_active=False).username


def a_guest() -> str:
    return guest().username


def a_bot() -> str:
    made = create_bot_account(owner=person("ana"), name="ana-bot", about="", link="", now=NOW)
    return made.user.username


def a_locked_name() -> str:
    tries(browser(), a_name(), times=5)
    return "ana"


def a_locked_address() -> str:
    tries(browser(), an_address(), times=5)
    return "ana@example.org"


def a_locked_name_that_nobody_has() -> str:
    tries(browser(), "nobody", times=5)
    return "nobody"


def a_name_locked_everywhere() -> str:
    for number in range(2):
        tries(browser(f"198.51.100.{number}"), a_name() if number == 0 else "ana", times=5)
    return "ana"


def a_name_from_an_address_of_many_tries() -> str:
    for number in range(10):
        tries(browser(), f"somebody{number}")
    return a_name()


WRONG = [
    no_address,
    a_name,
    an_address,
    an_unconfirmed_address,
    an_address_of_two,
    a_suspended_name,
    a_closed_name,
    a_guest,
    a_bot,
    a_locked_name,
    a_locked_address,
    a_locked_name_that_nobody_has,
    a_name_locked_everywhere,
    a_name_from_an_address_of_many_tries,
]


@pytest.mark.parametrize("typed", WRONG, ids=lambda typed: typed.__name__)
def test_whatever_is_wrong_the_answer_and_the_work_are_the_same(typed: Callable[[], str], hashes: list[str]):
    expected = page_of(browser(), nothing())
    assert (expected[0], SENTENCE in expected[1]) == (200, True)
    cache.clear()
    login = typed()
    hashes.clear()
    assert page_of(browser(), login) == expected
    # Where an account has no password, a word of chance is hashed.
    assert len(hashes) == 1


@pytest.mark.parametrize("typed", [a_locked_name, a_locked_address, a_name_locked_everywhere])
def test_a_right_password_is_no_exception(typed: Callable[[], str], hashes: list[str]):
    expected = page_of(browser(), nothing())
    cache.clear()
    login = typed()
    hashes.clear()
    assert page_of(browser(), login, PASSWORD) == expected
    assert hashes == [PASSWORD]


def test_a_right_password_costs_one_look(hashes: list[str]):
    person("ana")
    hashes.clear()
    assert gets_in(browser()) and gets_in(browser(), "ana@example.org")
    assert hashes == [PASSWORD] * 2


def test_tries_from_one_place_lock_no_other():
    person("ana")
    tries(browser("192.0.2.66"), "ana", times=9)
    assert not gets_in(browser("192.0.2.66"))
    assert gets_in(browser("192.0.2.7"))


def test_a_household_is_one_place():
    person("ana")
    tries(browser("2001:db8:1:1::1"), "ana", times=5)
    assert not gets_in(browser("2001:db8:1:1::2"))


def test_a_known_browser_gets_in_whatever_its_neighbours_try():
    person("ana")
    own = known_browser()
    for number in range(12):
        tries(browser(), "ana", times=3)
        tries(browser(), f"somebody{number}")
    assert browser().post("/accounts/login/", {"login": "ana", "password": "wrong"}).status_code == 429
    assert gets_in(own)


def test_a_network_of_many_addresses_cannot_try_without_end():
    person("ana")
    own = known_browser()
    for number in range(2):
        tries(browser(f"198.51.100.{number}"), "ana", times=5)
    assert not gets_in(browser("192.0.2.99"))
    assert gets_in(own)


def test_a_known_browser_may_not_try_for_ever_either():
    person("ana")
    own = known_browser()
    tries(own, "ana", times=5)
    assert not gets_in(own)
    assert gets_in(browser())


def test_a_known_browser_gets_in_whatever_another_one_tries():
    person("ana")
    own, former = known_browser(), known_browser()
    tries(former, "ana", times=5)
    assert not gets_in(former)
    assert gets_in(own)


def test_a_browser_that_another_account_knows_is_a_strangers():
    person("ana"), person("mallory")
    theirs = known_browser("mallory")
    tries(theirs, "ana", times=5)
    assert not gets_in(theirs, "ana")


def test_log_ins_that_succeed_are_no_tries():
    person("ana")
    for _ in range(8):
        assert gets_in(browser())


def test_but_not_without_end_in_browsers_that_the_account_knows(hashes: list[str]):
    """Each log-in gives the browser another name, so that all of an account count together."""
    ana = person("ana")
    browsers = [known_browser(), known_browser()]
    hashes.clear()
    for number in range(40):
        reply = browsers[number % 2].post("/accounts/login/", {"login": "ana", "password": PASSWORD})
        browsers[number % 2].post("/accounts/logout/")
    assert (reply.status_code, len(hashes)) == (429, 30)
    assert gets_in(browser("192.0.2.7")), "elsewhere the owner gets in"
    key_given(ana, ec.generate_private_key(ec.SECP256R1()))
    assert browsers[0].post(KEY_LOG_IN, {"credential": "{}"}).status_code == 429


def test_a_guess_between_log_ins_of_ones_own_counts_on():
    person("ana"), person("mallory")
    for _ in range(5):
        tries(browser(), "ana")
        assert gets_in(browser(), "mallory")
    assert not gets_in(browser())


def test_codes_tried_by_a_thief_of_the_password_do_not_lock_the_owner_out():
    person("ana")
    own = known_browser()
    app_given(User.objects.get(username="ana"))
    thief = browser()
    tries(thief, "ana", PASSWORD)
    replies = [thief.post("/accounts/2fa/authenticate/", {"code": "abcdef"}) for _ in range(6)]
    replies.append(thief.post("/accounts/2fa/authenticate/", {"code": code_of()}))
    assert all(CODE_SENTENCE in reply.content.decode() for reply in replies)
    assert "_auth_user_id" not in thief.session
    tries(own, "ana", PASSWORD)
    own.post("/accounts/2fa/authenticate/", {"code": code_of()})
    assert "_auth_user_id" in own.session


def test_a_code_counts_where_it_was_tried_and_for_the_account_everywhere():
    ana = person("ana")
    app_given(ana)
    for number in range(2):
        thief = browser(f"198.51.100.{number}")
        tries(thief, "ana", PASSWORD)
        for _ in range(5):
            thief.post("/accounts/2fa/authenticate/", {"code": "abcdef"})
    last = browser("192.0.2.99")
    tries(last, "ana", PASSWORD)
    last.post("/accounts/2fa/authenticate/", {"code": code_of()})
    assert "_auth_user_id" not in last.session


@pytest.mark.usefixtures("tasks_at_once")
def test_a_new_password_by_mail_makes_a_browser_known_while_many_guess():
    person("ana")
    for number in range(2):
        tries(browser(f"198.51.100.{number}"), "ana", times=5)
    client = browser("192.0.2.99")
    client.post("/accounts/password/reset/", {"email": "ana@example.org"})
    link = next(str(letter.body) for letter in mail.outbox if letter.subject == "Choose a new password")
    found = re.search(rf"{settings.SITE_URL}(\S+)", link)
    assert found
    page = client.get(found[1], follow=True)
    client.post(page.request["PATH_INFO"], {"password1": PASSWORD, "password2": PASSWORD})
    client.post("/accounts/logout/")
    assert gets_in(client)
    assert not gets_in(browser("192.0.2.98"))


def test_a_known_browser_gets_in_by_passkey_whatever_its_neighbours_try():
    ana, key = person("ana"), ec.generate_private_key(ec.SECP256R1())
    known, stranger = known_browser(), browser()
    key_given(ana, key)
    for _ in range(10):
        stranger.post(KEY_LOG_IN, {"credential": "{}"})
    assert stranger.post(KEY_LOG_IN, {"credential": "{}"}).status_code == 429
    log_in_with_key(known, ana, key)
    assert known.session["_auth_user_id"] == str(ana.pk)
    known.post("/accounts/logout/")
    for _ in range(10):
        known.post(KEY_LOG_IN, {"credential": "{}"})
    assert known.post(KEY_LOG_IN, {"credential": "{}"}).status_code == 429, "nor may it ask for ever"


def test_a_forged_cookie_makes_no_browser_known_to_log_ins_by_passkey():
    ana, stranger = person("ana"), browser()
    for number in range(12):
        stranger.cookies[f"known-{ana.pk}"] = f"made up:{number}"
        reply = stranger.post(KEY_LOG_IN, {"credential": "{}"})
    assert reply.status_code == 429
