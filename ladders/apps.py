"""The ladders app: registers its notice kinds, and follows the matches."""

from typing import Any, ClassVar

from django.apps import AppConfig
from django.db.models.signals import post_migrate

from ladders.notice_kinds import SPECS
from notifications.kinds import register


class LaddersConfig(AppConfig):
    """Ratings, ladders and tournaments."""

    name = "ladders"
    bundles: ClassVar = {"css/ladders.css": ("css/ladder.css", "css/ladder-sizes.css", "css/tournament.css")}
    """Files that pages get as one; see `foundation.bundles`."""

    def ready(self) -> None:
        """Connect signals and register the kinds of notice."""
        from clubs.signals import closing_asked, club_reopened, club_shut, member_left, rivals_asked
        from ladders.groups import make_group
        from matches.signals import outcome_changed, ratings_asked

        outcome_changed.connect(_follow_match)
        rivals_asked.connect(_rivals)
        closing_asked.connect(_check_closing)
        member_left.connect(_take_out)
        club_shut.connect(_close_with)
        club_reopened.connect(_open_with)
        ratings_asked.connect(_ratings)
        post_migrate.connect(make_group, sender=self)
        for spec in SPECS:
            register(spec)


def _ratings(*, user: Any, **_: Any) -> dict[tuple[str, str], int]:
    from ladders.selectors.ratings import rating_numbers

    return rating_numbers(user)


def _follow_match(*, match: Any, **_: Any) -> None:
    from ladders.queue import enqueue_follow_match

    enqueue_follow_match(match.pk)


def _rivals(*, club: Any, by: Any, **_: Any) -> dict[int, str]:
    from ladders.services.clubs import rivals_in

    return rivals_in(club, by)


def _check_closing(*, club: Any, by: Any, **_: Any) -> None:
    from ladders.services.clubs import check_closing

    check_closing(club, by)


def _take_out(*, club: Any, user: Any, now: Any, **_: Any) -> None:
    from ladders.services.clubs import take_out

    take_out(club, user, now)


def _close_with(*, club: Any, now: Any, **_: Any) -> None:
    from ladders.services.clubs import close_with

    close_with(club, now)


def _open_with(*, club: Any, closed_at: Any, **_: Any) -> None:
    from ladders.services.clubs import open_with

    open_with(club, closed_at)
