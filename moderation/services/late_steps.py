"""Steps that a match's log cannot show at once: written in the transaction in which the match begins or ends."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from matches.log.chain import write_note_step
from matches.models import Match
from moderation.action import ROLE
from moderation.models import AuditRow, Category, Late
from moderation.selectors.chain import NOTIFIED_AS, audit_numbers, early_rows, late_rows

KINDS: dict[str, str] = {Late.BROKEN: "seal_broken", Late.HELD: "bot_seated", Late.RETURNED: "handed_back"}
"""The kinds of step written at the end; other rows store their own."""


def write_early_steps(sender: type[Match], *, match: Match, now: datetime, **kwargs: Any) -> None:
    """Write a step for each audit row from before the start of a match. The match must be locked."""
    _write(match, early_rows(match), now)


def write_late_steps(sender: type[Match], *, match: Match, now: datetime, **kwargs: Any) -> None:
    """Write a step for each audit row that waited for the end of a match. The match must be locked."""
    _write(match, late_rows(match), now)


def _write(match: Match, rows: Iterable[AuditRow], now: datetime) -> None:
    if not (rows := list(rows)):
        return
    # A match that was rewound ends a second time.
    audited = audit_numbers(match)
    for row in rows:
        if row.number in audited:
            continue
        note: dict[str, Any] = {"action": row.action, "by": ROLE, "audit": row.number, "step_then": row.done["at_step"]}
        if row.action in (Late.HELD, Late.RETURNED):
            # The reason for a suspension is only for the player and the moderators.
            note["seat"] = row.seat
        else:
            note["category"] = str(Category(row.category))
        write_note_step(match=match, kind=row.done.get(NOTIFIED_AS) or KINDS[row.action], note=note, now=now)
