"""Pages for what went wrong: one sentence that says what to do."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from api.problems import problem_page

PROGRAMS = "/api/v1/"
"""Below it programs ask, which are told by problems instead of pages."""


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The request could not be read."""
    return _page(request, HTTPStatus.BAD_REQUEST)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Not for this reader."""
    return _page(request, HTTPStatus.FORBIDDEN)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Nothing is here, or nothing this reader may see."""
    return _page(request, HTTPStatus.NOT_FOUND)


def broken(request: HttpRequest) -> HttpResponse:
    """The site failed; nothing of what it knew is shown but the number of the request, which the log has too."""
    if request.path.startswith(PROGRAMS):
        return problem_page(HTTPStatus.INTERNAL_SERVER_ERROR, getattr(request, "request_id", ""))
    # Without the request: who reads, and what waits for them, would be looked up in a database that may be down.
    page = render_to_string("500.html", {"request_id": getattr(request, "request_id", "")})
    return HttpResponse(page, status=HTTPStatus.INTERNAL_SERVER_ERROR)


def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The form was too old, or came from another site."""
    return render(request, "403_csrf.html", status=HTTPStatus.FORBIDDEN)


def _page(request: HttpRequest, status: HTTPStatus) -> HttpResponse:
    if request.path.startswith(PROGRAMS):
        return problem_page(status)
    return render(request, f"{status.value}.html", status=status)
