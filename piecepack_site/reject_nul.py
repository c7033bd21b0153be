"""Rejects requests with a NUL character, which PostgreSQL does not store and no browser sends."""

from collections.abc import Callable
from urllib.parse import unquote

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, UnreadablePostError

NUL = "\x00"
API_PREFIX = "/api/"
Answerer = Callable[[HttpRequest], HttpResponse]


def reject_nul(get_response: Answerer) -> Answerer:
    """Answer 400 before such a text is used. The API checks its own fields and names them."""

    def answer(request: HttpRequest) -> HttpResponse:
        of_bot_account = request.path_info.startswith(API_PREFIX)
        if NUL in request.path_info or (not of_bot_account and _is_typed(request)):
            raise BadRequest("The request contains a NUL character.")
        return get_response(request)

    return answer


def _is_typed(request: HttpRequest) -> bool:
    """True if the query or a form field contains a NUL."""
    asked = unquote(request.META.get("QUERY_STRING", ""))
    try:
        return NUL in asked or any(NUL in part for name, held in request.POST.lists() for part in (name, *held))
    except UnreadablePostError:
        # The sender has hung up, so the form is not used.
        return NUL in asked
