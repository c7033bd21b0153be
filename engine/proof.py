"""What a site signs of a match, and how such a statement is held against a record.

A statement is signed with Ed25519 over its canonical JSON. Its `format` changes when its fields do.
"""

from collections.abc import Sequence
from typing import Any, Final, Literal

import msgspec

from engine.ed25519 import is_signed

FORMAT: Final = "piecepack-by-post statement 1"

About = Literal["record", "notation", "receipt"]


class Statement(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a site says of one of its matches."""

    format: Literal["piecepack-by-post statement 1"]
    about: About
    """What it belongs to: two files on the same match, or the receipt of one seat."""
    site: str
    number: int
    """The number of the table."""
    game: str
    rules_version: int
    options: dict[str, Any]
    seed_hash: str
    """The hash of the site's seed, as it was when the table was opened."""
    head: str
    """The last link of the chain, empty before the start."""
    steps: int
    """How many steps the chain has, moderators' steps included."""
    moderated: int
    """How many of them are moderators' steps."""
    names: tuple[str, ...] = ()
    """The players by seat, as the file names them."""
    contributions: tuple[str, ...] = ()
    """What each seat added to the seed, once that is public."""
    file: str = ""
    """The hash of everything else in the file."""
    seat: int | None = None
    """In a receipt: whose it is, if the seat's number is settled."""
    contribution: str = ""
    """In a receipt: what this seat added to the seed."""
    beacon: str = ""
    """In a receipt: the chain whose public randomness is mixed in; empty if there is none."""
    beacon_round: int | None = None
    """In a receipt: the round of that chain, once the last seat is taken."""
    commitments: tuple[str, ...] = ()
    """In a receipt: the commitments to all words so far, in the order in which their players sat down."""


class Signed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A statement with its signature."""

    statement: Statement
    key: str
    """The public key, 64 hexadecimal digits."""
    signature: str
    """128 hexadecimal digits."""


def is_hash(text: str) -> bool:
    """True if a text can be a hash, a seed or a key: 64 lower-case hexadecimal digits."""
    return len(text) == 64 and not text.strip("0123456789abcdef")


def message(statement: Statement) -> bytes:
    """The bytes that are signed."""
    return msgspec.json.encode(statement, order="sorted")


def fits_its_key(signed: Signed) -> bool:
    """True if the signature was made with the key that it names, no matter who owns it."""
    try:
        key, signature = bytes.fromhex(signed.key), bytes.fromhex(signed.signature)
    except ValueError:
        return False
    # One spelling for each value: no spaces, no capitals.
    if (key.hex(), signature.hex()) != (signed.key, signed.signature):
        return False
    return is_signed(key, message(signed.statement), signature)


def differences(said: Statement, found: Statement) -> Sequence[str]:
    """The names of the fields in which two statements differ."""
    return [name for name in Statement.__struct_fields__ if getattr(said, name) != getattr(found, name)]
