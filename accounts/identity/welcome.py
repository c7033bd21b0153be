"""The first page of a guest."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest
from django.shortcuts import resolve_url
from django.utils.http import url_has_allowed_host_and_scheme

from accounts.models import User

Welcome = Callable[[User, str], str]
_welcomes: list[Welcome] = []


def safe_next(request: HttpRequest) -> str:
    """The `next` address of a form if it lies on this site, else an empty string."""
    wanted = request.POST.get("next") or request.GET.get("next", "")
    safe = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    return wanted if safe else ""


def register_welcome(welcome: Welcome) -> None:
    """Register the function that finds the first page of a new guest."""
    _welcomes[:] = [welcome]


def welcome(user: User, choice: str) -> str:
    """The address of a guest's first page, such as a match of the game that they chose."""
    return _welcomes[0](user, choice) if _welcomes else resolve_url(settings.LOGIN_REDIRECT_URL)
