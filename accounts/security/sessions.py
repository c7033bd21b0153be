"""A user's log-ins: one row each, which can be ended from anywhere."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from importlib import import_module

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.core.cache import caches
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext

from accounts.models import User
from foundation.live import push_access

SEEN_EVERY = timedelta(minutes=10)
"""How often the last use of a log-in is updated. Each update costs a write."""
_BROWSERS = (
    ("Firefox", r"Firefox/|FxiOS/"),
    ("Edge", r"Edg(e|A|iOS)?/"),
    ("Opera", r"OPR/|Opera"),
    ("Samsung Internet", r"SamsungBrowser/"),
    ("Chrome", r"Chrome/|CriOS/|Chromium/"),
    ("Safari", r"Safari/"),
)
_MACHINES = (
    ("iPhone", r"iPhone"),
    ("iPad", r"iPad"),
    ("Android", r"Android"),
    ("Windows", r"Windows"),
    ("Mac", r"Macintosh|Mac OS X"),
    ("Chromebook", r"CrOS"),
    ("Linux", r"Linux|X11"),
)
Answerer = Callable[[HttpRequest], HttpResponse]


@dataclass(frozen=True)
class LogIn:
    """One place where a user is logged in."""

    number: int
    device: str
    began_at: datetime
    seen_at: datetime
    address: str
    is_this: bool


def device_words(user_agent: str) -> str:
    """The browser and device of a user agent, in plain words."""
    browser = next((name for name, sign in _BROWSERS if re.search(sign, user_agent)), "")
    machine = next((name for name, sign in _MACHINES if re.search(sign, user_agent)), "")
    if browser and machine:
        return gettext("{browser} on {machine}").format(browser=browser, machine=machine)
    return browser or machine or gettext("A script or an unknown browser")


def log_ins(*, user: User, this: str) -> list[LogIn]:
    """A user's log-ins, the current one first, then the most recent. `this` is the current session's key."""
    rows = UserSession.objects.purge_and_list(user)
    found = [_log_in(row, this) for row in rows]
    return sorted(found, key=lambda place: (not place.is_this, -place.seen_at.timestamp()))


def _log_in(row: UserSession, this: str) -> LogIn:
    is_this = row.session_key == this
    return LogIn(row.pk, device_words(row.user_agent), row.created_at, row.last_seen_at, row.ip, is_this)


def end_log_in(*, user: User, number: int) -> bool:
    """End one log-in. Return False if it does not exist."""
    row = UserSession.objects.filter(user=user, pk=number).first()
    if row is not None:
        _end(row)
    return row is not None


def end_log_ins(*, user: User, besides: str = "") -> int:
    """End all log-ins of a user except the session `besides`. Return their number.

    Links in mails end too, which open a decision without a log-in, and no browser is known any more.
    """
    User.objects.filter(pk=user.pk).update(log_outs=F("log_outs") + 1)
    user.refresh_from_db(fields=["log_outs"])
    rows = list(UserSession.objects.filter(user=user).exclude(session_key=besides))
    for row in rows:
        _end(row)
    return len(rows)


def _end(row: UserSession) -> None:
    import_module(settings.SESSION_ENGINE).SessionStore(row.session_key).delete()
    row.delete()
    push_access([row.user_id])


def note_session(get_response: Answerer) -> Answerer:
    """Update a log-in's last use now and then, and add log-ins that bypassed the log-in page."""

    def answer(request: HttpRequest) -> HttpResponse:
        key = request.session.session_key
        if key and isinstance(request.user, User) and _note_seen(key):
            now = timezone.now()
            if not UserSession.objects.filter(session_key=key, user=request.user).update(last_seen_at=now):
                UserSession.objects.create_from_request(request)
        return get_response(request)

    return answer


def _note_seen(key: str) -> bool:
    return caches["near"].add(f"session-seen:{key}", 1, SEEN_EVERY.total_seconds())
