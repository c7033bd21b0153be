"""The site's key pair for web push (VAPID, RFC 8292). Browsers get the public key."""

import base64
from functools import cache

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


def _letters(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def new_private_key() -> str:
    """A new private key as 43 characters, the format of `VAPID_PRIVATE_KEY`."""
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return _letters(number.to_bytes(32, "big"))


@cache
def public_key(private_key: str) -> str:
    """The public key in the format that browsers expect."""
    raw = base64.urlsafe_b64decode(private_key + "=" * (-len(private_key) % 4))
    key = ec.derive_private_key(int.from_bytes(raw, "big"), ec.SECP256R1())
    return _letters(key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))
