"""Error pages, each with one sentence that says what to do."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from api.problems import problem_page

API_V1 = "/api/v1/"
"""Below this path, errors are problem responses instead of pages."""


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The request could not be read."""
    return _page(request, HTTPStatus.BAD_REQUEST)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The reader has no access."""
    return _page(request, HTTPStatus.FORBIDDEN)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Nothing is here, or nothing the reader may see."""
    return _page(request, HTTPStatus.NOT_FOUND)


def broken(request: HttpRequest) -> HttpResponse:
    """The site failed. The page shows only the request's id, which is in the log too."""
    if request.path.startswith(API_V1):
        return problem_page(HTTPStatus.INTERNAL_SERVER_ERROR, getattr(request, "request_id", ""))
    # Render without the request: its context would query a database that may be down.
    page = render_to_string("500.html", {"request_id": getattr(request, "request_id", "")})
    return HttpResponse(page, status=HTTPStatus.INTERNAL_SERVER_ERROR)


def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The form expired or came from another site."""
    return render(request, "403_csrf.html", status=HTTPStatus.FORBIDDEN)


def _page(request: HttpRequest, status: HTTPStatus) -> HttpResponse:
    if request.path.startswith(API_V1):
        return problem_page(status)
    return render(request, f"{status.value}.html", status=status)
