"""How often something may be asked."""

from collections.abc import Callable
from typing import TypeVar, cast

from allauth.decorators import rate_limit
from django.http import HttpResponse

View = TypeVar("View", bound=Callable[..., HttpResponse])


def rate_limited(action: str) -> Callable[[View], View]:
    """Answer 429 to whoever posts more often than `ACCOUNT_RATE_LIMITS` allows for this action."""
    return cast(Callable[[View], View], rate_limit(action=action))
