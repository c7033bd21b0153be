"""Access to one match by the link in a mail, which lets its reader see and answer the table as their seat.

The token is in a cookie that the browser sends only to that table's pages. This middleware accepts it at
the few addresses named here; anywhere else the reader is a visitor.
"""

from collections.abc import Callable
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import ResolverMatch, resolve
from django.urls.exceptions import Resolver404
from django.utils import timezone

from accounts.models import User
from accounts.security.caching import KEPT_BY_NOBODY
from accounts.security.suspension import is_suspended
from matches.log.states import open_step
from matches.models import Match, Seat
from matches.notices import topic_of
from notifications.mail_links import act_meant

LOOK = frozenset({"matches:table", "matches:live", "matches:log", "matches:replay", "matches:check"})
ANSWER = "matches:answer"
LONGEST_RUN = 100
"""The most consecutive decisions in one turn."""

Answerer = Callable[[HttpRequest], HttpResponse]


@dataclass(frozen=True)
class MailReader:
    """The seat that a link gives access to."""

    user: User
    number: int


def opened_by_mail(request: HttpRequest) -> MailReader | None:
    """Return the seat that a reader without a login acts for on this page."""
    return getattr(request, "by_mail", None)


def follow_mail_links(get_response: Answerer) -> Answerer:
    """Apply a link's cookie where it is valid, and explain if its turn is over."""

    def answer(request: HttpRequest) -> HttpResponse:
        token = request.COOKIES.get(cookie(), "")
        place = _place(request, token) if token and not request.user.is_authenticated else None
        if place is None:
            return get_response(request)
        number = int(place.kwargs["number"])
        by_mail = seat_opened(token, number)
        if by_mail is None:
            return _over(request, number) if place.view_name == "matches:table" else get_response(request)
        request.user, request.by_mail = by_mail.user, by_mail  # type: ignore[attr-defined]
        return kept_private(get_response(request))

    return answer


def _place(request: HttpRequest, token: str) -> ResolverMatch | None:
    """Return the route of a request if the cookie is valid there."""
    try:
        place = resolve(request.path_info)
    except Resolver404:
        return None
    meant = act_meant(token)
    if meant is None or "number" not in place.kwargs or meant.topic != topic_of(place.kwargs["number"]):
        return None
    looks = place.view_name in LOOK and request.method in ("GET", "HEAD")
    return place if looks or (place.view_name == ANSWER and request.method == "POST") else None


def seat_opened(token: str, number: int) -> MailReader | None:
    """Return the seat that a token opens at a table while its turn lasts."""
    meant = act_meant(token)
    if meant is None or meant.topic != topic_of(number):
        return None
    match = Match.objects.filter(pk=number, status=Match.Status.RUNNING).first()
    seat = Seat.objects.select_related("user").filter(match=number, user=meant.user_id, awaited=True).first()
    if match is None or seat is None or seat.user is None or not seat.user.is_active:
        return None
    if is_suspended(seat.user, timezone.now()):
        return None
    same_turn = meant.step == match.next_step or _still_the_turn(match, seat, meant.step)
    return MailReader(seat.user, number) if same_turn else None


def _still_the_turn(match: Match, seat: Seat, step: int) -> bool:
    """True if only this seat has decided since `step` and must decide now: one turn of several decisions."""
    if not 0 < match.next_step - step <= LONGEST_RUN or match.seats.filter(awaited=True).count() > 1:
        return False
    since = match.steps.filter(number__gte=step, part=0)
    return all({answer.player for answer in open_step(row).answers} == {seat.number} for row in since)


def _over(request: HttpRequest, number: int) -> HttpResponse:
    response = render(request, "matches/act_over.html", {"number": number})
    response.delete_cookie(cookie(), path=cookie_path(number))
    return kept_private(response)


def cookie() -> str:
    """Return the name of the cookie. Under HTTPS, nobody sets it who answers over plain HTTP."""
    # With a path of its own, it cannot be bound to the host.
    return "__Secure-act" if settings.SESSION_COOKIE_SECURE else "act"


def cookie_path(number: int) -> str:
    """Return the path of the cookie."""
    return f"/table/{number}/"


def kept_private(response: HttpResponse) -> HttpResponse:
    """Keep a page out of caches and its address out of the `Referer` header of other sites.

    The site's policy, `same-origin`, does the second. Without any referrer browsers do not say either that a form
    comes from this site, and it would be refused.
    """
    response["Cache-Control"] = KEPT_BY_NOBODY
    return response
