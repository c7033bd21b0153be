"""The application and its group of organisers."""

from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate

from notifications.kinds import Sort, register
from notifications.terms import Channel

ORGANISERS = "organisers"
CHALLENGE, CHALLENGE_ENDS = "challenge", "challenge_ends"
PAGE, MAIL, DIGEST, PUSH, _ = Channel
SORTS = (
    Sort(
        CHALLENGE,
        "someone challenges you on a ladder",
        "Challenge",
        "See the challenge",
        frozenset({PAGE, MAIL, PUSH}),
        timely=True,
    ),
    Sort(
        CHALLENGE_ENDS,
        "a challenge is about to cost your place",
        "Accept soon",
        "See the challenge",
        frozenset({MAIL, PUSH}),
        # It comes at its moment or not at all.
        never=frozenset({PAGE, DIGEST}),
        timely=True,
    ),
)
"""Kinds of notice that are raised here."""


class LaddersConfig(AppConfig):
    """Ratings, ladders and tournaments."""

    name = "ladders"

    def ready(self) -> None:
        """Keep the group of organisers able to do what they are for."""
        post_migrate.connect(group_make, sender=self)
        for sort in SORTS:
            register(sort)


def group_make(sender: AppConfig, using: str, **kwargs: Any) -> None:
    """Make the group, and give it the permission, where either is missing."""
    from django.contrib.auth.management import create_permissions
    from django.contrib.auth.models import Group, Permission

    # Permissions are made by a receiver of the same signal, which may come later than this one.
    create_permissions(sender, using=using, verbosity=0)
    group, _ = Group.objects.using(using).get_or_create(name=ORGANISERS)
    group.permissions.add(Permission.objects.using(using).get(content_type__app_label="ladders", codename="organise"))
