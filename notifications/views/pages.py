"""Views for a user's notices and the ledger."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from accounts.identity.readers import reader
from notifications.channels.subjects import deadline_named, subject_of
from notifications.held_back import outcomes
from notifications.models import Notice
from notifications.policy import mark_words
from notifications.selectors import ledger_of, page_notices, unread_notices
from notifications.services.dead_addresses import mark_address_alive
from notifications.services.seeing import mark_notices_read, mark_notices_seen

A_PAGE = 30


def _lines(request: HttpRequest, notices: "list[Notice]") -> list[dict[str, Any]]:
    became = outcomes(notices)
    return [
        {
            "notice": notice,
            "subject": subject_of(notice),
            "deadline": deadline_named(notice),
            "mark": mark_words(notice.mark),
            "became": became[notice.pk],
        }
        for notice in notices
    ]


@require_safe
@login_required
def news(request: HttpRequest) -> HttpResponse:
    """Show the latest notices, newest first."""
    user = reader(request)
    page = Paginator(page_notices(user=user), A_PAGE).get_page(request.GET.get("page"))
    notices = list(page.object_list)
    shown = [notice.pk for notice in notices]
    unread = set(unread_notices(user_id=user.pk).filter(pk__in=shown).values_list("pk", flat=True))
    lines = [line | {"new": line["notice"].pk in unread} for line in _lines(request, notices)]
    return render(request, "notifications/news.html", {"page": page, "lines": lines, "tab": "news"})


@require_safe
@login_required
def ledger(request: HttpRequest) -> HttpResponse:
    """Show the notices by other channels with their outcome."""
    page = Paginator(ledger_of(user=reader(request)), A_PAGE).get_page(request.GET.get("page"))
    lines = _lines(request, list(page.object_list))
    return render(request, "notifications/ledger.html", {"page": page, "lines": lines, "tab": "ledger"})


@require_POST
@login_required
def read_all(request: HttpRequest) -> HttpResponse:
    """Mark all notices as read."""
    mark_notices_read(user_id=reader(request).pk, now=timezone.now())
    return redirect("notifications:news")


@require_POST
@login_required
def open_one(request: HttpRequest, notice_id: int) -> HttpResponse:
    """Mark a notice as read and open its subject."""
    notice = get_object_or_404(Notice, pk=notice_id, user=reader(request))
    mark_notices_read(user_id=notice.user_id, notice_id=notice.pk, now=timezone.now())
    return redirect(str(notice.context.get("path", "/")))


@require_POST
@login_required
def mark_seen(request: HttpRequest) -> HttpResponse:
    """Record that a page about a topic is visible and has the focus."""
    step = request.POST.get("step", "")
    if not (step.isascii() and step.isdecimal() and len(step) < 10):
        return HttpResponse(gettext("The step is missing."), status=400, content_type="text/plain")
    topic = request.POST.get("topic", "")[:64]
    mark_notices_seen(user_id=reader(request).pk, topic=topic, step=int(step), now=timezone.now())
    return HttpResponse(status=204)


@require_POST
@login_required
def address_again(request: HttpRequest) -> HttpResponse:
    """Try an address that failed again, at its owner's request."""
    mark_address_alive(user=reader(request))
    return redirect("notifications:preferences")
