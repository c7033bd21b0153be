"""The moderation app: its actions, notice kinds, groups and permissions."""

import pkgutil
from importlib import import_module
from pathlib import Path
from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate

from notifications.enums import Channel
from notifications.kinds import NoticeSpec, register

MODERATORS = "moderators"
SENIOR = "senior moderators"
BREAK_SEAL = "break_seal"
"""The one permission that belongs to no action: it takes two moderators."""
ACTED, OUTCOME, SAFETY = "moderation", "report", "safety"
NOTICE_SPECS = (
    NoticeSpec(
        ACTED,
        "a moderator does something that concerns you",
        "From the moderators",
        "Read more",
        frozenset({Channel.PAGE, Channel.MAIL}),
    ),
    NoticeSpec(
        OUTCOME,
        "a report of yours is settled",
        "Your report",
        "See your reports",
        frozenset({Channel.PAGE, Channel.MAIL}),
    ),
    NoticeSpec(
        SAFETY,
        "somebody else changes how you log in",
        "The safety of your account",
        "See how you log in",
        frozenset({Channel.PAGE, Channel.MAIL}),
        always=True,
    ),
)
"""The kinds of notice that this app sends."""


class ModerationConfig(AppConfig):
    """Reports, the desk, actions, audit."""

    name = "moderation"

    def ready(self) -> None:
        """Register every action and kind of notice, and create the groups."""
        for module in pkgutil.iter_modules([str(Path(self.path) / "actions")]):
            import_module(f"moderation.actions.{module.name}")
        for spec in NOTICE_SPECS:
            register(spec)
        _follow_below()
        post_migrate.connect(make_groups, sender=self)


def _follow_below() -> None:
    """Connect to the apps below, which do not know this one."""
    from accounts.signals import account_erased, account_setting, group_set, password_set, rights_set
    from matches.insiders import register as register_insiders
    from matches.signals import match_begun, match_over
    from moderation.selectors.insiders import knows_too_much
    from moderation.services.forgetting import forget_account
    from moderation.services.from_admin import (
        audit_account_change,
        audit_group_change,
        audit_password_change,
        audit_rights_change,
    )
    from moderation.services.late_steps import write_early_steps, write_late_steps

    register_insiders(knows_too_much)
    account_setting.connect(audit_account_change)
    password_set.connect(audit_password_change)
    rights_set.connect(audit_rights_change)
    group_set.connect(audit_group_change)
    account_erased.connect(forget_account)
    match_begun.connect(write_early_steps)
    match_over.connect(write_late_steps)


def make_groups(sender: AppConfig, using: str, **kwargs: Any) -> None:
    """Create the groups, and the permission of each new action.

    A permission is granted to its groups once, when it is created: what an administrator removes stays removed.
    """
    from django.contrib.auth.management import create_permissions
    from django.contrib.auth.models import Group, Permission
    from django.contrib.contenttypes.models import ContentType

    from moderation.action import ACTIONS
    from moderation.models import AuditRow

    create_permissions(sender, using=using, verbosity=0)
    common, made = Group.objects.using(using).get_or_create(name=MODERATORS)
    senior, made_senior = Group.objects.using(using).get_or_create(name=SENIOR)
    if made or made_senior:
        desk = Permission.objects.using(using).get(content_type__app_label="moderation", codename="desk")
        common.permissions.add(desk)
        senior.permissions.add(desk)
    kind = ContentType.objects.db_manager(using).get_for_model(AuditRow)
    needed = [(action.codename, action.title, action.senior) for action in ACTIONS.values()]
    for codename, title, is_senior in [*needed, (BREAK_SEAL, "Can break seals", True)]:
        permission, is_new = Permission.objects.using(using).get_or_create(
            content_type=kind, codename=codename, defaults={"name": title}
        )
        if is_new:
            senior.permissions.add(permission)
            if not is_senior:
                common.permissions.add(permission)
