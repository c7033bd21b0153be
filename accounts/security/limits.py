"""Rate limits for views. The numbers are in `accounts/security/limit_table.py`."""

from collections.abc import Callable
from functools import cache, wraps
from typing import TypeVar, cast

from allauth.core.ratelimit import respond_429
from allauth.decorators import rate_limit
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone

from accounts.identity.readers import reader_or_none
from accounts.models import User
from accounts.security.client_address import address_of
from accounts.security.guesses import count_proof
from accounts.security.reauthentication import PAGES
from api.limits import Bound, count_once, count_requests, key_of_minute, seconds_left

View = TypeVar("View", bound=Callable[..., HttpResponse])
Answerer = Callable[[HttpRequest], HttpResponse]
WRITING = frozenset({"POST", "PUT", "PATCH", "DELETE"})
API_PREFIX = "/api/"
MINUTE = 60.0


def rate_limited(action: str) -> Callable[[View], View]:
    """Answer 429 when a visitor posts more often than `ACCOUNT_RATE_LIMITS` allows for this action."""
    return cast(Callable[[View], View], rate_limit(action=action))


def count_write(request: HttpRequest, user: User | None, *, program: bool) -> float | None:
    """Count a write of a page or program for its user and address. Return the seconds to wait, or None."""
    now = timezone.now().timestamp()
    bounds = bounds_of_write(address_of(request), None if user is None else user.pk, program=program, now=now)
    return seconds_left(now) if count_once(bounds) else None


def bounds_of_write(address: str, user_id: int | None, *, program: bool, now: float) -> list[Bound]:
    """The keys that a write of a page or program is counted under in this minute, and the most of each."""
    whose, most = ("program", settings.BOT_WRITES_PER_MINUTE) if program else ("page", settings.WRITES_PER_MINUTE)
    counts = [(f"address-{address or 'unknown'}", settings.ADDRESS_WRITES_PER_MINUTE)]
    if user_id is not None:
        counts.append((f"user-{user_id}", most))
    return [(key_of_minute(f"write:{whose}:{who}", now), at_most) for who, at_most in counts if at_most]


def count_costly_work(request: HttpRequest, user: User | None, times: int = 1) -> float | None:
    """Count a picture, file or check, as often as it costs. Return the seconds to wait, or None if it may be made."""
    return _wait("costly", _who(request, user), settings.COSTLY_PER_MINUTE, times)


def count_step_shown(request: HttpRequest, user: User | None, times: int = 1) -> float | None:
    """Count a step of a match or replay, as often as it costs. Return the seconds to wait, or None."""
    return _wait("step", _who(request, user), settings.STEPS_PER_MINUTE, times)


def _who(request: HttpRequest, user: User | None) -> str:
    return f"address-{address_of(request) or 'unknown'}" if user is None else f"user-{user.pk}"


def count_stranger(request: HttpRequest) -> float | None:
    """Count a request without a valid token. Return the seconds to wait, or None if it may go on."""
    return _wait("stranger", f"address-{address_of(request) or 'unknown'}", settings.STRANGERS_PER_MINUTE)


def asking_for_costly(request: HttpRequest, user: User | None) -> tuple[str, ...]:
    """Return who gets one place at a time for what is costly to check: the address, and the account if there is one."""
    address = f"address-{address_of(request) or 'unknown'}"
    return (address,) if user is None else (address, f"user-{user.pk}")


def _wait(what: str, who: str, most: int, times: int = 1) -> float | None:
    now = timezone.now().timestamp()
    keys = [key_of_minute(f"{what}:{who}", now)] * times
    return seconds_left(now) if most and count_requests(keys)[-1] > most else None


def costly(view: View) -> View:
    """Answer 429 above `COSTLY_PER_MINUTE` requests for pictures, files and checks."""
    return _counted_by(count_costly_work, view)


def step_shown(view: View) -> View:
    """Answer 429 above `STEPS_PER_MINUTE` steps of matches and replays: more than anyone looks at with the arrows."""
    return _counted_by(count_step_shown, view)


def _counted_by(count: Callable[..., float | None], view: View) -> View:
    @wraps(view)
    def answer(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        return refused_by(count, request) or view(request, *args, **kwargs)

    return cast(View, answer)


def refused_by(count: Callable[..., float | None], request: HttpRequest, times: int = 1) -> HttpResponse | None:
    """Count a request that a view has found to cost so many times as much as others. Return 429 if it is too much."""
    wait = count(request, reader_or_none(request), times)
    return None if wait is None else _too_many(request, wait)


def _too_many(request: HttpRequest, wait: float) -> HttpResponse:
    refused: HttpResponse = respond_429(request)
    refused["Retry-After"] = str(max(1, int(wait)))
    return refused


def limit_proofs(get_response: Answerer) -> Answerer:
    """Limit how often somebody who is logged in shows a password or code once more, or chooses a new password."""

    def answer(request: HttpRequest) -> HttpResponse:
        user = request.user if request.method == "POST" and request.path in _pages_of_proofs() else None
        if isinstance(user, User) and not count_proof(request, user):
            return _too_many(request, MINUTE)
        return get_response(request)

    return answer


@cache
def _pages_of_proofs() -> frozenset[str]:
    return frozenset(reverse(name) for name in (*PAGES, "account_change_password", "account_set_password"))


def limit_writes(get_response: Answerer) -> Answerer:
    """Limit writes on pages. API writes are counted after their token has been read."""

    def answer(request: HttpRequest) -> HttpResponse:
        if request.method not in WRITING or request.path_info.startswith(API_PREFIX):
            return get_response(request)
        user = reader_or_none(request)
        wait = count_write(request, user, program=False)
        return get_response(request) if wait is None else _too_many(request, wait)

    return answer
