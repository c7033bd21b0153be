"""Passkeys that somebody else uses: copied, taken, lured to another page, or heard before."""

import json
import re
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from cryptography.hazmat.primitives.asymmetric import ec
from django.test import Client
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import AttestationObject, AttestedCredentialData, AuthenticatorData, CollectedClientData

from accounts.models import User
from accounts.security.passkeys import is_said_here
from tests.accounts.factors import HOST, KEY_LOG_IN, ORIGIN, SEEN, challenge_of, key_given, log_in_with_key, shown_key
from tests.accounts.people import PASSWORD, person

pytestmark = pytest.mark.django_db
CURVE = ec.SECP256R1()
AGAIN = "/accounts/2fa/webauthn/reauthenticate/"
ADD = "/accounts/2fa/webauthn/add/"
SECOND = "/accounts/2fa/authenticate/"


def with_key(name: str = "ana") -> tuple[User, ec.EllipticCurvePrivateKey]:
    user, key = person(name), ec.generate_private_key(CURVE)
    key_given(user, key)
    return user, key


def is_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def asked_by(client: Client, page: str) -> str:
    """The challenge in a page."""
    found = re.search(r'"challenge": "([^"]+)"', client.get(page).content.decode())
    assert found, page
    return found[1]


def shown_at(client: Client, page: str, credential: dict[str, Any]) -> Any:
    return client.post(page, {"credential": json.dumps(credential)})


def test_a_key_that_asks_for_no_finger_does_not_log_in_alone():
    ana, key = with_key()
    client = Client()
    log_in_with_key(client, ana, key, flags=SEEN)
    assert not is_in(client)
    log_in_with_key(client, ana, key)
    assert is_in(client)


def test_nor_by_the_challenge_of_a_second_step_which_asks_for_none():
    ana, key = with_key()
    with_key("mallory")
    client = Client()
    client.post("/accounts/login/", {"login": "mallory", "password": PASSWORD})
    challenge = asked_by(client, SECOND)
    shown_at(client, KEY_LOG_IN, shown_key(ana, key, challenge, flags=SEEN))
    assert not is_in(client)


def test_after_the_password_presence_is_enough():
    ana, key = with_key()
    client = Client()
    client.post("/accounts/login/", {"login": "ana", "password": PASSWORD})
    shown_at(client, SECOND, shown_key(ana, key, asked_by(client, SECOND), flags=SEEN))
    assert is_in(client)


@pytest.mark.parametrize(
    "origin",
    ["http://club.testserver", "http://testserver:8001", "https://testserver", "http://testserver@other.example"],
)
def test_a_page_of_another_host_or_port_lures_no_log_in(origin):
    ana, key = with_key()
    client = Client()
    log_in_with_key(client, ana, key, origin=origin)
    assert not is_in(client)
    client.post("/accounts/login/", {"login": "ana", "password": PASSWORD})
    shown_at(client, SECOND, shown_key(ana, key, asked_by(client, SECOND), origin=origin))
    assert not is_in(client)


@pytest.mark.parametrize("host", ["testserver:8443", "testserver:8001", "club.testserver"])
def test_nor_one_that_names_the_page_as_the_host_that_it_asks(host, settings):
    settings.ALLOWED_HOSTS = ["testserver", ".testserver"]
    ana, key = with_key()
    client = Client(HTTP_HOST=host)
    log_in_with_key(client, ana, key, origin=f"http://{host}")
    assert not is_in(client)
    client.post("/accounts/login/", {"login": "ana", "password": PASSWORD})
    shown_at(client, SECOND, shown_key(ana, key, asked_by(client, SECOND), origin=f"http://{host}"))
    assert not is_in(client)


@pytest.mark.parametrize(
    ("embedded", "site", "origin", "fits"),
    [
        (True, "http://127.0.0.1:8007", "http://localhost:8007", True),
        (True, "http://127.0.0.1:8007", "http://127.0.0.1:8007", True),
        (True, "http://127.0.0.1:8007", "http://localhost:8000", False),
        (True, "http://127.0.0.1", "http://localhost", True),
        (True, "https://play.example.org", "http://localhost:8007", False),
        (False, "http://127.0.0.1:8007", "http://localhost:8007", False),
        (False, "https://play.example.org", "https://play.example.org", True),
        (False, "https://play.example.org", "https://club.example.org", True),
        (False, "https://play.example.org", "https://play.example.org:8443", False),
    ],
)
def test_the_pages_of_this_site_are_those_that_its_operator_named(embedded, site, origin, fits, settings):
    settings.EMBEDDED, settings.SITE_URL = embedded, site
    settings.CSRF_TRUSTED_ORIGINS = ["https://club.example.org"]
    said = CollectedClientData.create(type="webauthn.get", challenge=b"asked", origin=origin)
    assert is_said_here(said) is fits


def test_a_copy_of_a_key_is_noticed_by_its_counter():
    ana, key = with_key()
    log_in_with_key(Client(), ana, key, counter=7)
    for counter in (0, 6, 7):
        copied = Client()
        log_in_with_key(copied, ana, key, counter=counter)
        assert not is_in(copied), counter
    owner = Client()
    log_in_with_key(owner, ana, key, counter=8)
    assert is_in(owner)


def test_a_copy_shows_no_one_that_a_session_is_its_owners():
    ana, key = with_key()
    log_in_with_key(Client(), ana, key, counter=7)
    thief = Client()
    thief.force_login(ana)
    shown_at(thief, AGAIN, shown_key(ana, key, asked_by(thief, AGAIN), counter=7))
    assert "/reauthenticate/" in thief.get(ADD)["Location"]
    shown_at(thief, AGAIN, shown_key(ana, key, asked_by(thief, AGAIN), counter=8))
    assert thief.get(ADD).status_code == 200


def test_a_key_that_counts_nothing_is_used_again_and_again():
    ana, key = with_key()
    for _ in range(2):
        client = Client()
        log_in_with_key(client, ana, key)
        assert is_in(client)


def test_what_was_sent_once_opens_nothing_again():
    ana, key = with_key()
    client, other = Client(), Client()
    credential = shown_key(ana, key, challenge_of(client))
    challenge_of(other)
    shown_at(other, KEY_LOG_IN, credential)
    assert not is_in(other), "it answers the challenge of another browser"
    shown_at(client, KEY_LOG_IN, credential)
    assert is_in(client)
    client.post("/accounts/logout/")
    for _ in range(2):
        shown_at(client, KEY_LOG_IN, credential)
        assert not is_in(client)
        challenge_of(client)


def test_a_key_opens_no_account_but_its_own():
    ana, _ = with_key()
    mallory, key = with_key("mallory")
    client = Client()
    log_in_with_key(client, ana, key)
    assert not is_in(client), "mallory's key, which has the same number, says that it is ana's"
    log_in_with_key(client, mallory, key)
    assert client.session["_auth_user_id"] == str(mallory.pk)
    shown_at(client, AGAIN, shown_key(mallory, key, asked_by(client, AGAIN)))
    client.force_login(ana)
    assert "/reauthenticate/" in client.get(ADD)["Location"], "what mallory has shown is not for ana"


def made_key(client: Client, **more: Any) -> Any:
    """Send a new key that fits."""
    challenge = asked_by(client, ADD)
    private = ec.generate_private_key(CURVE)
    held = AttestedCredentialData.create(b"\0" * 16, b"new", ES256.from_cryptography_key(private.public_key()))
    shown = AuthenticatorData.create(HOST, flags=AuthenticatorData.FLAG(0x45), counter=0, credential_data=held)
    said = CollectedClientData.create(type="webauthn.create", challenge=challenge, origin=more.pop("origin", ORIGIN))
    response = {
        "clientDataJSON": websafe_encode(said),
        "attestationObject": websafe_encode(AttestationObject.create("none", shown, {})),
    }
    named = websafe_encode(b"new")
    credential = {"id": named, "rawId": named, "type": "public-key", "response": response, **more.pop("with_it", {})}
    return client.post(ADD, {"name": "mine", "credential": json.dumps(credential), **more})


def test_keys_are_few_and_small():
    ana = person("ana")
    client = Client()
    client.force_login(ana)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    keys = Authenticator.objects.filter(user=ana, type=Authenticator.Type.WEBAUTHN)
    made_key(client, name="n" * 61), made_key(client, with_it={"clientExtensionResults": {"x": "x" * 20_000}})
    made_key(client, origin="http://club.testserver")
    assert not keys.exists()
    assert made_key(client).status_code == 302
    edit = f"/accounts/2fa/webauthn/keys/{keys.get().pk}/edit/"
    client.post(edit, {"name": "n" * 61})
    assert keys.get().data["name"] == "mine"
    for _ in range(9):
        key_given(ana)
    assert "You can have 10 keys" in made_key(client).content.decode()
    assert keys.count() == 10
