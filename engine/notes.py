"""The notes of moderators' steps: every kind there is, and the fields that the note of each may have."""

from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from engine.language import say
from engine.log import BY_RULES, REWINDING, REWOUND, LoggedStep, MatchRecord, canonical
from engine.replay import Check, steps_of

Seat = Annotated[int, Meta(ge=0, le=99)]
Number = Annotated[int, Meta(ge=0, le=2**31)]
Place = Annotated[int, Meta(ge=1, le=99)]
# `\Z`, as `$` lets a line break through.
Slug = Annotated[str, Meta(pattern=r"^[a-z-]{1,40}\Z")]
Hash = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
Signature = Annotated[str, Meta(pattern=r"^[0-9a-f]{96}\Z")]
Minute = Annotated[str, Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}\+00:00\Z")]
Category = Literal["stalling", "collusion", "abuse", "accounts", "bug", "other"]


class Note(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every moderator's note may say."""

    action: Slug | UnsetType = UNSET
    by: Literal["a moderator"] | UnsetType = UNSET
    category: Category | UnsetType = UNSET
    audit: Number | UnsetType = UNSET
    """The number of the row in the site's audit."""
    step_then: Annotated[int, Meta(ge=-1, le=2**31)] | UnsetType = UNSET
    """The step after which it happened, if it was recorded later; -1 for before the start."""


class RewoundNote(Note, frozen=True, kw_only=True):
    """The match was taken back, by a moderator or as its players agreed."""

    by: Literal["a moderator", "the players"] | UnsetType = UNSET  # type: ignore[assignment]
    to: Number
    seed_hash: Hash | UnsetType = UNSET
    round: Number | UnsetType = UNSET
    """The round of public randomness that was fixed before, if the match had ended."""
    signature: Signature | UnsetType = UNSET


class RewindingNote(Note, frozen=True, kw_only=True):
    """A match that has ended will be taken back when a round of public randomness is known."""

    to: Number
    round: Number


class SeatNote(Note, frozen=True, kw_only=True):
    """Something was done at one seat."""

    seat: Seat


class ExtendedNote(SeatNote, frozen=True, kw_only=True):
    """A seat has more time."""

    hours: Annotated[int, Meta(ge=1, le=10_000)]


class DeadlineNote(SeatNote, frozen=True, kw_only=True):
    """A seat has another deadline."""

    deadline: Minute

    def __post_init__(self) -> None:
        """Refuse the 30th of February."""
        datetime.fromisoformat(self.deadline)


class AdjustedNote(Note, frozen=True, kw_only=True):
    """Other places count, by seat."""

    places: Annotated[tuple[Place, ...], Meta(min_length=1, max_length=99)]


NOTES: dict[str, type[Note]] = {
    REWOUND: RewoundNote,
    REWINDING: RewindingNote,
    "extended": ExtendedNote,
    "deadline_set": DeadlineNote,
    "adjusted": AdjustedNote,
    **dict.fromkeys(("bot_seated", "handed_back", "reseated", "resigned", "unresigned"), SeatNote),
    **dict.fromkeys(("paused", "resumed", "called_off", "unadjusted", "voided", "counted"), Note),
    **dict.fromkeys(("chat_locked", "chat_opened", "made_private", "made_public", "seal_broken"), Note),
}
"""Every kind of step that does not follow from the rules."""


def check_notes(record: MatchRecord) -> Check:
    """Check that all moderators' steps are of known kinds, and that their notes say what such a note says."""
    fault = next(filter(None, (_fault(step, record.players) for step in steps_of(record))), "")
    return Check("note", not fault, fault or say("Every moderator's step is of a known kind."))


def _fault(step: LoggedStep, players: int) -> str:
    if step.kind in BY_RULES:
        return ""
    if step.kind not in NOTES:
        return say("Step {place} is of a kind that this site does not know.", place=step.place)
    if not _is_known(step.note, NOTES[step.kind], players):
        return say("`note` of step {place}: this site does not know what it says.", place=step.place)
    return ""


def _is_known(written: dict[str, Any], kind: type[Note], players: int) -> bool:
    try:
        note = msgspec.convert(written, kind)
    except msgspec.ValidationError:
        return False
    if isinstance(note, SeatNote) and note.seat >= players:
        return False
    if isinstance(note, AdjustedNote) and len(note.places) != players:
        return False
    # A whole number may be written as 3.0, too.
    return canonical(note) == canonical(written)
