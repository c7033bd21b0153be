"""The keys with which the site signs what it says of matches (Ed25519).

They are made when first needed, sealed by the vault, and kept in the database, so that a backup has them too. Former
keys lose their private half and stay published, as files signed with them are still about.
"""

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from typing import NamedTuple

import msgspec
from cryptography.fernet import InvalidToken
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

from engine.promises import Key, KeyFile
from engine.proof import Signed, Statement, fits_its_key, message
from foundation.models import SigningKey
from foundation.vault import seal, unseal


class KeyState(NamedTuple):
    """What the doctor may know of the keys."""

    total: int
    """How many there are, former ones included."""
    unopened: int
    """How many of them the vault does not open."""
    current: Key | None
    """The public half of the one that signs, if it does."""


class _Content(msgspec.Struct, frozen=True):
    key: Key
    private: str
    """Empty once the key signs nothing more."""


def sign(statement: Statement) -> Signed:
    """Sign a statement with the newest key."""
    content = _newest() or _make_first_key()
    private = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(content.private))
    return Signed(statement, content.key.key, private.sign(message(statement)).hex())


def key_file() -> KeyFile:
    """Return all public keys as they are published, newest first."""
    if _newest() is None:
        _make_first_key()
    return KeyFile(settings.SITE_URL, "Ed25519", tuple(content.key for content in _all()))


def is_own(signed: Signed) -> bool:
    """True if this site signed it, with a key that it did not withdraw."""
    known = {content.key.key for content in _all() if not content.key.withdrawn}
    return signed.key in known and fits_its_key(signed)


def look_at_keys() -> KeyState:
    """Look at the keys, and make none."""
    opened, total = list(_all()), SigningKey.objects.count()
    newest = next((content for content in opened if content.private), None)
    current = newest.key if newest and _fits(newest) else None
    return KeyState(total, total - len(opened), current)


class UnknownKey(ValueError):
    """A key that this site never had, or that its vault does not open."""


def rotate(*, now: datetime, withdraw: bool = False) -> Key:
    """Make a new key and retire the one in use. `withdraw`: what it signed is invalid, as others may have it."""
    with transaction.atomic():
        rows = list(SigningKey.objects.select_for_update().order_by("number"))
        for row in rows[-1:]:
            _retire(row, unseal(row.sealed_key, _Content), now, withdraw=withdraw)
        return _add_key(rows[-1].number + 1 if rows else 1, now).key


def withdraw_key(*, public: str, now: datetime) -> Key:
    """Withdraw one key, former or not, as others may have it. Return the key in use. Raises `UnknownKey`."""
    with transaction.atomic():
        rows = list(SigningKey.objects.select_for_update().order_by("number"))
        found = next((row for row in rows if (content := _opened(row)) and content.key.key == public), None)
        if found is None:
            raise UnknownKey(public)
        _retire(found, unseal(found.sealed_key, _Content), now, withdraw=True)
        return (_newest() or _add_key(rows[-1].number + 1, now)).key


def _retire(row: SigningKey, old: _Content, now: datetime, *, withdraw: bool) -> None:
    until = old.key.until or now.date().isoformat()
    key = msgspec.structs.replace(old.key, until=until, withdrawn=withdraw or old.key.withdrawn)
    row.sealed_key = seal(_Content(key, ""))
    row.save(update_fields=["sealed_key"])


def _all() -> Iterator[_Content]:
    """Open the keys, newest first."""
    opened = map(_opened, SigningKey.objects.order_by("-number"))
    yield from filter(None, opened)


def _opened(row: SigningKey) -> _Content | None:
    # A row that does not open was sealed by nobody here, or its vault key was taken away.
    with suppress(InvalidToken, msgspec.MsgspecError):
        return unseal(row.sealed_key, _Content)  # type: ignore[no-any-return]
    return None


def _fits(content: _Content) -> bool:
    """True if the private half is one, and that of the public half."""
    try:
        private = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(content.private))
    except ValueError:
        return False
    return private.public_key().public_bytes_raw().hex() == content.key.key


def _newest() -> _Content | None:
    return next((content for content in _all() if content.private), None)


def _make_first_key() -> _Content:
    """Make the first key, unless another process was faster."""
    try:
        with transaction.atomic():
            return _add_key(1, timezone.now())
    except IntegrityError:
        return unseal(SigningKey.objects.get(number=1).sealed_key, _Content)  # type: ignore[no-any-return]


def _add_key(number: int, now: datetime) -> _Content:
    private = Ed25519PrivateKey.generate()
    public = private.public_key().public_bytes_raw().hex()
    content = _Content(Key(public, since=now.date().isoformat()), private.private_bytes_raw().hex())
    SigningKey.objects.create(number=number, sealed_key=seal(content))
    return content
