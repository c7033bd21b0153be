"""Requests with a NUL character in them: PostgreSQL takes none in a text, and no page or form sends one."""

from collections.abc import Callable
from urllib.parse import unquote

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, UnreadablePostError

NUL = "\x00"
PROGRAMS = "/api/"
Answerer = Callable[[HttpRequest], HttpResponse]


def nulls_refused(get_response: Answerer) -> Answerer:
    """Answer 400 before anything looks for such a text; fields of programs are checked one by one, and named."""

    def answer(request: HttpRequest) -> HttpResponse:
        of_program = request.path_info.startswith(PROGRAMS)
        if NUL in request.path_info or (not of_program and _is_typed(request)):
            raise BadRequest("There is a NUL character in it.")
        return get_response(request)

    return answer


def _is_typed(request: HttpRequest) -> bool:
    """Whether one is in the query or in a field of a form."""
    asked = unquote(request.META.get("QUERY_STRING", ""))
    try:
        return NUL in asked or any(NUL in part for name, held in request.POST.lists() for part in (name, *held))
    except UnreadablePostError:
        # Whoever sent it has hung up: nothing of it goes anywhere.
        return NUL in asked
