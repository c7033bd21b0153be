"""Checking the audit: whether its rows are those that were written, all of them and in their order."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from cryptography.fernet import InvalidToken
from django.db.models import QuerySet
from msgspec import MsgspecError

from games.engine import logged
from games.models import Match, Step
from games.rules.core.log import BY_RULES
from moderation.models import AuditHead, AuditRow, Late

TOLD_AS = "told_as"
"""The word in what a row keeps by which it says what its step will be called: it was done before there was a log."""


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


def early_rows(match: Match) -> QuerySet[AuditRow]:
    """The audit rows that the log of a match tells of when the match begins: each is there before its step."""
    return AuditRow.objects.filter(match=match, done__has_key=TOLD_AS, step=None).order_by("number")


def late_rows(match: Match) -> QuerySet[AuditRow]:
    """The audit rows that the log of a match tells of when the match is over: each is there before its step."""
    return AuditRow.objects.filter(match=match, action__in=Late.values, step=None).order_by("number")


def audit_numbers(match: Match) -> Counter[int]:
    """How often the log of a match names each audit row."""
    return Counter(number for _, number in _by_moderators(match))


def _by_moderators(match: Match) -> Iterator[tuple[Step, int]]:
    """The steps of a match that say that a moderator did something, each with the audit row that it names."""
    for step in match.steps.exclude(kind__in=BY_RULES).order_by("number", "part"):
        try:
            yield step, int(logged(step).note.get("audit", 0))
        except (InvalidToken, MsgspecError):
            continue  # the check of the match's own rows names it


def log_faults(match: Match) -> Iterator[Fault]:
    """Where the log of a match and the audit do not tell the same of what moderators did there."""
    early, late = (set(rows.values_list("number", flat=True)) for rows in (early_rows(match), late_rows(match)))
    for step, number in _by_moderators(match):
        proved = AuditRow.objects.filter(number=number, match=match, step=step.number, step_hash=step.hash)
        if number not in early | late and not proved.exists():
            yield Fault(step.number, f"Step {step.number} tells of audit row {number}, which does not tell of it.")
    told = audit_numbers(match)
    due = (early if match.step >= 0 else set()) | (late if match.is_over else set())
    for number in sorted(due):
        if told[number] != 1:
            yield Fault(number, f"Audit row {number} should be told by one step of the log, which is not so.")
