"""The groups of moderators and their permissions."""

from typing import Any

from django.apps import AppConfig
from django.contrib.auth.management import create_permissions
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType

from moderation.action import ACTIONS
from moderation.models import AuditRow

MODERATORS = "moderators"
SENIOR = "senior moderators"
BREAK_SEAL = "break_seal"
"""The one permission that belongs to no action: it takes two moderators."""


def make_groups(sender: AppConfig, using: str, **kwargs: Any) -> None:
    """Create the groups, and the permission of each new action.

    A permission is granted to its groups once, when it is created: what an administrator removes stays removed.
    """
    create_permissions(sender, using=using, verbosity=0)
    common, made = Group.objects.using(using).get_or_create(name=MODERATORS)
    senior, made_senior = Group.objects.using(using).get_or_create(name=SENIOR)
    if made or made_senior:
        desk = Permission.objects.using(using).get(content_type__app_label="moderation", codename="desk")
        common.permissions.add(desk)
        senior.permissions.add(desk)
    kind = ContentType.objects.db_manager(using).get_for_model(AuditRow)
    needed = [(action.codename, str(action.title), action.senior) for action in ACTIONS.values()]
    for codename, title, is_senior in [*needed, (BREAK_SEAL, "Can break seals", True)]:
        permission, is_new = Permission.objects.using(using).get_or_create(
            content_type=kind, codename=codename, defaults={"name": title}
        )
        if is_new:
            senior.permissions.add(permission)
            if not is_senior:
                common.permissions.add(permission)
