"""Moderators and what they do, for tests."""

from datetime import datetime
from typing import Any

from django.contrib.auth.models import Group

from accounts.models import User
from moderation.action import ACTIONS, Target
from moderation.models import AuditRow
from moderation.services.acting import act
from tests.matches.tables import NOON, person


def moderator(name: str = "mona", *, senior: bool = False) -> User:
    """A moderator."""
    user = person(name)
    user.groups.add(Group.objects.get(name="senior moderators" if senior else "moderators"))
    return User.objects.get(pk=user.pk)


def done(actor: User, slug: str, target: Target, now: datetime = NOON, **given: Any) -> AuditRow:
    """An action that a moderator carries out."""
    action = ACTIONS[slug]
    reason = given.pop("reason", "It was seen.")
    return act(actor=actor, action=action, target=target, category="abuse", reason=reason, now=now, given=given)
