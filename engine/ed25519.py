"""Verify Ed25519 signatures (RFC 8032) in plain Python, so that checking a record needs no other program.

It never sees a private key, so it need not take the same time for every input. The site signs with `cryptography`.
"""

import hashlib
from typing import NamedTuple

P = 2**255 - 19
"""The size of the field."""
L = 2**252 + 27742317777372353535851937790883648493
"""The order of the base point."""
D = -121665 * pow(121666, -1, P) % P
ROOT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)


class _Point(NamedTuple):
    """A point in extended coordinates: x = X/Z, y = Y/Z, x·y = T/Z."""

    x: int
    y: int
    z: int
    t: int


NEUTRAL = _Point(0, 1, 1, 0)
BASE_X = 15112221349535400772501151409588531511454012693041857206046113283949847762202
BASE_Y = 4 * pow(5, -1, P) % P
BASE = _Point(BASE_X, BASE_Y, 1, BASE_X * BASE_Y % P)


def is_signed(public_key: bytes, message: bytes, signature: bytes) -> bool:
    """True if `signature` is that of `message` by the owner of the key."""
    if len(public_key) != 32 or len(signature) != 64:
        return False
    key = _point(public_key)
    scalar = int.from_bytes(signature[32:], "little")
    # A larger scalar would make a second signature of the same message.
    if key is None or scalar >= L:
        return False
    digest = int.from_bytes(hashlib.sha512(signature[:32] + public_key + message).digest(), "little") % L
    minus_key = _Point(-key.x % P, key.y, key.z, -key.t % P)
    return _encoded(_sum(_times(scalar, BASE), _times(digest, minus_key))) == signature[:32]


def _sum(a: _Point, b: _Point) -> _Point:
    low, high = (a.y - a.x) * (b.y - b.x) % P, (a.y + a.x) * (b.y + b.x) % P
    both, twice = 2 * a.t * b.t * D % P, 2 * a.z * b.z % P
    e, f, g, h = high - low, twice - both, twice + both, high + low
    return _Point(e * f % P, g * h % P, f * g % P, e * h % P)


def _times(factor: int, point: _Point) -> _Point:
    result = NEUTRAL
    while factor:
        if factor & 1:
            result = _sum(result, point)
        point, factor = _sum(point, point), factor >> 1
    return result


def _encoded(point: _Point) -> bytes:
    inverse = pow(point.z, -1, P)
    x, y = point.x * inverse % P, point.y * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def _point(data: bytes) -> _Point | None:
    """The point that these bytes name, or None."""
    number = int.from_bytes(data, "little")
    y, odd = number & (2**255 - 1), number >> 255
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * ROOT_OF_MINUS_ONE % P
    if x * x % P != square or (x == 0 and odd):
        return None
    x = x if x & 1 == odd else P - x
    return _Point(x, y, 1, x * y % P)
