"""The moderation app: registers its actions and notice kinds, and follows the apps below."""

import pkgutil
from importlib import import_module
from pathlib import Path

from django.apps import AppConfig
from django.db.models.signals import post_migrate

from moderation.notice_kinds import SPECS
from notifications.kinds import register


class ModerationConfig(AppConfig):
    """Reports, the desk, actions, audit."""

    name = "moderation"

    def ready(self) -> None:
        """Register every action and kind of notice, and create the groups."""
        from moderation.groups import make_groups

        for module in pkgutil.iter_modules([str(Path(self.path) / "actions")]):
            import_module(f"moderation.actions.{module.name}")
        for spec in SPECS:
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
