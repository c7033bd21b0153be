"""Private feeds, opened with the secret in their address."""

import hashlib
from collections.abc import Callable
from datetime import datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.http import http_date, quote_etag
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.security.caching import KEPT_BY_NOBODY
from foundation.language import read_by
from matches.view.feeds import Turn, atom_of, calendar_of, turns_of
from notifications.services.devices import feed_reader

Write = Callable[[list[Turn], User], bytes]


@require_safe
def deadlines(request: HttpRequest, token: str) -> HttpResponse:
    """Deadlines as a calendar."""
    return _feed(request, token, lambda turns, user: calendar_of(turns), "text/calendar; charset=utf-8")


@require_safe
def turns(request: HttpRequest, token: str) -> HttpResponse:
    """Turns as an Atom feed."""
    address = request.build_absolute_uri(request.path)
    return _feed(
        request, token, lambda turns, user: atom_of(turns, user, address), "application/atom+xml; charset=utf-8"
    )


def _feed(request: HttpRequest, token: str, write: Write, kind: str) -> HttpResponse:
    user = feed_reader(token, now=timezone.now())
    if user is None:
        raise Http404(gettext("There is no such feed."))
    with read_by(user):
        found = turns_of(user)
        body = write(found, user)
    response = HttpResponse(body, content_type=kind)
    response["Cache-Control"] = KEPT_BY_NOBODY
    response["X-Robots-Tag"] = "noindex"
    etag = quote_etag(hashlib.sha256(body).hexdigest())
    response["ETag"] = etag
    latest = _latest(found)
    if latest is not None:
        response["Last-Modified"] = http_date(latest)
    # Compare the ETag only: when a turn is taken, no entry gets a newer date.
    return get_conditional_response(request, etag=etag, response=response) or response


def _latest(found: list[Turn]) -> float | None:
    moments: list[datetime] = [turn.asked_at for turn in found]
    return max(moments).timestamp() if moments else None
