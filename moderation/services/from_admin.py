"""What an administrator changes of an account, a password or rights: it is in the audit, and whose it is is told."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.urls import reverse

from accounts.models import User
from moderation.apps import SAFETY
from moderation.models import Category
from moderation.services.audit import head_locked, row_add
from notifications.services import About, notice_plan

SET, RIGHTS = "set-password", "set-rights"
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
    changed = [f"{', '.join(names)} {verb}" for names, verb in ((given, "given"), (taken, "taken away")) if names]
    what = "; ".join(changed)
    text = f"An administrator of this site has changed what your account may do: {what}."
    _kept(user, by, RIGHTS, f"Set in the admin: {what}.", text, now)


def _kept(user: User, by: User, action: str, reason: str, text: str, now: datetime) -> None:
    row = row_add(
        head=head_locked(),
        now=now,
        actor=by,
        action=action,
        subject=user,
        category=Category.OTHER,
        reason=reason,
        done={},
    )
    context: About = {"title": "Your account", "path": reverse("accounts:safety"), "text": text}
    topic = f"moderation:{row.number}"
    notice_plan(user=user, kind=SAFETY, topic=topic, step=0, context=context, due_at=now, now=now)
