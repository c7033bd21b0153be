"""Keeps a trace of whoever logs in, answers or sends anything else, once a day for each device and address."""

import secrets
from collections.abc import Callable

from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.addresses import address_of
from accounts.models import User
from accounts.traces import KEPT, keyed, trace_keep

COOKIE = "device"
PROGRAMS = "/api/"
A_DAY = 24 * 3600
Answerer = Callable[[HttpRequest], HttpResponse]


def traced(get_response: Answerer) -> Answerer:
    """Keep a trace of users who send a form; programs have an address of their own and leave none."""

    def answer(request: HttpRequest) -> HttpResponse:
        reply = get_response(request)
        user = request.user
        if request.method == "POST" and isinstance(user, User) and not request.path.startswith(PROGRAMS):
            _trace(request, user, reply)
        return reply

    return answer


def _trace(request: HttpRequest, user: User, reply: HttpResponse) -> None:
    device, address = request.COOKIES.get(COOKIE, ""), address_of(request)
    now = timezone.now()
    # Who keeps no cookie has a new device each time: all of them are one, and leave one trace a day.
    known = f"traced:{user.pk}:{keyed('both', f'{device} {address}')}:{now.date()}"
    if not device:
        device = secrets.token_urlsafe(16)
        secure = settings.SESSION_COOKIE_SECURE
        reply.set_cookie(
            COOKIE, device, max_age=int(KEPT.total_seconds()), secure=secure, httponly=True, samesite="Lax"
        )
    # The memory of this process spares the database a row that it has already.
    if caches["near"].add(known, True, A_DAY):
        trace_keep(user=user, address=address, device=device, now=now)
