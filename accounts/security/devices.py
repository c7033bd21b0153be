"""Browsers that have logged in to an account before, known by a signed cookie that lasts a year."""

import hashlib
import secrets

from django.conf import settings
from django.core.signing import BadSignature, TimestampSigner
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from accounts.models import User

KEPT_SECONDS = 365 * 24 * 3600
MOST = 5
"""How many accounts of one browser are looked at."""


def is_known(request: HttpRequest, user: User) -> bool:
    """True if this browser has logged in to the account since its password was last changed."""
    try:
        _signer(user).unsign(request.COOKIES.get(_cookie(user), ""), max_age=KEPT_SECONDS)
    except BadSignature:
        return False
    return True


def known_to(request: HttpRequest) -> User | None:
    """An account that knows this browser, if any does."""
    begins = host_cookie("known-")
    numbers = [name.removeprefix(begins) for name in request.COOKIES if name.startswith(begins)]
    few = [int(number) for number in numbers if number.isascii() and number.isdecimal() and len(number) < 10][:MOST]
    return next((user for user in User.objects.filter(pk__in=few).order_by("pk") if is_known(request, user)), None)


def browser_of(request: HttpRequest, user: User) -> str:
    """Return a short name for a browser that the account knows; another browser, or a later log-in, has another."""
    return hashlib.sha256(request.COOKIES.get(_cookie(user), "").encode()).hexdigest()[:16]


def remember(response: HttpResponseBase, user: User) -> None:
    """Let the browser that gets this response be known from now on. Only do so after a log-in."""
    response.set_cookie(
        _cookie(user),
        # By chance, so that no two browsers have the same.
        _signer(user).sign(secrets.token_urlsafe(9)),
        max_age=KEPT_SECONDS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def host_cookie(name: str) -> str:
    """Return the name of a cookie that, under HTTPS, no other host of the same domain can set."""
    return f"__Host-{name}" if settings.SESSION_COOKIE_SECURE else name


def _cookie(user: User) -> str:
    """One cookie for each account, as several people may share a browser."""
    return host_cookie(f"known-{user.pk}")


def _signer(user: User) -> TimestampSigner:
    # A new password, or logging out everywhere, makes the account forget every browser, including a thief's.
    return TimestampSigner(salt=f"accounts.security.devices:{user.pk}:{user.log_outs}:{user.password}")
