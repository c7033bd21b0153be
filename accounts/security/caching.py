"""Middleware that keeps what a reader sees out of caches, the browser's own included."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

KEPT_BY_NOBODY = "private, no-store"
Answerer = Callable[[HttpRequest], HttpResponse]


def show_to_nobody_else(request: HttpRequest) -> None:
    """Keep the answer to this request out of caches, though its reader may be a visitor."""
    request.shown_to_nobody_else = True  # type: ignore[attr-defined]


def keep_from_caches(get_response: Answerer) -> Answerer:
    """Let no cache keep an answer to a known reader, unless its view named a time: it then holds nothing of theirs.

    The same is true of an answer that `show_to_nobody_else` is about.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        said = response.get("Cache-Control", "")
        # A token or the link in a mail makes the reader known while the request is answered.
        is_private = request.user.is_authenticated or getattr(request, "shown_to_nobody_else", False)
        if is_private and "max-age" not in said and "no-store" not in said:
            response["Cache-Control"] = KEPT_BY_NOBODY
        return response

    return answer
