"""What the pages of notices share."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from accounts.models import User


def reader(request: HttpRequest) -> User:
    """Whoever is logged in; for pages that ask for a log-in."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user
