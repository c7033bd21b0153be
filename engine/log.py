"""The log of a match: what each step holds, how steps are chained and answers committed to.

All hashes are SHA-256 in hexadecimal over the canonical JSON of values: no spaces, keys in order.
"""

import hashlib
import hmac
from collections.abc import Sequence
from typing import Any, Literal

import msgspec

FORMAT = "piecepack-by-post match 1"

BY_RULES = frozenset({"setup", "round"})
"""Kinds of steps that follow from the rules; any other tells of what a moderator did."""

PLAY = frozenset({*BY_RULES, "rewound"})
"""Kinds of steps with a number of their own."""

REWOUND = "rewound"
"""Takes the match back to the state after the step that `note["to"]` names."""

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
    """`setup`, `round`, or `rewound`; other kinds change no state and say in `note` what a moderator did."""
    at: str
    answers: tuple[LoggedAnswer, ...] = ()
    draws: tuple[int, ...] = ()
    events: tuple[Any, ...] = ()
    note: dict[str, Any] = {}
    part: int = 0
    """Steps that change no state have the number of the one before them, and are counted from 1 by this."""

    @property
    def place(self) -> str:
        """Where it stands in the log: "12", or "12.1" for the first step after it that changes no state."""
        return f"{self.number}.{self.part}" if self.part else str(self.number)

    @property
    def is_play(self) -> bool:
        """Whether the state after it may be another: it has a number of its own."""
        return self.kind in PLAY

    def follows(self, before: "LoggedStep | None") -> bool:
        """Whether this may be the next step of a log."""
        if before is None or self.kind == "setup":
            return before is None and (self.kind, self.number, self.part) == ("setup", 0, 0)
        expected = (before.number + 1, 0) if self.is_play else (before.number, before.part + 1)
        return (self.number, self.part) == expected


class ChainedStep(msgspec.Struct, frozen=True):
    """A step with its link in the chain."""

    step: LoggedStep
    hash: str


class RecordedSeat(msgspec.Struct, frozen=True):
    """Who sat where, and the words they added to the seed."""

    name: str
    contribution: str


class MatchRecord(msgspec.Struct, frozen=True, omit_defaults=True):
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
    later_seeds: tuple[str, ...] = ()
    """The site's seeds for what was played after a match that had ended was taken back: the first was open by then."""
    checksum: str = ""
    """The hash of all the rest, made when the file was: names are in no chain, as an account may be erased later."""


def canonical(value: Any) -> bytes:
    """The one JSON text of a value."""
    return msgspec.json.encode(value, order="sorted")


def checksum(record: MatchRecord) -> str:
    """The hash of a record without its checksum."""
    return hashlib.sha256(canonical(msgspec.structs.replace(record, checksum=""))).hexdigest()


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
    salt = hmac.digest(seed, f"link:{step.place}".encode(), "sha256").hex()
    return hashlib.sha256(canonical([previous, salt, step])).hexdigest()
