"""Encryption at rest of secrets, such as seeds, states, sealed answers, conditional moves, chat and second factors.

The keys are kept outside the database (`VAULT_KEYS`), so database dumps, consoles and the admin
show no hand. Sealed values are opened only here, with these keys.
"""

import zlib
from functools import cache
from typing import Any

import msgspec
from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.core.signals import setting_changed

COMPRESSED = b"x"
"""The first byte of every compressed value, and of no JSON."""
BLOCK = 256
"""Plaintexts are padded to a multiple of this many bytes."""


@cache
def _fernet() -> MultiFernet:
    return MultiFernet([Fernet(key) for key in settings.VAULT_KEYS])


def _forget_keys(*, setting: str, **_: object) -> None:
    if setting == "VAULT_KEYS":
        _fernet.cache_clear()


setting_changed.connect(_forget_keys)


def seal(value: Any) -> bytes:
    """Encrypt a value with the newest key, padded so that its length does not reveal the answer."""
    text = msgspec.json.encode(value)
    return _fernet().encrypt(text + b" " * (-len(text) % BLOCK))


def seal_to(value: Any, room: int) -> bytes:
    """Compress a value, pad it to `room` bytes and encrypt it without a timestamp, so that its form reveals nothing.

    Raises `ValueError` if the compressed value is longer.
    """
    packed = zlib.compress(msgspec.json.encode(value), zlib.Z_BEST_COMPRESSION)
    if len(packed) > room:
        raise ValueError(f"{len(packed)} bytes do not fit into {room}.")
    return _fernet().encrypt_at_time(packed.ljust(room, b"\0"), 0)


def unseal(sealed: bytes | memoryview, kind: Any = Any) -> Any:
    """Decrypt a value and convert it to `kind`. Raises `cryptography.fernet.InvalidToken`."""
    text = _fernet().decrypt(bytes(sealed))
    if text.startswith(COMPRESSED):
        # It ends where the compressed value does, before the padding.
        text = zlib.decompressobj().decompress(text)
    return msgspec.json.decode(text, type=kind)


def reseal(sealed: bytes | memoryview) -> bytes:
    """Encrypt again with the newest key, after a rotation."""
    return _fernet().rotate(bytes(sealed))
