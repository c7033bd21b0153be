"""Middleware for pages that ask you to log in again: a copied session gains nothing when its owner does."""

from collections.abc import Callable
from functools import cache
from secrets import token_urlsafe
from urllib.parse import urlsplit

from allauth.account.authentication import get_authentication_records
from allauth.account.internal.flows.reauthentication import STATE_SESSION_KEY
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.crypto import constant_time_compare

from accounts.security.devices import host_cookie

COOKIE = "waits"
MINUTES = 10
_BROWSER = "browser"
PAGES = ("account_reauthenticate", "mfa_reauthenticate", "mfa_reauthenticate_webauthn")
Answerer = Callable[[HttpRequest], HttpResponse]


@cache
def _pages() -> frozenset[str]:
    return frozenset(reverse(name) for name in PAGES)


def shown_in_one_browser(get_response: Answerer) -> Answerer:
    """Give the session a new key when its user has logged in again, and repeat only forms of the same browser."""

    def answer(request: HttpRequest) -> HttpResponse:
        if request.method != "POST":
            return get_response(request)
        if request.path not in _pages():
            return _kept_for_browser(request, get_response(request))
        _forget_form_of_others(request)
        before = get_authentication_records(request, request.user)
        response = get_response(request)
        if request.user.is_authenticated and get_authentication_records(request, request.user) != before:
            _change_key(request)
        return response

    return answer


def _kept_for_browser(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Mark a form that now waits for the password with its browser: another with the same session may not have it."""
    if urlsplit(response.get("Location", "")).path not in _pages() or STATE_SESSION_KEY not in request.session:
        return response
    if any("password" in name for name in request.POST):
        # Sessions are not sealed, and a password belongs nowhere but in its hash: its owner types it again.
        del request.session[STATE_SESSION_KEY]
        return response
    mark = token_urlsafe()
    request.session[STATE_SESSION_KEY] |= {_BROWSER: mark}
    request.session.modified = True
    response.set_cookie(
        host_cookie(COOKIE),
        mark,
        max_age=MINUTES * 60,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response


def _forget_form_of_others(request: HttpRequest) -> None:
    """Forget a form that another browser sent: its sender has the session, but nobody's password."""
    waits = request.session.get(STATE_SESSION_KEY)
    if waits and not constant_time_compare(waits.get(_BROWSER, ""), request.COOKIES.get(host_cookie(COOKIE), "")):
        del request.session[STATE_SESSION_KEY]


def _change_key(request: HttpRequest) -> None:
    """Give the session a new key: a copy of the old one opens nothing more, least of all in these next minutes."""
    old = request.session.session_key
    request.session.cycle_key()
    UserSession.objects.filter(session_key=old).update(session_key=request.session.session_key)
