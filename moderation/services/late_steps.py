"""What a match's log cannot tell at once: written as steps in the transaction in which the match begins, or ends."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from games.models import Match
from games.services.chain import note_write
from moderation.action import ROLE
from moderation.models import AuditRow, Category, Late
from moderation.selectors.chain import TOLD_AS, audit_numbers, early_rows, late_rows

KINDS: dict[str, str] = {Late.BROKEN: "seal_broken", Late.HELD: "bot_seated", Late.RETURNED: "handed_back"}
"""What the log calls what it tells at the end; other rows hold what it calls them."""


def early_steps_write(sender: type[Match], *, match: Match, now: datetime, **kwargs: Any) -> None:
    """Write a step for each audit row from before the start of a match, which is locked."""
    _write(match, early_rows(match), now)


def late_steps_write(sender: type[Match], *, match: Match, now: datetime, **kwargs: Any) -> None:
    """Write a step for each audit row that has waited for the end of a match, which is locked."""
    _write(match, late_rows(match), now)


def _write(match: Match, rows: Iterable[AuditRow], now: datetime) -> None:
    if not (rows := list(rows)):
        return
    # A match that was taken back ends again.
    told = audit_numbers(match)
    for row in rows:
        if row.number not in told:
            note_write(match=match, kind=row.done.get(TOLD_AS) or KINDS[row.action], note=_note(row), now=now)


def _note(row: AuditRow) -> dict[str, Any]:
    note = {"action": row.action, "by": ROLE, "audit": row.number, "step_then": row.done["at_step"]}
    if row.action not in (Late.HELD, Late.RETURNED):
        return {**note, "category": str(Category(row.category))}
    # Why somebody was suspended is between them and the moderators.
    return {**note, "seat": row.seat}
