"""Rejects requests in other character sets than UTF-8, which no browser sends here.

Their names choose a codec of Python: some take a time that grows with the square of a text, some fail on every text.
"""

import codecs
from collections.abc import Callable

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse

Answerer = Callable[[HttpRequest], HttpResponse]


def utf_8_alone(get_response: Answerer) -> Answerer:
    """Answer 400 before anything of such a request is decoded."""

    def answer(request: HttpRequest) -> HttpResponse:
        if codecs.lookup(request.encoding or "utf-8").name != "utf-8":
            # Nothing decodes by it any more, the page that says so neither.
            request.encoding = "utf-8"
            raise BadRequest("The request is not in UTF-8.")
        return get_response(request)

    return answer
