"""A player's own page of what moderators did, and of their reports."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.views.common import reader
from moderation.selectors.standing import reports_by, sanctions_in_force, sanctions_of


@require_safe
@login_required
def mine(request: HttpRequest) -> HttpResponse:
    """What moderators did that concerns the reader, and what became of the reader's reports."""
    me = reader(request)
    page = {
        "in_force": set(sanctions_in_force(me, timezone.now()).values_list("pk", flat=True)),
        "sanctions": sanctions_of(me),
        "reports": reports_by(me),
    }
    return render(request, "moderation/mine.html", page)
