"""Answers of passkeys that no browser sends: each is a wrong one, and no error of the site."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from cryptography.hazmat.primitives.asymmetric import ec
from django.core.cache import cache
from django.test import Client
from fido2.utils import websafe_encode

from tests.accounts.factors import KEY_LOG_IN, app_given, challenge_of, key_given, shown_key
from tests.accounts.people import PASSWORD, person

pytestmark = pytest.mark.django_db
NONSENSE: tuple[Any, ...] = (None, 7, [], "", "é", *map(websafe_encode, (b"9" * 40, b"[" * 5000, b"\xbf" * 50)))


def strange(right: dict[str, Any]) -> Iterator[Any]:
    """The right answer with one part that is missing or nonsense, and others that are nothing at all."""
    for credential in _strange(right):
        cache.clear()  # of limits, which would refuse most of these
        yield credential


def _strange(right: dict[str, Any]) -> Iterator[Any]:
    yield from NONSENSE
    for place in ((), ("response",)):
        part = right[place[0]] if place else right
        for name in part:
            for value in (..., *NONSENSE):
                changed = {key: given for key, given in (part | {name: value}).items() if given is not ...}
                yield (right | {place[0]: changed}) if place else changed


def test_a_log_in_with_a_passkey_alone():
    ana, key = person("ana"), ec.generate_private_key(ec.SECP256R1())
    key_given(ana, key)
    client = Client()
    for credential in strange(shown_key(ana, key, "AAAA")):
        challenge_of(client)
        reply = client.post(KEY_LOG_IN, {"credential": json.dumps(credential)})
        assert reply.status_code == 302 and "_auth_user_id" not in client.session, credential


def test_the_second_step_of_a_log_in():
    ana, key = person("ana"), ec.generate_private_key(ec.SECP256R1())
    app_given(ana), key_given(ana, key)
    client = Client()
    client.post("/accounts/login/", {"login": "ana", "password": PASSWORD})
    for credential in strange(shown_key(ana, key, "AAAA")):
        reply = client.post("/accounts/2fa/authenticate/", {"credential": json.dumps(credential)})
        assert reply.status_code in (200, 302) and "_auth_user_id" not in client.session, credential


@pytest.mark.long("passkeys that no browser sends, on every page that takes one")
@pytest.mark.parametrize("page", ["reauthenticate", "add"])
def test_pages_for_who_is_in(page):
    ana, key = person("ana"), ec.generate_private_key(ec.SECP256R1())
    key_given(ana, key)
    client = Client()
    client.force_login(ana)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    path, right = f"/accounts/2fa/webauthn/{page}/", shown_key(ana, key, "AAAA")
    right["response"] |= {"attestationObject": right["response"]["authenticatorData"], "transports": []}
    for credential in strange(right):
        client.get(path)
        assert client.post(path, {"credential": json.dumps(credential), "name": "x"}).status_code < 500, credential
    assert Authenticator.objects.filter(user=ana).count() == 1
