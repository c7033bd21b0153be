"""Second factors for tests: an app that shows codes, and a log-in that has shown one."""

import hashlib
import json
from typing import Any

from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from django.test import Client
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import AttestationObject, AttestedCredentialData, AuthenticatorData, CollectedClientData

from accounts.models import User
from accounts.security.second_factor import HELD
from tests.support.codes import KEY as KEY
from tests.support.codes import code_of as code_of

KEY_LOG_IN = "/accounts/2fa/webauthn/login/"
HANDLE = b"a passkey of tests"
HOST, ORIGIN = hashlib.sha256(b"testserver").digest(), "http://testserver"
SEEN, VERIFIED = AuthenticatorData.FLAG.UP, AuthenticatorData.FLAG.UP | AuthenticatorData.FLAG.UV


def app_given(user: User) -> str:
    """Give a user an app; its key."""
    TOTP.activate(user, KEY)
    return KEY


def safely_in(user: User) -> Client:
    """A browser that logged in with a second factor."""
    client = Client()
    client.force_login(user)
    app_given(user)
    session = client.session
    session[HELD] = Authenticator.objects.get(user=user, type=Authenticator.Type.TOTP).pk
    session.save()
    return client


def key_given(user: User, private: ec.EllipticCurvePrivateKey | None = None) -> Authenticator:
    """Give a user a passkey: of a device that holds this private key, or that nobody has."""
    public = ES256.from_cryptography_key((private or ec.generate_private_key(ec.SECP256R1())).public_key())
    held = AttestedCredentialData.create(b"\0" * 16, HANDLE, public)
    shown = AuthenticatorData.create(HOST, flags=AuthenticatorData.FLAG(0x41), counter=0, credential_data=held)
    client = CollectedClientData.create(type="webauthn.create", challenge=b"asked", origin=ORIGIN)
    response = {
        "clientDataJSON": websafe_encode(client),
        "attestationObject": websafe_encode(AttestationObject.create("none", shown, {})),
    }
    named = websafe_encode(held.credential_id)
    credential = {"id": named, "rawId": named, "type": "public-key", "response": response}
    data = {"name": "Key", "credential": credential}
    return Authenticator.objects.create(user=user, type=Authenticator.Type.WEBAUTHN, data=data)


def shown_key(
    user: User,
    private: ec.EllipticCurvePrivateKey,
    challenge: str,
    *,
    origin: str = ORIGIN,
    flags: AuthenticatorData.FLAG = VERIFIED,
    counter: int = 0,
) -> dict[str, Any]:
    """What a browser on the page of an origin sends when a passkey signs a challenge."""
    said = CollectedClientData.create(type="webauthn.get", challenge=challenge, origin=origin)
    shown = AuthenticatorData.create(HOST, flags=flags, counter=counter)
    response = {
        "clientDataJSON": websafe_encode(said),
        "authenticatorData": websafe_encode(shown),
        "signature": websafe_encode(private.sign(bytes(shown) + said.hash, ec.ECDSA(hashes.SHA256()))),
        "userHandle": websafe_encode(user_pk_to_url_str(user).encode()),
    }
    named = websafe_encode(HANDLE)
    return {"id": named, "rawId": named, "type": "public-key", "response": response}


def challenge_of(client: Client) -> str:
    """The challenge that the page for logging in gives."""
    asked = client.get(KEY_LOG_IN, headers={"X-Requested-With": "XMLHttpRequest"}).json()
    return str(asked["request_options"]["publicKey"]["challenge"])


def log_in_with_key(client: Client, user: User, private: ec.EllipticCurvePrivateKey, **how: Any) -> Any:
    """Log in with a passkey alone, as a browser does."""
    credential = shown_key(user, private, challenge_of(client), **how)
    return client.post(KEY_LOG_IN, {"credential": json.dumps(credential)})
