"""Audit rows in words."""

from collections.abc import Iterable
from dataclasses import dataclass

from moderation.action import ACTIONS
from moderation.models import AuditRow, Late
from moderation.selectors.desk import row_words
from moderation.selectors.numbered import in_names

OTHERS = {
    "close-report": "settled a report",
    "set-password": "set a password in the admin",
    "set-rights": "set rights in the admin",
    "set-group": "changed a group in the admin",
    "ask-seal": "asked to break a seal",
    "agree-seal": "agreed to breaking a seal",
    "refuse-seal": "refused to have a seal broken",
    **dict(Late.choices),
}
"""Audit entries that are not actions."""


@dataclass(frozen=True)
class RowLine:
    """An audit row as moderators read it."""

    row: AuditRow
    did: str
    about: str
    reason: str
    may_be_undone: bool


def row_lines(rows: Iterable[AuditRow]) -> list[RowLine]:
    """Format audit rows for display."""
    return [_line(row) for row in rows]


def _line(row: AuditRow) -> RowLine:
    action = ACTIONS.get(row.action)
    did = action.past if action else OTHERS.get(row.action, row.action)
    undone = hasattr(row, "undone_by")
    fresh = action is not None and action.undoable and row.undoes_id is None and not undone
    return RowLine(
        row, f"undid row {row.undoes.number}: {did}" if row.undoes else did, row_words(row), in_names(row.reason), fresh
    )
