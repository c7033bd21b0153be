"""The friends app: registers its notice kind, and hears of blocks and of new tables."""

from typing import Any

from django.apps import AppConfig

from friends.notice_kinds import SPECS
from notifications.kinds import register


class FriendsConfig(AppConfig):
    """Friends."""

    name = "friends"

    def ready(self) -> None:
        """Connect signals and register the kind of notice."""
        from accounts.signals import user_blocked
        from matches.signals import table_opened

        user_blocked.connect(_part)
        table_opened.connect(_tell)
        for spec in SPECS:
            register(spec)


def _part(*, user: Any, other: Any, now: Any, **_: Any) -> None:
    from friends.services.following import unfollow_each_other

    unfollow_each_other(user=user, other=other, now=now)


def _tell(*, match: Any, now: Any, **_: Any) -> None:
    from friends.services.notices import tell_followers

    tell_followers(match=match, now=now)
