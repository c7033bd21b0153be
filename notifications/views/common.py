"""Helpers shared by the views for notices."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from accounts.models import User


def reader(request: HttpRequest) -> User:
    """The logged-in user. Raises `PermissionDenied`."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user
