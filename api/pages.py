"""Pages about the API, for people."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from api.scopes import WORDS
from engine import AnyGame


@require_safe
def index(request: HttpRequest, game: AnyGame) -> HttpResponse:
    """An introduction to the API, whose example opens a table of this game."""
    here = request.build_absolute_uri("/").rstrip("/")
    page = {"scopes": WORDS, "limit": settings.API_REQUESTS_PER_MINUTE, "here": here, "game": game}
    return render(request, "api/index.html", page)


@require_safe
def try_out(request: HttpRequest) -> HttpResponse:
    """A list of all requests, each with a form to send it."""
    return render(request, "api/try.html")


EXAMPLES = ("client.py", "stream.py")


@require_safe
def example(request: HttpRequest, name: str) -> HttpResponse:
    """One of the sample programs, as a download."""
    path = settings.BASE_DIR / "examples" / name
    if name not in EXAMPLES or not path.exists():
        raise Http404
    return HttpResponse(path.read_text(), content_type="text/plain; charset=utf-8")
