"""Middleware for the reader's time zone and languages."""

from collections.abc import Callable
from typing import Any

from asgiref.sync import iscoroutinefunction
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.utils.decorators import sync_and_async_middleware

from accounts.models import User
from accounts.values.dates import reading_as
from accounts.web.languages import language_for

ZONE_COOKIE = "tz"
Answerer = Callable[[HttpRequest], Any]


def reader_of(user: AbstractBaseUser | AnonymousUser, cookie_zone: str) -> tuple[str, str]:
    """The reader's zone and date language. The browser's zone counts until the user has chosen one."""
    if not isinstance(user, User):
        return cookie_zone, "en-gb"
    zone = user.time_zone if user.zone_chosen or not cookie_zone else cookie_zone
    return zone, user.date_language


@sync_and_async_middleware
def reader_time_zone(get_response: Answerer) -> Answerer:
    """Show times in the reader's zone, and words and dates in the reader's languages.

    The link in a mail may have made the reader known only now.
    """
    if iscoroutinefunction(get_response):

        async def reading_async(request: HttpRequest) -> Any:
            # `request.user` would load the user a second time, and cannot do so in a coroutine.
            request.user = await request.auser()
            with language_for(request.user), reading_as(*reader_of(request.user, request.COOKIES.get(ZONE_COOKIE, ""))):
                return await get_response(request)

        return reading_async

    def reading(request: HttpRequest) -> Any:
        with language_for(request.user), reading_as(*reader_of(request.user, request.COOKIES.get(ZONE_COOKIE, ""))):
            return get_response(request)

    return reading
