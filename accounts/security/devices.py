"""Browsers that have logged in to an account before, known by a signed cookie that lasts a year."""

import hashlib
import secrets

from django.conf import settings
from django.core.signing import BadSignature, TimestampSigner
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from accounts.models import User

KEPT_SECONDS = 365 * 24 * 3600


def is_known(request: HttpRequest, user: User) -> bool:
    """True if this browser has logged in to the account since its password was last changed."""
    try:
        _signer(user).unsign(request.COOKIES.get(_cookie(user), ""), max_age=KEPT_SECONDS)
    except BadSignature:
        return False
    return True


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
    # A new password, and logging out everywhere, makes strangers of all browsers, a thief's among them.
    return TimestampSigner(salt=f"accounts.security.devices:{user.pk}:{user.log_outs}:{user.password}")
