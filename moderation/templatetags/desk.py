"""What pages ask of the desk."""

from typing import Any

from django import template
from django.contrib.auth.models import Permission
from django.db.models import Q

from accounts.models import User

register = template.Library()


@register.simple_tag
def works_at_desk(user: Any) -> bool:
    """Whether a link to the desk is shown. It is asked on every page, so it costs one query."""
    if not isinstance(user, User) or not user.is_active:
        return False
    given = Permission.objects.filter(content_type__app_label="moderation", codename="desk")
    return user.is_superuser or given.filter(Q(user=user) | Q(group__user=user)).exists()
