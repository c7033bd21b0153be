"""The ladders app: registers its notice kinds, and follows the matches."""

from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate

from ladders.notice_kinds import SPECS
from notifications.kinds import register


class LaddersConfig(AppConfig):
    """Ratings, ladders and tournaments."""

    name = "ladders"

    def ready(self) -> None:
        """Connect signals and register the kinds of notice."""
        from ladders.groups import make_group
        from matches.signals import outcome_changed, ratings_asked

        outcome_changed.connect(_follow_match)
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
