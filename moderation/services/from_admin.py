"""Changes that administrators make to accounts, passwords and rights: audited, and notified to the account's owner."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.contrib.auth.models import Group
from django.urls import reverse

from accounts.models import User
from moderation.models import AuditRow, Category
from moderation.notice_kinds import SAFETY
from moderation.services.audit import add_row, lock_head
from notifications.services import About, schedule_notice

SET, RIGHTS, GROUP = "set-password", "set-rights", "set-group"
TEXT = (
    "An administrator of this site has set a new password for your account. If you did not ask for it, ask for a mail "
    "to choose another, and write to the operator."
)


def audit_account_change(sender: type[User], **kwargs: Any) -> None:
    """Lock the audit before the account changes, in the same order as suspensions do."""
    lock_head()


def audit_password_change(sender: type[User], *, user: User, by: User, now: datetime, **kwargs: Any) -> None:
    """Record a password change in the audit and notify the account's owner."""
    _record(user, by, SET, "Set in the admin.", TEXT, now)


def audit_rights_change(
    sender: type[User],
    *,
    user: User,
    by: User,
    given: Sequence[str],
    taken: Sequence[str],
    now: datetime,
    **kwargs: Any,
) -> None:
    """Record in the audit which rights a user gained or lost, and notify them."""
    what = _change_words(given, taken)
    text = f"An administrator of this site has changed what your account may do: {what}."
    _record(user, by, RIGHTS, f"Set in the admin: {what}.", text, now)


def audit_group_change(
    sender: type[Group],
    *,
    name: str,
    members: Sequence[User],
    by: User,
    given: Sequence[str],
    taken: Sequence[str],
    now: datetime,
    **kwargs: Any,
) -> None:
    """Record in the audit which rights a group gained or lost, and notify its members."""
    what = f"the group {name}: {_change_words(given, taken)}"
    row = _row(None, by, GROUP, f"Set in the admin: {what}.", now)
    for user in members:
        _tell(user, row, f"An administrator of this site has changed what your account may do, by {what}.", now)


def _change_words(given: Sequence[str], taken: Sequence[str]) -> str:
    return "; ".join(f"{', '.join(names)} {verb}" for names, verb in ((given, "given"), (taken, "taken away")) if names)


def _record(user: User, by: User, action: str, reason: str, text: str, now: datetime) -> None:
    _tell(user, _row(user, by, action, reason, now), text, now)


def _row(user: User | None, by: User, action: str, reason: str, now: datetime) -> AuditRow:
    return add_row(
        head=lock_head(),
        now=now,
        actor=by,
        action=action,
        subject=user,
        category=Category.OTHER,
        reason=reason,
        done={},
    )


def _tell(user: User, row: AuditRow, text: str, now: datetime) -> None:
    context: About = {"title": "Your account", "path": reverse("accounts:safety"), "text": text}
    topic = f"moderation:{row.number}"
    schedule_notice(user=user, kind=SAFETY, topic=topic, step=0, context=context, due_at=now, now=now)
