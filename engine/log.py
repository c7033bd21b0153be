"""The log of a match: its steps, how they are chained, and how answers are committed to.

All hashes are SHA-256 in hexadecimal over the canonical JSON of values: no spaces, sorted keys.
"""

import hashlib
import hmac
from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from engine.beacon import Beacon
from engine.proof import FORMAT as STATEMENT
from engine.proof import Signed, Statement

FORMAT = "piecepack-by-post match 1"

BY_RULES = frozenset({"setup", "round"})
"""Kinds of steps that follow from the rules; all others record a moderator's action."""

PLAY = frozenset({*BY_RULES, "rewound"})
"""Kinds of steps with a number of their own."""

REWOUND = "rewound"
"""Takes the match back to the state after the step in `note["to"]`."""

LATER_SEEDS = 100
"""How many seeds a table has after its first: one for each time that it is taken back after its end."""

REWINDING = "rewinding"
"""Says that a match that has ended will be taken back, once the public randomness of `note["round"]` is known."""

BY_PLAYERS = "the players"
"""Who took a match back, in the note of that step, if all its players agreed."""

AnsweredBy = Literal["player", "default", "bot", "conditional_move", "stand_in"]


class LoggedAnswer(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """One opened answer.

    `commitment` was published when the answer was sealed; `nonce` opens it. Both are empty for an answer
    that came to nothing and is never shown; `action` then holds the action recorded in its place.
    """

    player: int
    action: Any
    by: AnsweredBy
    nonce: str = ""
    commitment: str = ""


class LoggedStep(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """One step: the answers that took effect together, the draws and the events."""

    number: int
    kind: str
    """`setup`, `round` or `rewound`; other kinds change no state and describe a moderator's action in `note`."""
    at: str
    answers: tuple[LoggedAnswer, ...] = ()
    draws: tuple[int, ...] = ()
    events: tuple[Any, ...] = ()
    note: dict[str, Any] = {}
    part: int = 0
    """Counts, from 1, the steps that change no state and share the number of the step before them."""

    @property
    def place(self) -> str:
        """The position in the log: "12", or "12.1" for the first step after it that changes no state."""
        return f"{self.number}.{self.part}" if self.part else str(self.number)

    @property
    def is_play(self) -> bool:
        """True if the step can change the state and so has its own number."""
        return self.kind in PLAY

    def follows(self, before: "LoggedStep | None") -> bool:
        """True if this step may follow `before` in a log."""
        if before is None or self.kind == "setup":
            return before is None and (self.kind, self.number, self.part) == ("setup", 0, 0)
        expected = (before.number + 1, 0) if self.is_play else (before.number, before.part + 1)
        return (self.number, self.part) == expected


class ChainedStep(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A step and its hash in the chain."""

    step: LoggedStep
    hash: str


class RecordedSeat(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A seat's player and their contribution to the seed, which is empty if they added no words."""

    name: str
    contribution: str
    nonce: str = ""
    """Opens the commitment that was published when the player sat down."""

    @property
    def commitment(self) -> str:
        """The commitment to the seat's words, empty if there are none."""
        return words_commitment(self.contribution, self.nonce)


class MatchRecord(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A finished match with all secrets opened: the file that anyone can verify."""

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
    """The site's seeds for play after an ended match was rewound, as the seed before was public by then.

    The hash of each is the seed before it, so all were fixed with the first.
    """
    checksum: str = ""
    """The hash of the rest of the file. Names are not in the chain, as an account may be erased later."""
    beacon: Beacon | None = None
    """The public randomness that was mixed in, if the table was opened with it."""
    proof: Signed | None = None
    """What the site that played the match signed of it."""


def canonical(value: Any) -> bytes:
    """Return the canonical JSON of a value."""
    return msgspec.json.encode(value, order="sorted")


def checksum(record: MatchRecord) -> str:
    """Return the hash of a record without its checksum and its proof."""
    return hashlib.sha256(canonical(msgspec.structs.replace(record, checksum="", proof=None))).hexdigest()


def statement_of(record: MatchRecord, *, site: str, number: int) -> Statement:
    """Return what a site signs of a record that it made of its table `number`."""
    return Statement(
        format=STATEMENT,
        about="record",
        site=site,
        number=number,
        game=record.game,
        rules_version=record.rules_version,
        options=record.options,
        seed_hash=record.seed_hash,
        head=record.steps[-1].hash,
        steps=len(record.steps),
        moderated=sum(chained.step.kind not in BY_RULES for chained in record.steps),
        names=tuple(seat.name for seat in record.seats),
        contributions=tuple(seat.contribution for seat in record.seats),
        file=checksum(record),
    )


def seed_hash(site_seed: bytes) -> str:
    """Return the hash of the site's seed, published when a match is created."""
    return hashlib.sha256(site_seed).hexdigest()


def seed_before(site_seed: bytes) -> bytes:
    """Return the seed that a table has before another of its seeds: so its first hash fixes all of them."""
    return hashlib.sha256(site_seed).digest()


def match_seed(site_seed: bytes, contributions: Sequence[str], randomness: str = "") -> bytes:
    """Mix the site's seed with every seat's contribution and, if there is any, with public randomness."""
    words = list(contributions)
    return hmac.digest(site_seed, canonical([words, randomness] if randomness else words), "sha256")


def commitment(*, step: int, player: int, action: Any, nonce: str) -> str:
    """Return the public commitment to a sealed answer, which fixes the answer without revealing it."""
    return hashlib.sha256(canonical([step, player, nonce, action])).hexdigest()


def words_commitment(contribution: str, nonce: str) -> str:
    """Return the public commitment to a player's words, or nothing for no words, which everyone may know."""
    return hashlib.sha256(canonical([nonce, contribution])).hexdigest() if contribution else ""


def first_link(
    *,
    game: str,
    rules_version: int,
    options: Any,
    contributions: Sequence[str],
    commitments: Sequence[str],
    seed_hash: str,
    beacon: Beacon | None = None,
) -> str:
    """Return the first link of the chain, which covers everything fixed before the first step."""
    fixed = [FORMAT, game, rules_version, options, list(contributions), list(commitments), seed_hash, beacon]
    return hashlib.sha256(canonical(fixed)).hexdigest()


def next_link(previous: str, step: LoggedStep, seed: bytes) -> str:
    """Return the hash of a step that follows the link `previous`.

    It is salted from the secret seed; otherwise hidden content could be guessed by trial.
    """
    salt = hmac.digest(seed, f"link:{step.place}".encode(), "sha256").hex()
    return hashlib.sha256(canonical([previous, salt, step])).hexdigest()
