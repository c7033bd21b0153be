"""Atom feeds of results: finished matches that everyone may see, as a visitor sees them."""

from collections.abc import Iterable
from datetime import datetime
from urllib.parse import urlsplit

from django.conf import settings
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext

from engine.view import MatchView
from engine.words import clauses, upper_first
from foundation.language import language_read
from foundation.templatetags.post import utc_day
from matches.models import Match
from matches.notices import table_title
from matches.view.feeds import EMPTY, SteadyFeed
from matches.view.match_view import match_view, matches

ENTRIES_MOST = 30
PUBLIC = Q(status=Match.Status.FINISHED, private=False, spectators=True, fork_words="")
"""Matches that everyone may see, after whose end all names are shown; none that was played on from another."""


def public_results(wanted: QuerySet[Match]) -> list[Match]:
    """Return the newest of these matches that are over and that everyone may see."""
    return newest(wanted.filter(PUBLIC))


def newest(over: QuerySet[Match]) -> list[Match]:
    """Return the newest of these matches, all of which are over."""
    numbers = over.order_by("-ended_at", "-pk").values_list("pk", flat=True)[:ENTRIES_MOST]
    return list(matches().filter(pk__in=list(numbers)).order_by("-ended_at", "-pk"))


def results_atom(found: Iterable[Match], *, title: str, page: str, address: str) -> bytes:
    """Return results as an Atom feed (RFC 4287); `page` is what the feed is about, `address` its own."""
    host, own = urlsplit(settings.SITE_URL).hostname, urlsplit(address)
    feed = SteadyFeed(
        title=gettext("{site}: results of {title}").format(site=settings.SITE_NAME, title=title),
        link=f"{settings.SITE_URL}{page}",
        description=gettext("Finished matches"),
        language=language_read(),
        feed_url=f"{settings.SITE_URL}{address}",
        feed_guid=f"tag:{host},2026:{own.path}",
        author_name=settings.SITE_NAME,
    )
    for match in found:
        view = match_view(match, None, log_steps=0)
        ended = match.ended_at or EMPTY
        feed.add_item(
            title=table_title(view.title, view.number),
            link=f"{settings.SITE_URL}{reverse('matches:table', args=[view.number])}",
            description=_words(view, ended),
            unique_id=f"tag:{host},2026:result-{view.number}",
            pubdate=ended,
            updateddate=ended,
        )
    return feed.writeString("utf-8").encode()


def _words(view: MatchView, ended: datetime) -> str:
    places = sorted((seat for seat in view.seats if seat.place), key=lambda seat: (seat.place or 0, seat.player))
    lines = [
        upper_first(view.result).rstrip("."),
        clauses(f"{seat.place}. {seat.name}" for seat in places),
        gettext("A moderator voided the result") if view.voided else "",
        gettext("Ended on {day}").format(day=utc_day(ended)),
    ]
    return ". ".join(line for line in lines if line) + "."
