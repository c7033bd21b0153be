"""The codes of an authenticator app, without Django."""

import base64
import hashlib
import hmac
import struct
import time

KEY = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"


def code_of(key: str = KEY) -> str:
    """The six digits that an app shows now for a key (RFC 6238)."""
    counter = struct.pack(">Q", int(time.time()) // 30)
    digest = hmac.new(base64.b32decode(key), counter, hashlib.sha1).digest()
    at = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[at : at + 4])[0] & 0x7FFFFFFF) % 1_000_000:06d}"
