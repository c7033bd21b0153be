"""Where a guest goes first."""

from collections.abc import Callable
from typing import cast

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.module_loading import import_string

from accounts.models import User


def safe_next(request: HttpRequest) -> str:
    """The address on this site that a form asks to be led to, or nothing."""
    wanted = request.POST.get("next") or request.GET.get("next", "")
    safe = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    return wanted if safe else ""


def welcome(user: User) -> str:
    """The address of the match that waits for this user, or of the page where one is made."""
    if settings.GUEST_WELCOME:
        return cast(Callable[[User], str], import_string(settings.GUEST_WELCOME))(user)
    return f"{reverse('games:create')}?quick=1"
