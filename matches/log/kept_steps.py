"""The part of a step that its row keeps sealed, without what other columns hold or what can be worked out from it."""

from datetime import UTC
from typing import Any

import msgspec

from engine.log import AnsweredBy, LoggedAnswer, LoggedStep, commitment
from matches.models import Step


class KeptAnswer(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """An opened answer. Its commitment follows from the other fields, and is kept only if it does not."""

    player: int
    action: Any
    by: AnsweredBy
    nonce: str = ""
    commitment: str | None = None


class KeptStep(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A step without its kind, time and part. Its number shows that it was not moved to another row."""

    number: int
    answers: tuple[KeptAnswer, ...] = ()
    draws: tuple[int, ...] = ()
    events: tuple[Any, ...] = ()
    note: dict[str, Any] = {}


def kept_step(entry: LoggedStep) -> KeptStep:
    """Return what to seal of a step."""
    answers = tuple(_kept_answer(entry.number, answer) for answer in entry.answers)
    return KeptStep(entry.number, answers, entry.draws, entry.events, entry.note)


def _kept_answer(number: int, answer: LoggedAnswer) -> KeptAnswer:
    kept = KeptAnswer(answer.player, answer.action, answer.by, answer.nonce)
    follows = answer.commitment == _commitment(number, kept)
    return kept if follows else msgspec.structs.replace(kept, commitment=answer.commitment)


def _commitment(number: int, answer: KeptAnswer) -> str:
    """Return the commitment to an answer, empty if the answer came to nothing."""
    if answer.commitment is not None or not answer.nonce:
        return answer.commitment or ""
    return commitment(step=number, player=answer.player, action=answer.action, nonce=answer.nonce)


def logged_step_of(row: Step, kept: KeptStep) -> LoggedStep:
    """Return the step of a row and what it keeps sealed. All times in the log are in UTC."""
    return LoggedStep(
        number=kept.number,
        kind=row.kind,
        at=row.at.astimezone(UTC).isoformat(),
        answers=tuple(_logged_answer(kept.number, answer) for answer in kept.answers),
        draws=kept.draws,
        events=kept.events,
        note=kept.note,
        part=row.part,
    )


def _logged_answer(number: int, answer: KeptAnswer) -> LoggedAnswer:
    return LoggedAnswer(answer.player, answer.action, answer.by, answer.nonce, _commitment(number, answer))
