"""The one way to write a record: whatever could be written in two ways, or need not be there, is refused."""

import json
import re
from collections.abc import Iterator
from typing import Any

import msgspec

from engine.game import AnyGame, IllegalAction
from engine.language import say
from engine.log import LATER_SEEDS, REWOUND, LoggedAnswer, MatchRecord, canonical
from engine.origin import fault_of_origin
from engine.proof import is_hash
from engine.replay import Check, steps_of

SIGNATURE = re.compile(r"[0-9a-f]{96}")
NONCE = re.compile(r"[0-9a-f]{32}")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?\+00:00", re.ASCII)


class TwiceNamed(ValueError):
    """An object with two values for one key, of which each program would choose its own."""


def refuse_duplicate_keys(data: bytes) -> None:
    """Raise `TwiceNamed` if an object of this JSON has a key twice, and `ValueError` if it is no JSON."""
    json.loads(data, object_pairs_hook=_object)


def _object(pairs: list[tuple[str, Any]]) -> None:
    """Look at the keys of one object, each once, and keep nothing of it."""
    seen = set[str]()
    for key, _ in pairs:
        if key in seen:
            raise TwiceNamed(say("the key {key} is there twice", key=repr(key)))
        seen.add(key)


def check_form(game: AnyGame, record: MatchRecord) -> Check:
    """Check everything about a record's form that its types do not."""
    fault = next(_faults(game, record), "")
    return Check("form", not fault, fault or say("The file has all fields that a record has, and no others."))


def _faults(game: AnyGame, record: MatchRecord) -> Iterator[str]:
    if not all(map(is_hash, (record.seed_hash, *(chained.hash for chained in record.steps)))):
        yield say("A hash has 64 lower-case hexadecimal digits.")
    options = msgspec.convert(record.options, game.Options)
    if not all(_is_written_so(getattr(options, name), value) for name, value in record.options.items()):
        yield say("`options`: the values are not written as this site writes them.")
    yield from _faults_of_chance(record)
    yield from filter(None, [fault_of_origin(record, game.Options)])
    for step in steps_of(record):
        seats = [answer.player for answer in step.answers]
        if not TIME.fullmatch(step.at):
            yield say("Step {place} has no time that is written as this site writes it.", place=step.place)
        if len(set(seats)) < len(seats):
            yield say("Step {place} has two answers of one seat.", place=step.place)
        if step.kind == "round" and step.note:
            yield say("Step {place} has a note, but is no step of a moderator.", place=step.place)
        for answer in step.answers:
            if not _is_well_formed(game, answer):
                yield say(
                    "The answer of seat {player} in step {place} is not written as this site writes it.",
                    player=answer.player,
                    place=step.place,
                )


def _faults_of_chance(record: MatchRecord) -> Iterator[str]:
    if not all(NONCE.fullmatch(seat.nonce) if seat.contribution else not seat.nonce for seat in record.seats):
        yield say("`seats`: words have a nonce of 32 lower-case hexadecimal digits, and no words have none.")
    if record.beacon and record.beacon.signature and not SIGNATURE.fullmatch(record.beacon.signature):
        yield say("`beacon`: a signature has 96 lower-case hexadecimal digits.")
    renewed = sum(step.kind == REWOUND and "seed_hash" in step.note for step in steps_of(record))
    if len(record.later_seeds) > LATER_SEEDS:
        yield say("`later_seeds`: there are more than {most}.", most=LATER_SEEDS)
    if len(record.later_seeds) != renewed:
        yield say(
            "`later_seeds`: there are {count}, and {renewed} are used.", count=len(record.later_seeds), renewed=renewed
        )


def _is_written_so(meant: Any, written: Any) -> bool:
    if isinstance(meant, frozenset):  # in no order
        return isinstance(written, list) and sorted(written) == sorted(meant)
    return canonical(meant) == canonical(written)


def _is_well_formed(game: AnyGame, answer: LoggedAnswer) -> bool:
    opened = bool(NONCE.fullmatch(answer.nonce)) and is_hash(answer.commitment)
    if not opened and (answer.nonce or answer.commitment):
        return False
    try:
        action = game.action_from(answer.action)
    except IllegalAction:
        return True  # the rules will say so
    return canonical(action) == canonical(answer.action)
