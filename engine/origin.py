"""Where a match that was played on from another one begins: at the end of that one's first steps, kept in its setup.

The setup then has a note with `origin`: the record of the other match up to that step, without the players' names.
"""

from typing import Any

import msgspec
from msgspec.structs import replace

from engine.language import say
from engine.log import REWOUND, LoggedStep, MatchRecord, canonical

ORIGIN = "origin"


class Beginning(msgspec.Struct, frozen=True):
    """Where a match that is played on begins, kept until it does."""

    record: MatchRecord
    state: msgspec.Raw
    """The encoded position at its end, so that nobody waits while all its rounds are played again."""


def origin_of(setup: LoggedStep) -> MatchRecord | None:
    """Return the record that a match was played on from, or None. Raises `msgspec.ValidationError`."""
    raw = setup.note.get(ORIGIN)
    return None if raw is None else msgspec.convert(raw, MatchRecord)


def origin_note(origin: MatchRecord) -> dict[str, Any]:
    """Return the note of a setup that begins where this record ends."""
    return {ORIGIN: msgspec.json.decode(msgspec.json.encode(origin))}


def cut_off(record: MatchRecord, step: int) -> MatchRecord:
    """Return a record up to a numbered step, without names. Raises `IndexError` if it has no such step."""
    steps = tuple(chained for chained in record.steps if (chained.step.number, chained.step.part) <= (step, 0))
    if step < 0 or not steps or steps[-1].step.number != step:
        raise IndexError("This match has no such step.")
    seeds = sum(chained.step.kind == REWOUND and "seed_hash" in chained.step.note for chained in steps)
    seats = tuple(replace(seat, name=f"Seat {number + 1}") for number, seat in enumerate(record.seats))
    later = record.later_seeds[:seeds]
    return replace(record, steps=steps, seats=seats, later_seeds=later, checksum="", proof=None)


def fault_of_origin(record: MatchRecord, options: type[Any]) -> str:
    """Say what is wrong with the form of the note in a record's setup, or "". `options`: the type of the game's."""
    setup = record.steps[0].step
    if not setup.note:
        return ""
    try:
        origin = origin_of(setup)
    except msgspec.ValidationError as error:
        return f"`origin`: {error}."
    if origin is None or canonical(origin_note(origin)) != canonical(setup.note):
        return say("`note` of step 0: it holds nothing but where the match was played on from, as this site writes it.")
    if not origin.steps or origin.checksum or origin.proof:
        return say("`origin`: it has steps, and neither a checksum nor a proof.")
    mine = (record.game, record.rules_version, record.players)
    if (origin.game, origin.rules_version, origin.players) != mine or not _same_options(record, origin, options):
        return say("`origin`: it is a match of another game, with other seats or other options.")
    return ""


def _same_options(record: MatchRecord, origin: MatchRecord, options: type[Any]) -> bool:
    """Compare what is meant: an option that is a set is written in any order."""
    try:
        return bool(msgspec.convert(origin.options, options) == msgspec.convert(record.options, options))
    except msgspec.ValidationError:
        return False
