"""What a match's log tells only when the match is over: written as steps in the transaction in which it ends."""

from datetime import datetime
from typing import Any

from games.models import Match
from games.services.chain import note_write
from moderation.action import ROLE
from moderation.models import AuditRow, Category, Late
from moderation.selectors.chain import audit_numbers, late_rows

KINDS: dict[str, str] = {Late.BROKEN: "seal_broken", Late.HELD: "bot_seated", Late.RETURNED: "handed_back"}
"""What such a row is called as a step."""


def late_steps_write(sender: type[Match], *, match: Match, now: datetime, **kwargs: Any) -> None:
    """Write a step for each audit row that has waited for the end of a match, which is locked."""
    rows = list(late_rows(match))
    if not rows:
        return
    # A match that was taken back ends again.
    told = audit_numbers(match)
    for row in rows:
        if row.number not in told:
            note_write(match=match, kind=KINDS[row.action], note=_note(row), now=now)


def _note(row: AuditRow) -> dict[str, Any]:
    note = {"action": row.action, "by": ROLE, "audit": row.number, "step_then": row.done["at_step"]}
    if row.action == Late.BROKEN:
        return {**note, "category": str(Category(row.category))}
    # Why somebody was suspended is between them and the moderators.
    return {**note, "seat": row.seat}
