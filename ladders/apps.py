"""The ladders app, its notice kinds and its group of organisers."""

from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate

from notifications.enums import Channel
from notifications.kinds import NoticeSpec, register

ORGANISERS = "organisers"
CHALLENGE, CHALLENGE_ENDS = "challenge", "challenge_ends"
PAGE, MAIL, DIGEST, PUSH, _ = Channel
NOTICE_SPECS = (
    NoticeSpec(
        CHALLENGE,
        "someone challenges you on a ladder",
        "Challenge",
        "See the challenge",
        frozenset({PAGE, MAIL, PUSH}),
        timely=True,
    ),
    NoticeSpec(
        CHALLENGE_ENDS,
        "a challenge is about to cost your place",
        "Accept soon",
        "See the challenge",
        frozenset({MAIL, PUSH}),
        # It is sent at its moment or not at all.
        never=frozenset({PAGE, DIGEST}),
        timely=True,
    ),
)
"""The kinds of notice that this app sends."""


class LaddersConfig(AppConfig):
    """Ratings, ladders and tournaments."""

    name = "ladders"

    def ready(self) -> None:
        """Connect signals and register the kinds of notice."""
        from matches.signals import outcome_changed

        outcome_changed.connect(_follow_match)
        post_migrate.connect(make_group, sender=self)
        for spec in NOTICE_SPECS:
            register(spec)


def _follow_match(*, match: Any, **_: Any) -> None:
    from ladders.queue import enqueue_follow_match

    enqueue_follow_match(match.pk)


def make_group(sender: AppConfig, using: str, **kwargs: Any) -> None:
    """Create the organisers' group and its permission if either is missing."""
    from django.contrib.auth.management import create_permissions
    from django.contrib.auth.models import Group, Permission

    # The receiver that creates permissions listens to the same signal and may run after this one.
    create_permissions(sender, using=using, verbosity=0)
    group, _ = Group.objects.using(using).get_or_create(name=ORGANISERS)
    group.permissions.add(Permission.objects.using(using).get(content_type__app_label="ladders", codename="organise"))
