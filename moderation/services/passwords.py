"""A password that an administrator sets for somebody else: who has it can log in as them, so it is in the audit."""

from datetime import datetime
from typing import Any

from django.urls import reverse

from accounts.models import User
from moderation.apps import SAFETY
from moderation.models import Category
from moderation.services.audit import head_locked, row_add
from notifications.services import About, notice_plan

SET = "set-password"
TEXT = (
    "An administrator of this site has set a new password for your account. If you did not ask for it, ask for a mail "
    "to choose another, and write to the operator."
)


def password_is_set(sender: type[User], **kwargs: Any) -> None:
    """Take the audit's lock before the account is changed, in the order in which suspensions do."""
    head_locked()


def password_was_set(sender: type[User], *, user: User, by: User, now: datetime, **kwargs: Any) -> None:
    """Write it to the audit, and tell whose password it is."""
    row = row_add(
        head=head_locked(),
        now=now,
        actor=by,
        action=SET,
        subject=user,
        category=Category.OTHER,
        reason="Set in the admin.",
        done={},
    )
    context: About = {"title": "Your account", "path": reverse("accounts:safety"), "text": TEXT}
    topic = f"moderation:{row.number}"
    notice_plan(user=user, kind=SAFETY, topic=topic, step=0, context=context, due_at=now, now=now)
