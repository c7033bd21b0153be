"""Template tags for the desk."""

from typing import Any

from django import template
from django.core.cache import cache
from redis.exceptions import RedisError

from accounts.models import User

register = template.Library()


KEPT_SECONDS = 300


@register.simple_tag
def works_at_desk(user: Any) -> bool:
    """True if the desk link is shown. Cached for some minutes, because every page asks."""
    if not isinstance(user, User):
        return False
    key = f"moderation:desk:{user.pk}:{user.date_joined.timestamp()}"
    try:
        known = cache.get(key)
        if known is None:
            known = user.has_perm("moderation.desk")
            cache.set(key, known, KEPT_SECONDS)
    except RedisError:
        # The site must work without the cache.
        known = user.has_perm("moderation.desk")
    return bool(known)
