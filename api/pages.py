"""Pages about the interface, for people."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from api.scopes import WORDS


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """What programs can do here, and how to begin."""
    here = request.build_absolute_uri("/").rstrip("/")
    page = {"scopes": WORDS, "limit": settings.API_REQUESTS_PER_MINUTE, "here": here}
    return render(request, "api/index.html", page)


@require_safe
def try_out(request: HttpRequest) -> HttpResponse:
    """Every request with a form to send it."""
    return render(request, "api/try.html")
