"""Append rows to the audit, each chained to the last."""

from datetime import datetime
from typing import Any

from django.utils.translation import gettext

from foundation.errors import Refused
from moderation.models import AuditHead, AuditRow
from moderation.selectors.numbered import people_named, with_numbers

THE_HEAD = 1


def lock_head() -> AuditHead:
    """The end of the chain, locked until the transaction ends, so that rows have no gaps or duplicates."""
    AuditHead.objects.get_or_create(pk=THE_HEAD)
    return AuditHead.objects.select_for_update().get(pk=THE_HEAD)


def checked_reason(reason: str) -> str:
    """Return a moderator's reason without blanks around it. Raises `Refused` if there is none."""
    if stripped := reason.strip():
        return stripped
    raise Refused("reason_missing", gettext("Say why: a reason is kept with everything that moderators do."))


def add_row(*, head: AuditHead, now: datetime, **fields: Any) -> AuditRow:
    """Append a row after the locked head. It refers to people by number, because audit rows can never be edited."""
    row = AuditRow(number=head.number + 1, at=now, previous=head.hash, **fields)
    people = people_named(row)
    row.reason = with_numbers(row.reason, people)
    if "words" in row.done:
        row.done = {**row.done, "words": with_numbers(row.done["words"], people)}
    row.hash = row.link()
    row.save()
    head.number, head.hash = row.number, row.hash
    head.save(update_fields=["number", "hash"])
    return row
