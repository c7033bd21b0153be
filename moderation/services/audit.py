"""Adding rows to the audit, one after the other, each chained to the last."""

from datetime import datetime
from typing import Any

from moderation.models import AuditHead, AuditRow
from moderation.selectors.numbered import concerned, numbered

THE_HEAD = 1


def head_locked() -> AuditHead:
    """The end of the chain, held until the transaction ends; so rows have no gaps and no twins."""
    AuditHead.objects.get_or_create(pk=THE_HEAD)
    return AuditHead.objects.select_for_update().get(pk=THE_HEAD)


def row_add(*, head: AuditHead, now: datetime, **said: Any) -> AuditRow:
    """Add a row after the locked head. It names people by number: what is written here can never be taken out again."""
    row = AuditRow(number=head.number + 1, at=now, previous=head.hash, **said)
    people = concerned(row)
    row.reason = numbered(row.reason, people)
    if "words" in row.done:
        row.done = {**row.done, "words": numbered(row.done["words"], people)}
    row.hash = row.link()
    row.save()
    head.number, head.hash = row.number, row.hash
    head.save(update_fields=["number", "hash"])
    return row
