"""Suspended accounts: how long, in words, and the page their owners see."""

import json
from collections.abc import Callable
from datetime import UTC, datetime

from allauth.account.internal.flows.reauthentication import STATE_SESSION_KEY
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve
from django.utils import timezone
from django.utils.functional import lazy
from django.utils.translation import gettext

from accounts.models import User
from accounts.values.dates import moment_in_utc
from foundation.language import reword

FOR_GOOD = datetime(9000, 1, 1, tzinfo=UTC)
"""The end of a permanent suspension."""
API_PREFIX = "/api/"
Answerer = Callable[[HttpRequest], HttpResponse]


def is_suspended(user: User, now: datetime) -> bool:
    """True if the user is suspended now."""
    return user.suspended_until is not None and user.suspended_until > now


def until_words(until: datetime) -> str:
    """The end in words: "until …" with its zone, or "for good"."""
    if until >= FOR_GOOD:
        return gettext("for good")
    return gettext("until {moment} UTC").format(moment=moment_in_utc(until))


lazily_until = lazy(until_words, str)
"""`until_words`, put off until the reader is known."""


def suspended_words(user: User) -> str:
    """One sentence with the reason and the end of a suspension."""
    until = until_words(user.suspended_until or FOR_GOOD)
    return gettext("This account is suspended {until} ({why}); answer the mail you got about it.").format(
        until=until, why=reword(user.suspended_why.lower())
    )


def suspended_page(request: HttpRequest, user: User) -> HttpResponse:
    """The page that a suspended user sees."""
    page = {"words": suspended_words(user), "code": "account_suspended"}
    return render(request, "account/suspended.html", page, status=403)


def keep_suspended_out(get_response: Answerer) -> Answerer:
    """Show suspended users why on every page except those for their data rights. API requests become anonymous."""

    def answer(request: HttpRequest) -> HttpResponse:
        user = request.user
        if not isinstance(user, User) or not is_suspended(user, timezone.now()):
            return get_response(request)
        if request.path_info.startswith(API_PREFIX):
            request.user = AnonymousUser()
        elif not _is_open(request.path_info):
            return suspended_page(request, user)
        else:
            _forget_what_waits(request)
        return get_response(request)

    return answer


def _forget_what_waits(request: HttpRequest) -> None:
    """Forget a form that waits for the password, unless its page is open: it would be sent on past this gate."""
    if waits := request.session.get(STATE_SESSION_KEY):
        form = json.loads(waits.get("request", "{}"))
        if not _is_open(form.get("path_info", "")):
            del request.session[STATE_SESSION_KEY]


def _is_open(path: str) -> bool:
    """True for pages that give access to one's data, which stay open during a suspension."""
    try:
        return resolve(path).view_name in settings.OPEN_TO_SUSPENDED
    except Resolver404:
        return False
