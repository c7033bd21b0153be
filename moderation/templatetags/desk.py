"""Template tags for the desk."""

from collections.abc import Callable
from typing import Any

from django import template
from django.core.cache import cache
from django.db.models import Q
from redis.exceptions import RedisError

from accounts.identity.selectors import selves
from accounts.models import User
from moderation.selectors.desk import queue

register = template.Library()


KEPT_SECONDS = 300
COUNT_KEPT_SECONDS = 60


@register.simple_tag
def works_at_desk(user: Any) -> bool:
    """True if the desk link is shown. Cached for some minutes, because every page asks."""
    return isinstance(user, User) and bool(_kept("desk", user, KEPT_SECONDS, lambda: user.has_perm("moderation.desk")))


@register.simple_tag
def reports_waiting(user: User) -> int:
    """How many open reports wait for a moderator: those that nobody else has. Cached for a minute."""
    return int(_kept("waiting", user, COUNT_KEPT_SECONDS, lambda: _count_waiting(user)))


def _count_waiting(user: User) -> int:
    return queue(user, selves(user), "open").filter(Q(claimed_by=None) | Q(claimed_by=user)).count()


def _kept(what: str, user: User, seconds: int, ask: Callable[[], int]) -> int:
    """What was asked of a user within these seconds, or what `ask` says now."""
    key = f"moderation:{what}:{user.pk}:{user.date_joined.timestamp()}"
    try:
        known: int | None = cache.get(key)
        if known is None:
            known = ask()
            cache.set(key, known, seconds)
    except RedisError:
        # The site must work without the cache.
        return ask()
    return known
