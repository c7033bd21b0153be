"""Second factors for tests: an app that shows codes, and a log-in that has shown one."""

import base64
import hashlib
import hmac
import struct
import time

from allauth.mfa.totp.internal.auth import TOTP
from django.test import Client

from accounts.models import User
from accounts.second_factor import HELD

KEY = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"


def code_of(key: str = KEY) -> str:
    """The six digits that an app shows now for a key (RFC 6238)."""
    counter = struct.pack(">Q", int(time.time()) // 30)
    digest = hmac.new(base64.b32decode(key), counter, hashlib.sha1).digest()
    at = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[at : at + 4])[0] & 0x7FFFFFFF) % 1_000_000:06d}"


def app_given(user: User) -> str:
    """Give a user an app; its key."""
    TOTP.activate(user, KEY)
    return KEY


def safely_in(user: User) -> Client:
    """A browser whose log-in has shown a second factor."""
    client = Client()
    client.force_login(user)
    app_given(user)
    session = client.session
    session[HELD] = 1
    session.save()
    return client
