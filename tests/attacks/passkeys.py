"""Passkeys: copied, taken without the finger that they ask for, and lured to other pages."""

import hashlib
import json
import re
from http import HTTPStatus
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2.cose import ES256
from fido2.utils import websafe_decode, websafe_encode
from fido2.webauthn import AttestationObject, AttestedCredentialData, AuthenticatorData, CollectedClientData

from tests.attacks.outside import PASSWORD, Stranger, Target, attack

AGAIN = "/accounts/reauthenticate/"
ADD, ALONE = "/accounts/2fa/webauthn/add/", "/accounts/2fa/webauthn/login/"
SECOND = "/accounts/2fa/authenticate/"
FLAG = AuthenticatorData.FLAG
WITHOUT_FINGER, WITH_FINGER = FLAG.UP, FLAG.UP | FLAG.UV


class Device:
    """What holds a passkey, for pages of one site."""

    def __init__(self, url: str, handle: bytes = b"a passkey of attacks") -> None:
        self.origin, self.handle = url, handle
        self.host = hashlib.sha256(url.split("/")[2].partition(":")[0].encode()).digest()
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.owner = ""

    def made(self, asked: dict[str, Any]) -> str:
        """What a browser sends when a key is made."""
        public = asked["creation_options"]["publicKey"]
        self.owner = public["user"]["id"]
        held = AttestedCredentialData.create(
            b"\0" * 16, self.handle, ES256.from_cryptography_key(self.private.public_key())
        )
        shown = AuthenticatorData.create(self.host, flags=WITH_FINGER | FLAG.AT, counter=0, credential_data=held)
        said = CollectedClientData.create("webauthn.create", public["challenge"], self.origin)
        made = {"attestationObject": websafe_encode(AttestationObject.create("none", shown, {}))}
        return self._credential(said, made)

    def shown(self, challenge: str, *, flags: FLAG = WITH_FINGER, counter: int = 0, origin: str = "") -> str:
        """What a browser sends when the key is shown."""
        said = CollectedClientData.create("webauthn.get", challenge, origin or self.origin)
        shown = AuthenticatorData.create(self.host, flags=flags, counter=counter)
        signature = self.private.sign(bytes(shown) + said.hash, ec.ECDSA(hashes.SHA256()))
        parts = {"authenticatorData": websafe_encode(shown), "signature": websafe_encode(signature)}
        return self._credential(said, parts | {"userHandle": self.owner})

    def _credential(self, said: CollectedClientData, parts: dict[str, str]) -> str:
        named = websafe_encode(self.handle)
        response = {"clientDataJSON": websafe_encode(said), **parts}
        return json.dumps({"id": named, "rawId": named, "type": "public-key", "response": response})


def _asked(page: str) -> dict[str, Any]:
    found = re.search(r'<script id="[^"]*" type="application/json">(.*?)</script>', page)
    assert found, "The page asks for no passkey."
    return dict(json.loads(found[1]))


def _challenge(visitor: Stranger) -> str:
    asked = visitor.get(ALONE, **{"X-Requested-With": "XMLHttpRequest"}).json()
    return str(asked["request_options"]["publicKey"]["challenge"])


def _with_key(target: Target) -> tuple[Device, str]:
    """A member with a passkey."""
    member, name = target.member()
    member.post(AGAIN, {"password": PASSWORD})
    return add_key(member, target.url), name


def add_key(member: Stranger, url: str) -> Device:
    """Add a passkey to an account whose password was shown in the last minutes."""
    device = Device(url)
    made = device.made(_asked(member.get(ADD).text))
    assert member.post(ADD, {"name": "mine", "credential": made}).status_code == HTTPStatus.FOUND
    return device


def log_in_with(device: Device, visitor: Stranger) -> bool:
    """Log in with a passkey alone. True if that works."""
    visitor.post(ALONE, {"credential": device.shown(_challenge(visitor))})
    return visitor.is_in()


@attack()
def passkeys_of_others(target: Target) -> None:
    """Log in with a key that was copied, taken without its PIN, lured to another page, or heard before."""
    device, _ = _with_key(target)
    _, mallory = _with_key(target)
    assert websafe_decode(device.owner)
    owner = target.stranger()
    heard = device.shown(_challenge(owner), counter=5)
    owner.post(ALONE, {"credential": heard})
    assert owner.is_in(), "a key opens its account"
    thief = target.stranger()
    for how in ({"counter": 5}, {"counter": 4}, {"counter": 0}, {"flags": WITHOUT_FINGER, "counter": 6}):
        thief.post(ALONE, {"credential": device.shown(_challenge(thief), **how)})  # type: ignore[arg-type]
        assert not thief.is_in(), how
    _challenge(thief)
    thief.post(ALONE, {"credential": heard})
    assert not thief.is_in(), "what was sent before"
    for number, origin in enumerate(
        (f"{target.url}1", "http://127.0.0.1:8443", target.url.replace("//", "//club."), "https://other.example")
    ):
        lured = device.shown(_challenge(thief), counter=10 + number, origin=origin)
        thief.post(ALONE, {"credential": lured})
        assert not thief.is_in(), origin
        host = origin.partition("//")[2]
        thief.post(
            ALONE, {"credential": device.shown(_challenge(thief), counter=15 + number, origin=origin)}, Host=host
        )
        assert not thief.is_in(), f"{origin}, named as the host too"
    liar = target.stranger()
    liar.log_in(mallory, PASSWORD)
    challenge = _asked(liar.get(SECOND).text)["request_options"]["publicKey"]["challenge"]
    liar.post(ALONE, {"credential": device.shown(challenge, flags=WITHOUT_FINGER, counter=30)})
    assert not liar.is_in(), "by the challenge of a second step, which asks for no PIN"
