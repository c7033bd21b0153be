"""Who asks for a page."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from accounts.models import User


def reader(request: HttpRequest) -> User:
    """Return the user of a page that requires a login. Raises `PermissionDenied`."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user


def reader_or_none(request: HttpRequest) -> User | None:
    """Return the user who asks for a page, or None for a visitor."""
    return request.user if isinstance(request.user, User) else None
