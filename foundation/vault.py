"""Encryption at rest of secrets, such as seeds, states, sealed answers, conditional moves, chat and second factors.

The keys are kept outside the database (`VAULT_KEYS`), so database dumps, consoles and the admin
show no hand. Sealed values are opened only here, with these keys.
"""

import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import cache
from typing import Any

import msgspec
from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.core.signals import setting_changed

VERSION = b"\x80"
"""The first byte of every token. Columns of bytes hold tokens as they are, columns of text in base64."""
COMPRESSED = b"z"
"""The first byte of every compressed value, and of no JSON."""
BARE = -15
"""Bits of zlib's window, negative to leave out its header and checksum: Fernet signs every token already."""
BLOCK = 256
"""Plaintexts are padded to a multiple of this many bytes, less the one that Fernet adds at least."""
USUAL = (
    b'"owner":"version":"saved_at":"2026-01-01T00:00:00Z","moves":[{"kind":"answer","preferences":[{"pattern":"first",'
    b'"words":"lasts":"always","round","next","since":0,"period":"when":[{"fact":"test":"at_least","at_most","number":1'
    b'"bought","winner":"placed","passed","took","points":"score","scores":[0,0,0]"done":false,true,null,"hands":'
    b'[["S1","M2","C3","A4"]],"round":1,"turn":1,"phase":"kept":"stand_in","default","conditional","bot",'
    b'"events":[{"event":"round_began","player":0},{"event":""},{"player":1,"action":{"act":"pass"},"by":"player"},'
    b'{"number":10,"kind":"round","at":"2026-01-01T12:00:00+00:00","answers":[{"player":0,"action":{"act":"",'
    b'"by":"player","nonce":"0123456789abcdef","commitment":"fedcba9876543210"}],"draws":[0,1,2,3,4,5]'
)
"""What sealed values often have in common, for zlib. Never change it: it opens what was sealed with it."""


@cache
def _fernet() -> MultiFernet:
    return MultiFernet([Fernet(key) for key in settings.VAULT_KEYS])


def _forget_keys(*, setting: str, **_: object) -> None:
    if setting == "VAULT_KEYS":
        _fernet.cache_clear()


setting_changed.connect(_forget_keys)


def seal(value: Any) -> bytes:
    """Encrypt a value with the newest key, padded so that its length does not reveal the answer."""
    return urlsafe_b64decode(seal_as_text(value))


def seal_of_one_length(value: Any) -> bytes:
    """Encrypt a value of which all have the same length, as seeds do, so that none needs to be padded."""
    return urlsafe_b64decode(_fernet().encrypt(msgspec.json.encode(value)))


def seal_as_text(value: Any) -> str:
    """Encrypt a value as `seal` does, for a form or a column of text."""
    text = msgspec.json.encode(value)
    return _fernet().encrypt(text.ljust(_padded(text))).decode()


def seal_packed(value: Any) -> bytes:
    """Encrypt a long value in half the room that `seal` takes, or in as much if it cannot be compressed to that.

    So the length tells what it tells without compression, and not how well the value is compressed.
    """
    text = msgspec.json.encode(value)
    padded, packed = _padded(text), _packed(text)
    half = (padded + 1) // 2 - 1
    full = packed.ljust(half, b"\0") if len(packed) <= half else text.ljust(padded)
    return urlsafe_b64decode(_fernet().encrypt(full))


def seal_to(value: Any, room: int) -> bytes:
    """Compress a value, pad it to `room` bytes and encrypt it without a timestamp, so that its form reveals nothing.

    Raises `ValueError` if the compressed value is longer.
    """
    packed = _packed(msgspec.json.encode(value))
    if len(packed) > room:
        raise ValueError(f"{len(packed)} bytes do not fit into {room}.")
    return urlsafe_b64decode(_fernet().encrypt_at_time(packed.ljust(room, b"\0"), 0))


def _padded(text: bytes) -> int:
    return (len(text) // BLOCK + 1) * BLOCK - 1


def _packed(text: bytes) -> bytes:
    packing = zlib.compressobj(zlib.Z_BEST_COMPRESSION, wbits=BARE, zdict=USUAL)
    return COMPRESSED + packing.compress(text) + packing.flush()


def unseal(sealed: bytes | memoryview | str, kind: Any = Any) -> Any:
    """Decrypt a value and convert it to `kind`. Raises `cryptography.fernet.InvalidToken`."""
    text = _fernet().decrypt(_token(sealed))
    if text.startswith(COMPRESSED):
        # It ends where the compressed value does, before the padding.
        text = zlib.decompressobj(BARE, USUAL).decompress(text[len(COMPRESSED) :])
    return msgspec.json.decode(text, type=kind)


def reseal(sealed: bytes | memoryview) -> bytes:
    """Encrypt again with the newest key, after a rotation."""
    return urlsafe_b64decode(_fernet().rotate(_token(sealed)))


def reseal_text(sealed: str) -> str:
    """Encrypt a text again that `seal_as_text` made."""
    return _fernet().rotate(_token(sealed)).decode()


def _token(sealed: bytes | memoryview | str) -> bytes:
    """Return the token in base64, as Fernet takes it."""
    held = sealed.encode() if isinstance(sealed, str) else bytes(sealed)
    return urlsafe_b64encode(held) if held.startswith(VERSION) else held
