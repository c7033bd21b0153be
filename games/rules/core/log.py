"""The log of a match: what each step holds, how steps are chained and answers committed to.

All hashes are SHA-256 in hexadecimal over the canonical JSON of values: no spaces, keys in order.
"""

import hashlib
import hmac
from collections.abc import Sequence
from typing import Any, Literal

import msgspec

FORMAT = "piecepack-by-post match 1"

AnsweredBy = Literal["player", "default", "bot", "plan", "stand_in"]


class LoggedAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """One answer, opened.

    `commitment` was shown when the answer was sealed; `nonce` opens it. Both are empty for an answer
    that came to nothing and is never shown: then `action` is the one that stands for it.
    """

    player: int
    action: Any
    by: AnsweredBy
    nonce: str = ""
    commitment: str = ""


class LoggedStep(msgspec.Struct, frozen=True, omit_defaults=True):
    """One step: the answers that took effect together, the chance drawn, what happened."""

    number: int
    kind: str
    """`setup` or `round`; other kinds change no state and say in `note` what was done."""
    at: str
    answers: tuple[LoggedAnswer, ...] = ()
    draws: tuple[int, ...] = ()
    events: tuple[Any, ...] = ()
    note: dict[str, Any] = {}


class ChainedStep(msgspec.Struct, frozen=True):
    """A step with its link in the chain."""

    step: LoggedStep
    hash: str


class RecordedSeat(msgspec.Struct, frozen=True):
    """Who sat where, and the words they added to the seed."""

    name: str
    contribution: str


class MatchRecord(msgspec.Struct, frozen=True):
    """A finished match with all its secrets opened: the file that anyone can check."""

    format: str
    game: str
    rules_version: int
    players: int
    options: dict[str, Any]
    seats: tuple[RecordedSeat, ...]
    seed_hash: str
    site_seed: str
    steps: tuple[ChainedStep, ...]


def canonical(value: Any) -> bytes:
    """The one JSON text of a value."""
    return msgspec.json.encode(value, order="sorted")


def seed_hash(site_seed: bytes) -> str:
    """What the site publishes of its seed when a match is made."""
    return hashlib.sha256(site_seed).hexdigest()


def match_seed(site_seed: bytes, contributions: Sequence[str]) -> bytes:
    """Mix the site's seed with every seat's contribution, so that nobody could choose the result."""
    return hmac.digest(site_seed, canonical(list(contributions)), "sha256")


def commitment(*, step: int, player: int, action: Any, nonce: str) -> str:
    """What is shown of a sealed answer: it fixes the answer and tells nothing of it."""
    return hashlib.sha256(canonical([step, player, nonce, action])).hexdigest()


def first_link(*, game: str, rules_version: int, options: Any, contributions: Sequence[str], seed_hash: str) -> str:
    """What the chain of steps hangs on: all that was fixed before the first step."""
    return hashlib.sha256(canonical([FORMAT, game, rules_version, options, list(contributions), seed_hash])).hexdigest()


def next_link(previous: str, step: LoggedStep, seed: bytes) -> str:
    """The hash of a step after `previous`.

    A salt of the secret seed goes in: without it anyone could try out what a step hides.
    """
    salt = hmac.digest(seed, f"link:{step.number}".encode(), "sha256").hex()
    return hashlib.sha256(canonical([previous, salt, step])).hexdigest()
