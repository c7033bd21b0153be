"""The clubs app: registers its kinds of notice, and opens tables of clubs to their members."""

from typing import Any

from django.apps import AppConfig

from clubs.notice_kinds import SPECS
from matches.audience import register as admit_to_tables
from notifications.kinds import register


class ClubsConfig(AppConfig):
    """Clubs."""

    name = "clubs"

    def ready(self) -> None:
        """Register the kinds of notice, and who may see tables of clubs."""
        from clubs.selectors.access import is_of_my_club
        from clubs.signals import member_left
        from matches.signals import rematch_opened

        rematch_opened.connect(_keep_in_club)
        member_left.connect(_free_kept_seats)
        admit_to_tables(is_of_my_club)
        for spec in SPECS:
            register(spec)


def _keep_in_club(*, old: Any, new: Any, **_: Any) -> None:
    from clubs.services.tables import keep_in_club

    keep_in_club(old, new)


def _free_kept_seats(*, club: Any, user: Any, now: Any, **_: Any) -> None:
    from clubs.services.tables import free_kept_seats

    free_kept_seats(club, user, now)
