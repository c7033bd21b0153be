"""Audit rows in words."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext, gettext_lazy

from foundation.language import Words, reword
from moderation.action import ACTIONS
from moderation.models import AuditRow, Late
from moderation.models.audit import FOLLOWS, IN_ADMIN
from moderation.selectors.desk import row_words
from moderation.selectors.numbered import in_names

OTHERS = {
    "close-report": gettext_lazy("settled a report"),
    "set-password": gettext_lazy("set a password in the admin"),
    "set-rights": gettext_lazy("set rights in the admin"),
    "set-group": gettext_lazy("changed a group in the admin"),
    "ask-seal": gettext_lazy("asked to break a seal"),
    "agree-seal": gettext_lazy("agreed to breaking a seal"),
    "refuse-seal": gettext_lazy("refused to have a seal broken"),
    **dict(Late.choices),
}
"""Audit entries that are not actions."""


AUTOMATIC = (FOLLOWS, IN_ADMIN)
"""Reasons that the site wrote itself, in English."""


@dataclass(frozen=True)
class RowLine:
    """An audit row as moderators read it."""

    row: AuditRow
    did: Words
    about: str
    reason: str
    stands: bool
    """True for an action that was not undone and undoes nothing."""
    may_be_undone: bool


def row_lines(rows: Iterable[AuditRow]) -> list[RowLine]:
    """Format audit rows for display."""
    listed = list(rows)
    reasons = in_names([row.reason for row in listed])
    return [_line(row, reason) for row, reason in zip(listed, reasons, strict=True)]


def _line(row: AuditRow, reason: str) -> RowLine:
    action = ACTIONS.get(row.action)
    did = action.past if action else OTHERS.get(row.action, row.action)
    stands = action is not None and row.undoes_id is None and not hasattr(row, "undone_by")
    return RowLine(
        row,
        gettext("undid row {number}: {did}").format(number=row.undoes.number, did=did) if row.undoes else did,
        row_words(row),
        reword(reason, AUTOMATIC),
        stands,
        stands and action is not None and action.undoable,
    )
