"""Checking the audit: whether its rows are those that were written, all of them and in their order."""

from collections.abc import Iterator
from dataclasses import dataclass

from cryptography.fernet import InvalidToken
from msgspec import MsgspecError

from games.engine import logged
from games.models import Match, Step
from moderation.models import AuditHead, AuditRow

OF_THE_GAME = ("setup", "round")
"""Steps that no moderator made."""


@dataclass(frozen=True)
class Fault:
    """Something about the audit that does not hold."""

    number: int
    says: str


def chain_faults() -> Iterator[Fault]:
    """What does not hold, row by row; nothing where all does."""
    number, previous = 0, ""
    for row in AuditRow.objects.order_by("number").iterator():
        if row.number != number + 1:
            yield Fault(row.number, f"Audit rows {number + 1} to {row.number - 1} are missing.")
        elif row.previous != previous:
            yield Fault(row.number, f"Audit row {row.number} does not follow from the row before it.")
        if row.link() != row.hash:
            yield Fault(row.number, f"Audit row {row.number} was changed.")
        if row.step is not None and not _stands_in_log(row, row.step):
            yield Fault(row.number, f"Audit row {row.number} names a step that the log of its table does not have.")
        number, previous = row.number, row.hash
    head = AuditHead.objects.first()
    if (head.number, head.hash) != (number, previous) if head else number:
        yield Fault(number, f"The audit ends at row {number}, which is not its last.")


def _stands_in_log(row: AuditRow, step: int) -> bool:
    return Step.objects.filter(match__audit_rows=row, number=step, hash=row.step_hash).exists()


def unaudited_steps(match: Match) -> Iterator[Fault]:
    """Steps of a match that say that a moderator did something, and no audit row says so too."""
    for step in match.steps.exclude(kind__in=OF_THE_GAME).order_by("number", "part"):
        try:
            number = int(logged(step).note.get("audit", 0))
        except (InvalidToken, MsgspecError):
            continue  # the check of the match's own rows names it
        if not AuditRow.objects.filter(number=number, match=match, step=step.number, step_hash=step.hash).exists():
            yield Fault(step.number, f"Step {step.number} tells of audit row {number}, which does not tell of it.")
