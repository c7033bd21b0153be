"""What an administrator changes of an account, a password, rights: it is in the audit, and whose it is is told."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.contrib.auth.models import Group
from django.urls import reverse

from accounts.models import User
from moderation.apps import SAFETY
from moderation.models import AuditRow, Category
from moderation.services.audit import head_locked, row_add
from notifications.services import About, notice_plan

SET, RIGHTS, GROUP = "set-password", "set-rights", "set-group"
TEXT = (
    "An administrator of this site has set a new password for your account. If you did not ask for it, ask for a mail "
    "to choose another, and write to the operator."
)


def account_is_set(sender: type[User], **kwargs: Any) -> None:
    """Take the audit's lock before the account is changed, in the order in which suspensions do."""
    head_locked()


def password_was_set(sender: type[User], *, user: User, by: User, now: datetime, **kwargs: Any) -> None:
    """Write it to the audit, and tell whose password it is."""
    _kept(user, by, SET, "Set in the admin.", TEXT, now)


def rights_were_set(
    sender: type[User],
    *,
    user: User,
    by: User,
    given: Sequence[str],
    taken: Sequence[str],
    now: datetime,
    **kwargs: Any,
) -> None:
    """Write to the audit what somebody may do now or may do no more, and tell them."""
    what = _changed(given, taken)
    text = f"An administrator of this site has changed what your account may do: {what}."
    _kept(user, by, RIGHTS, f"Set in the admin: {what}.", text, now)


def group_was_set(
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
    """Write to the audit what a group may do now or may do no more, and tell its members."""
    what = f"the group {name}: {_changed(given, taken)}"
    row = _row(None, by, GROUP, f"Set in the admin: {what}.", now)
    for user in members:
        _tell(user, row, f"An administrator of this site has changed what your account may do, by {what}.", now)


def _changed(given: Sequence[str], taken: Sequence[str]) -> str:
    return "; ".join(f"{', '.join(names)} {verb}" for names, verb in ((given, "given"), (taken, "taken away")) if names)


def _kept(user: User, by: User, action: str, reason: str, text: str, now: datetime) -> None:
    _tell(user, _row(user, by, action, reason, now), text, now)


def _row(user: User | None, by: User, action: str, reason: str, now: datetime) -> AuditRow:
    return row_add(
        head=head_locked(),
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
    notice_plan(user=user, kind=SAFETY, topic=topic, step=0, context=context, due_at=now, now=now)
