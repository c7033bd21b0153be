"""Encryption of what is secret at rest: seeds, states, unresolved answers, steps.

The keys lie outside the database (`VAULT_KEYS`): a dump of it, its rows in a console and the admin's
pages show no hand. Sealed values are opened here and nowhere else, by whoever holds the keys.
"""

from functools import cache
from typing import Any

import msgspec
from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.core.signals import setting_changed

BLOCK = 256
"""Sealed texts are as long as a multiple of so many bytes."""


@cache
def _fernet() -> MultiFernet:
    return MultiFernet([Fernet(key) for key in settings.VAULT_KEYS])


def _forget_keys(*, setting: str, **_: object) -> None:
    if setting == "VAULT_KEYS":
        _fernet.cache_clear()


setting_changed.connect(_forget_keys)


def seal(value: Any) -> bytes:
    """Encrypt a value under the newest key. Its length is rounded up, so that it does not tell which answer it is."""
    text = msgspec.json.encode(value)
    return _fernet().encrypt(text + b" " * (-len(text) % BLOCK))


def seal_to(value: Any, room: int) -> bytes:
    """Encrypt a value so that nothing shows: always as long as any other of so many bytes, and without the time.

    Raises `ValueError` for a value that takes more room.
    """
    text = msgspec.json.encode(value)
    if len(text) > room:
        raise ValueError(f"{len(text)} bytes do not fit into {room}.")
    return _fernet().encrypt_at_time(text.ljust(room), 0)


def unseal(sealed: bytes | memoryview, kind: Any = Any) -> Any:
    """Decrypt a value and make it of type `kind`. Raises `cryptography.fernet.InvalidToken`."""
    return msgspec.json.decode(_fernet().decrypt(bytes(sealed)), type=kind)


def reseal(sealed: bytes | memoryview) -> bytes:
    """Encrypt again under the newest key, after a rotation."""
    return _fernet().rotate(bytes(sealed))
