"""Checking the audit: whether its rows are those that were written, all of them and in their order."""

from collections.abc import Iterator
from dataclasses import dataclass

from games.models import Step
from moderation.models import AuditHead, AuditRow


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
