"""The application and its group of organisers."""

from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate

ORGANISERS = "organisers"


class LaddersConfig(AppConfig):
    """Ratings, ladders and tournaments."""

    name = "ladders"

    def ready(self) -> None:
        """Keep the group of organisers able to do what they are for."""
        post_migrate.connect(group_make, sender=self)


def group_make(sender: AppConfig, using: str, **kwargs: Any) -> None:
    """Make the group, and give it the permission, where either is missing."""
    from django.contrib.auth.management import create_permissions
    from django.contrib.auth.models import Group, Permission

    # Permissions are made by a receiver of the same signal, which may come later than this one.
    create_permissions(sender, using=using, verbosity=0)
    group, _ = Group.objects.using(using).get_or_create(name=ORGANISERS)
    group.permissions.add(Permission.objects.using(using).get(content_type__app_label="ladders", codename="organise"))
