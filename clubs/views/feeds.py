"""The results of a club as a private feed, opened with the secret in its address, for its members."""

import hashlib

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from accounts.security.caching import KEPT_BY_NOBODY
from accounts.security.limits import costly
from clubs.selectors.access import member_of
from clubs.selectors.tables import results_in
from foundation.language import read_by
from matches.view.result_feeds import results_atom
from notifications.services.devices import feed_reader


@require_safe
@costly
def results(request: HttpRequest, token: str, number: int) -> HttpResponse:
    """The results of a club as an Atom feed."""
    reader = feed_reader(token, now=timezone.now())
    membership = member_of(number, reader.pk) if reader is not None else None
    if membership is None:
        raise Http404(gettext("There is no such feed."))
    club = membership.club
    with read_by(membership.user):
        body = results_atom(
            results_in(membership), title=club.title, page=club.get_absolute_url(), address=request.path
        )
    reply = HttpResponse(body, content_type="application/atom+xml; charset=utf-8")
    reply["Cache-Control"] = KEPT_BY_NOBODY
    reply["X-Robots-Tag"] = "noindex"
    etag = quote_etag(hashlib.sha256(body).hexdigest())
    reply["ETag"] = etag
    return get_conditional_response(request, etag=etag, response=reply) or reply
