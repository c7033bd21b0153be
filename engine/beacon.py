"""Public randomness: rounds of drand's quicknet, which no site can choose or know ahead.

Every three seconds the League of Entropy signs the number of a round. Anyone can check the signature, and its hash is
the randomness: see https://docs.drand.love/. Checking needs `py_arkworks_bls12381`; without it, nothing is claimed.
"""

import hashlib
import importlib
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple

import msgspec

from engine.language import mark, say


class Chain(NamedTuple):
    """What is fixed of a chain of rounds."""

    hash: str
    public_key: str
    genesis: int
    """The time of round 1, in seconds since 1970."""
    period: int
    """The seconds from one round to the next."""


QUICKNET: Final = Chain(
    hash="52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
    public_key="83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451"
    "0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
    genesis=1692803367,
    period=3,
)
SCHEME: Final = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
"""How drand's bls-unchained-g1-rfc9380 maps a message to a point."""
SIGNATURE_DIGITS: Final = 96

LATER_WAIT: Final = timedelta(minutes=10)
"""How long before its round it is said that an ended match is taken back: so players have that in hand before it."""

NO_LIBRARY = mark("the signature of the public randomness: install py_arkworks_bls12381 to check it")
UNREACHED = mark("public randomness: the site says that it could not fetch it in time, and began the match without")


class Beacon(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The public randomness of a match: which round it had to be, and the signature of that round."""

    chain: str
    round: int
    full_at: str
    """When the last seat was taken, which decides the round."""
    signature: str = ""
    """96 hexadecimal digits; empty if the site could not fetch it in time and began without."""

    @property
    def randomness(self) -> str:
        """What is mixed into the seed: the hash of the signature, or nothing without one."""
        return randomness_of(self.signature)


def round_after(moment: datetime) -> int:
    """Return the first round strictly after a moment."""
    seconds = (moment - datetime.fromtimestamp(QUICKNET.genesis, UTC)) // timedelta(seconds=QUICKNET.period)
    return max(seconds + 2, 1)


def later_round(announced_at: datetime) -> int:
    """Return the round that a finished match goes on with after it is taken back, by when that was announced."""
    return round_after(announced_at + LATER_WAIT)


def time_of(number: int) -> datetime:
    """Return the moment when a round is signed."""
    return datetime.fromtimestamp(QUICKNET.genesis + (number - 1) * QUICKNET.period, UTC)


def is_signature(number: int, signature: str) -> bool | None:
    """True if this is the chain's signature of a round; None if the library to check it is not installed."""
    try:
        curve: Any = importlib.import_module("py_arkworks_bls12381")
    except ImportError:
        return None
    try:
        message = hashlib.sha256(number.to_bytes(8, "big")).digest()
        signed = curve.G1Point.from_compressed_bytes(bytes.fromhex(signature))
        key = curve.G2Point.from_compressed_bytes(bytes.fromhex(QUICKNET.public_key))
    except (OverflowError, ValueError):
        return False
    hashed = curve.G1Point.hash_to_curve(message, SCHEME)
    # e(signature, generator) = e(hash, key), as one product.
    return bool(curve.GT.pairing_check([signed, -hashed], [curve.G2Point(), key]))


def randomness_of(signature: str) -> str:
    """Return what is mixed into the seed: the hash of a signature, or nothing without one."""
    return hashlib.sha256(bytes.fromhex(signature)).hexdigest() if signature else ""


def fault_of(beacon: Beacon, begun_at: str) -> str:
    """Return what is wrong with the public randomness of a match that began then, or nothing."""
    if beacon.chain != QUICKNET.hash:
        return say("The public randomness is from a chain that this program does not know.")
    fault = fault_of_round(beacon.round, fixed_at=beacon.full_at, used_at=begun_at if beacon.signature else "")
    return fault or (fault_of_signature(beacon.round, beacon.signature) if beacon.signature else "")


def fault_of_round(number: int, *, fixed_at: str, used_at: str, wait: timedelta = timedelta()) -> str:
    """Return what is wrong with the round that was fixed at a time, as the first after a wait, or nothing.

    `used_at` is empty if it was not used.
    """
    try:
        expected = round_after(datetime.fromisoformat(fixed_at) + wait)
        used_too_early = bool(used_at) and datetime.fromisoformat(used_at) < time_of(number)
    except (OverflowError, TypeError, ValueError):
        return say("The times of the public randomness cannot be read.")
    if number != expected:
        return say(
            "The public randomness is of round {number}, not of the first after it was fixed, {expected}.",
            number=number,
            expected=expected,
        )
    if used_too_early:
        return say("Round {number} of the public randomness was used before it was known.", number=number)
    return ""


def fault_of_signature(number: int, signature: str) -> str:
    """Return what is wrong with the signature of a round, or nothing."""
    if len(signature) != SIGNATURE_DIGITS or signature.strip("0123456789abcdef"):
        return say(
            "The signature of the public randomness has not {count} lower-case hexadecimal digits.",
            count=SIGNATURE_DIGITS,
        )
    if is_signature(number, signature) is False:
        return say("The public randomness is not that of round {number}.", number=number)
    return ""


def unchecked(beacon: Beacon | None, later: Sequence[tuple[int, str]] = ()) -> tuple[str, ...]:
    """Return what a reader of a file cannot know of its public randomness, as words after “Not compared:”.

    `later`: the rounds and signatures from when the match was taken back after its end.
    """
    if beacon is None:
        return ()
    unreached = () if beacon.signature else (say(UNREACHED),)
    signed = next((one for one in [(beacon.round, beacon.signature), *later] if one[1]), None)
    return (*unreached, say(NO_LIBRARY)) if signed and is_signature(*signed) is None else unreached
