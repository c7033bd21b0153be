"""Somebody with a guest's session adds no factor that would lock the owner out of the account kept later."""

import re

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client

from tests.accounts.factors import code_of
from tests.accounts.people import PASSWORD, guest

pytestmark = pytest.mark.django_db
KEEP = "/people/keep/"


@pytest.fixture
def thief() -> Client:
    """Another browser with the session of a guest."""
    browser = Client()
    browser.force_login(guest())
    return browser


def test_a_guest_sets_up_no_app(thief: Client):
    page = thief.get("/accounts/2fa/totp/activate/", follow=True)
    if key := re.search(r'class="key">(\w+)<', page.content.decode()):
        thief.post("/accounts/2fa/totp/activate/", {"code": code_of(key[1])})
    assert not Authenticator.objects.exists()
    assert page.redirect_chain == [(f"{KEEP}?next=/accounts/2fa/totp/activate/", 302)]
    thief.post(KEEP, {"username": "dora", "email": "dora@example.org", "password": PASSWORD})
    log_in = Client().post("/accounts/login/", {"login": "dora", "password": PASSWORD})
    assert "/2fa/" not in log_in["Location"], "the owner is asked for no code that only the thief has"


@pytest.mark.parametrize("page", ["", "webauthn/", "webauthn/add/", "totp/activate/", "recovery-codes/generate/"])
def test_all_pages_of_factors_lead_to_keeping_the_account(thief: Client, page: str):
    for answer in (thief.get(f"/accounts/2fa/{page}"), thief.post(f"/accounts/2fa/{page}")):
        assert (answer.status_code, answer["Location"]) == (302, f"{KEEP}?next=/accounts/2fa/{page}")
