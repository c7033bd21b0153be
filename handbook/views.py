"""Pages of the help."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from handbook.pages import BY_SLUG, PAGES
from handbook.rendering import page_html
from handbook.search import QUERY_MOST, search


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """List the pages of the help, and whom to ask."""
    return render(
        request, "handbook/index.html", {"pages": PAGES, "contact": settings.CONTACT, "operator": settings.OPERATOR}
    )


@require_safe
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show one page of the help."""
    if slug not in BY_SLUG:
        raise Http404(gettext("No such page of the help."))
    return render(request, "handbook/page.html", {"page": BY_SLUG[slug], "body": page_html(slug), "pages": PAGES})


@require_safe
def find(request: HttpRequest) -> HttpResponse:
    """Search in the help."""
    query = request.GET.get("q", "").strip()[:QUERY_MOST]
    return render(request, "handbook/find.html", {"query": query, "found": search(query)})
