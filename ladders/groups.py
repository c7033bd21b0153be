"""The group of organisers and its permission."""

from typing import Any

from django.apps import AppConfig
from django.contrib.auth.management import create_permissions
from django.contrib.auth.models import Group, Permission

ORGANISERS = "organisers"


def make_group(sender: AppConfig, using: str, **kwargs: Any) -> None:
    """Create the organisers' group and its permission if either is missing."""
    # The receiver that creates permissions listens to the same signal and may run after this one.
    create_permissions(sender, using=using, verbosity=0)
    group, _ = Group.objects.using(using).get_or_create(name=ORGANISERS)
    group.permissions.add(Permission.objects.using(using).get(content_type__app_label="ladders", codename="organise"))
