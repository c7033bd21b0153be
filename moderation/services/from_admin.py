"""Changes that administrators make to accounts, passwords and rights: audited, and notified to the account's owner."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib.auth.models import Group
from django.urls import reverse
from django.utils import translation
from django.utils.functional import lazy
from django.utils.text import format_lazy
from django.utils.translation import gettext, gettext_lazy

from accounts.models import User
from engine.words import clauses
from foundation.language import Words, read_by
from moderation.models import AuditRow, Category
from moderation.models.audit import BY_ADMIN, IN_ADMIN
from moderation.notice_kinds import SAFETY
from moderation.services.audit import add_row, lock_head
from notifications.services import About, schedule_notice

SET, RIGHTS, GROUP = "set-password", "set-rights", "set-group"
TEXT = gettext_lazy(
    "An administrator of this site has set a new password for your account. If you did not ask for it, ask for a mail "
    "to choose another, and write to the operator."
)
OF_USER = gettext_lazy("An administrator of this site has changed what your account may do: {what}.")
OF_GROUP = gettext_lazy(
    "An administrator of this site has changed what your account may do, by the group {group}: {what}."
)


def audit_account_change(sender: type[User], **kwargs: Any) -> None:
    """Lock the audit before the account changes, in the same order as suspensions do."""
    lock_head()


def audit_password_change(sender: type[User], *, user: User, by: User, now: datetime, **kwargs: Any) -> None:
    """Record a password change in the audit and notify the account's owner."""
    _record(user, by, SET, BY_ADMIN, TEXT, now)


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
    text = format_lazy(OF_USER, what=lazily_changed(given, taken))
    _record(user, by, RIGHTS, IN_ADMIN.format(what=_kept(given, taken)), text, now)


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
    row = _row(None, by, GROUP, IN_ADMIN.format(what=f"the group {name}: {_kept(given, taken)}"), now)
    text = format_lazy(OF_GROUP, group=name, what=lazily_changed(given, taken))
    for user in members:
        _tell(user, row, text, now)


def _kept(given: Sequence[str], taken: Sequence[str]) -> str:
    """Which rights were given and taken away, in English, as the audit keeps it."""
    with translation.override(settings.LANGUAGE_CODE):
        return _change_words(given, taken)


def _change_words(given: Sequence[str], taken: Sequence[str]) -> str:
    changes = ((given, gettext("{rights} given")), (taken, gettext("{rights} taken away")))
    return clauses(words.format(rights=", ".join(names)) for names, words in changes if names)


lazily_changed = lazy(_change_words, str)


def _record(user: User, by: User, action: str, reason: str, text: Words, now: datetime) -> None:
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


def _tell(user: User, row: AuditRow, text: Words, now: datetime) -> None:
    with read_by(user):
        context: About = {"title": gettext("Your account"), "path": reverse("accounts:safety"), "text": str(text)}
    topic = f"moderation:{row.number}"
    schedule_notice(user=user, kind=SAFETY, topic=topic, step=0, context=context, due_at=now, now=now)
