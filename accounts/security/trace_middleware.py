"""Middleware that records a trace for users who send forms, once a day per device and address."""

import secrets
from collections.abc import Callable

from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.models import User
from accounts.security.client_address import address_of
from accounts.security.devices import host_cookie
from accounts.security.traces import KEPT, keep_trace, keyed_hash

COOKIE = "device"
API_PREFIX = "/api/"
A_DAY = 24 * 3600
Answerer = Callable[[HttpRequest], HttpResponse]


def trace_forms(get_response: Answerer) -> Answerer:
    """Record a trace when a user sends a form. API requests leave none."""

    def answer(request: HttpRequest) -> HttpResponse:
        reply = get_response(request)
        user = request.user
        if request.method == "POST" and isinstance(user, User) and not request.path.startswith(API_PREFIX):
            _trace(request, user, reply)
        return reply

    return answer


def has_device(request: HttpRequest) -> bool:
    """True if the browser has the cookie that a reply to a form would set."""
    return host_cookie(COOKIE) in request.COOKIES


def _trace(request: HttpRequest, user: User, reply: HttpResponse) -> None:
    device, address = request.COOKIES.get(host_cookie(COOKIE), ""), address_of(request)
    now = timezone.now()
    # A browser without cookies has a new device each time. Count them as one: one trace a day.
    known = f"traced:{user.pk}:{keyed_hash('both', f'{device} {address}')}:{now.date()}"
    if not device:
        device = secrets.token_urlsafe(16)
        secure = settings.SESSION_COOKIE_SECURE
        reply.set_cookie(
            host_cookie(COOKIE), device, max_age=int(KEPT.total_seconds()), secure=secure, httponly=True, samesite="Lax"
        )
    # The local cache avoids writing a row that already exists.
    if caches["near"].add(known, True, A_DAY):
        keep_trace(user=user, address=address, device=device, now=now)
