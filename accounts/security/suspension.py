"""Accounts that moderators have suspended: until when, in words, and what their holders are shown."""

from collections.abc import Callable
from datetime import UTC, datetime

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve
from django.utils import timezone

from accounts.models import User

FOR_GOOD = datetime(9000, 1, 1, tzinfo=UTC)
"""The end of what has no end."""
PROGRAMS = "/api/"
Answerer = Callable[[HttpRequest], HttpResponse]


def is_suspended(user: User, now: datetime) -> bool:
    """Whether a user may not do anything here now."""
    return user.suspended_until is not None and user.suspended_until > now


def until_words(until: datetime) -> str:
    """An end in words: "until …", or "for good". It stands in mails too, so it names its zone."""
    return "for good" if until >= FOR_GOOD else f"until {until.astimezone(UTC):%-d %B %Y, %H:%M} UTC"


def suspended_words(user: User) -> str:
    """Why a suspended user can do nothing here, and until when: one sentence."""
    until = until_words(user.suspended_until or FOR_GOOD)
    return f"This account is suspended {until} ({user.suspended_why.lower()}); answer the mail you got about it."


def suspended_page(request: HttpRequest, user: User) -> HttpResponse:
    """What a suspended user is shown."""
    page = {"words": suspended_words(user), "code": "account_suspended"}
    return render(request, "account/suspended.html", page, status=403)


def suspended_out(get_response: Answerer) -> Answerer:
    """Show who is suspended why, in place of every page but those of their rights; programs are refused as nobody."""

    def answer(request: HttpRequest) -> HttpResponse:
        user = request.user
        if not isinstance(user, User) or not is_suspended(user, timezone.now()):
            return get_response(request)
        if request.path_info.startswith(PROGRAMS):
            request.user = AnonymousUser()
        elif not _is_open(request.path_info):
            return suspended_page(request, user)
        return get_response(request)

    return answer


def _is_open(path: str) -> bool:
    """Whether an address is one of those by which anybody has a right to their data, suspended or not."""
    try:
        return resolve(path).view_name in settings.OPEN_TO_SUSPENDED
    except Resolver404:
        return False
