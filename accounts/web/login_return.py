"""Where you go after a log-in that a form asked for: back to the page of the form, as what you sent is lost."""

import re
from collections.abc import Callable
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import resolve_url
from django.utils.http import url_has_allowed_host_and_scheme, urlencode

NOT_SENT = "not_sent"
"""Tells the log-in page to say so."""
TABLE = re.compile(r"/table/\d+/")
Answerer = Callable[[HttpRequest], HttpResponse]


def return_to_form(get_response: Answerer) -> Answerer:
    """Have a log-in that a POST needed lead to the page it came from: its own address takes nothing but a POST."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.method != "POST" or not _asks_to_log_in(request, response):
            return response
        # No message, which would make a session for each stranger who sends a form.
        back = urlencode({"next": _came_from(request), NOT_SENT: "1"})
        return HttpResponseRedirect(f"{resolve_url(settings.LOGIN_URL)}?{back}")

    return answer


def _asks_to_log_in(request: HttpRequest, response: HttpResponse) -> bool:
    """True if the reply is what `login_required` makes of this request."""
    if not isinstance(response, HttpResponseRedirect) or request.user.is_authenticated:
        return False
    target = urlsplit(response.url)
    return target.path == resolve_url(settings.LOGIN_URL) and target.query.startswith("next=")


def _came_from(request: HttpRequest) -> str:
    """Return the path of the page with the form, else of its table, else of the reader's turns."""
    referer = str(request.META.get("HTTP_REFERER", ""))
    page = urlsplit(referer)
    is_ours = url_has_allowed_host_and_scheme(referer, {request.get_host()}, require_https=request.is_secure())
    table = TABLE.match(request.path)
    # A refusal is shown at the address of a form that may take nothing but a POST.
    if is_ours and not (table and page.path == request.path):
        return page._replace(scheme="", netloc="", fragment="").geturl()
    return table[0] if table else resolve_url(settings.LOGIN_REDIRECT_URL)
