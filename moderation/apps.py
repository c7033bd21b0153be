"""The application: its actions, its kinds of notice, its groups and their permissions."""

import pkgutil
from importlib import import_module
from pathlib import Path
from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate

from notifications.kinds import Sort, register
from notifications.terms import Channel

MODERATORS = "moderators"
SENIOR = "senior moderators"
BREAK_SEAL = "break_seal"
"""The one permission that is no action's: it takes two."""
ACTED, OUTCOME, SAFETY = "moderation", "report", "safety"
SORTS = (
    Sort(
        ACTED,
        "a moderator does something that concerns you",
        "From the moderators",
        "Read more",
        frozenset({Channel.PAGE, Channel.MAIL}),
    ),
    Sort(
        OUTCOME,
        "a report of yours is settled",
        "Your report",
        "See your reports",
        frozenset({Channel.PAGE, Channel.MAIL}),
    ),
    Sort(
        SAFETY,
        "somebody else changes how you log in",
        "The safety of your account",
        "See how you log in",
        frozenset({Channel.PAGE, Channel.MAIL}),
        always=True,
    ),
)
"""Kinds of notice that are raised here."""


class ModerationConfig(AppConfig):
    """Reports, the desk, actions, audit."""

    name = "moderation"

    def ready(self) -> None:
        """Register every action and kind of notice, and keep groups able to do what they are for."""
        for module in pkgutil.iter_modules([str(Path(self.path) / "actions")]):
            import_module(f"moderation.actions.{module.name}")
        for sort in SORTS:
            register(sort)
        _follow_below()
        post_migrate.connect(groups_make, sender=self)


def _follow_below() -> None:
    """Let the applications below be heard and answered, which know nothing of this one."""
    from accounts.signals import account_erased, account_setting, group_set, password_set, rights_set
    from games.insiders import register as register_insiders
    from games.signals import match_begun, match_over
    from moderation.selectors.insiders import knows_too_much
    from moderation.services.forgetting import account_forgotten
    from moderation.services.from_admin import account_is_set, group_was_set, password_was_set, rights_were_set
    from moderation.services.late_steps import early_steps_write, late_steps_write

    register_insiders(knows_too_much)
    account_setting.connect(account_is_set)
    password_set.connect(password_was_set)
    rights_set.connect(rights_were_set)
    group_set.connect(group_was_set)
    account_erased.connect(account_forgotten)
    match_begun.connect(early_steps_write)
    match_over.connect(late_steps_write)


def groups_make(sender: AppConfig, using: str, **kwargs: Any) -> None:
    """Make the groups, and the permission of each new action.

    A permission is given to its groups once, when it is made: what an administrator takes away stays away.
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
