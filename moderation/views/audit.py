"""The audit, for moderators to read."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from moderation.selectors.audit import row_lines
from moderation.selectors.desk import audit_for
from moderation.views.common import desk_only, desk_reader

A_PAGE = 40


@require_safe
@desk_only
def audit(request: HttpRequest) -> HttpResponse:
    """All moderators' actions, newest first."""
    page = Paginator(audit_for(desk_reader(request).accounts), A_PAGE).get_page(request.GET.get("page"))
    return render(request, "moderation/audit.html", {"page": page, "rows": row_lines(page.object_list), "tab": "audit"})
