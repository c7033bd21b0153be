"""Middleware for the language of visitors, the one that a link names or that of the browser, and of accounts.

Django's own knows no language in the query, and takes two turns of a thread for each request that is answered
asynchronously.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from asgiref.sync import iscoroutinefunction
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.decorators import sync_and_async_middleware

from accounts.identity.services import note_language
from accounts.models import User
from foundation.language import is_choice, is_offered, language_of, language_read, reading_in

OK = 200
NOTED_EVERY = 600
"""Seconds."""
PARAMETER = "lang"
"""Names the language in an address that somebody shares."""
Answerer = Callable[[HttpRequest], Any]


def language_for(user: AbstractBaseUser | AnonymousUser) -> AbstractContextManager[None]:
    """Read in the language that a user chose; without one, in that of the visitor."""
    return reading_in(user.language) if isinstance(user, User) else nullcontext()


def _has_chosen(user: object) -> bool:
    """True for a user who reads in a language of their own, wherever they come from."""
    return isinstance(user, User) and is_offered(user.language)


def remember_language(response: HttpResponse, code: str) -> None:
    """Have the browser ask for this language also when nobody is logged in."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        code,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
    )


def forget_language(response: HttpResponse) -> None:
    """Have the browser ask for its own languages again."""
    response.delete_cookie(settings.LANGUAGE_COOKIE_NAME, samesite="Lax")


def language_of_browser(request: HttpRequest) -> str:
    """The language in which somebody reads who has chosen none."""
    asked = HttpRequest()
    asked.META["HTTP_ACCEPT_LANGUAGE"] = request.headers.get("Accept-Language", "")
    return translation.get_language_from_request(asked)


def language_of_program(request: HttpRequest, user: User) -> str:
    """The language that a user chose, or else the one that their program asks for with its socket."""
    return user.language if _has_chosen(user) else language_of_browser(request)


def _language_of(request: HttpRequest) -> AbstractContextManager[None]:
    """Read in the language of the link, of the cookie, or of the browser, if more than one is offered."""
    if not is_choice():
        return nullcontext()
    return translation.override(language_named(request) or translation.get_language_from_request(request))


def language_named(request: HttpRequest) -> str:
    """The language that the address names, if it is offered."""
    named = request.GET.get(PARAMETER, "")
    return named if is_offered(named) else ""


def _is_page_of_its_own(response: HttpResponse) -> bool:
    """True for a page that no cache keeps for others, who would get the cookie with it."""
    is_page = response.get("Content-Type", "").startswith("text/html")
    return is_page and "public" not in response.get("Cache-Control", "")


def _note_read(user: AbstractBaseUser | AnonymousUser) -> None:
    """Remember the language of this page if it is not the one in which mails to this user are worded already."""
    if not isinstance(user, User) or user.language or language_of(user) == language_read():
        return
    # Browsers in two languages take turns; planned notices are worded again each time.
    if caches["near"].add(f"language-noted:{user.pk}", 1, NOTED_EVERY):
        note_language(user=user, language=language_read())


def _mark(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Tell caches what the language depends on, and keep one that the address named."""
    if not is_choice():
        return response
    patch_vary_headers(response, ["Accept-Language", "Cookie"])
    # A page where one chooses may have been opened by a link that names another.
    is_chosen = settings.LANGUAGE_COOKIE_NAME in response.cookies
    asked = "" if is_chosen else language_named(request)
    # What the account decided was not read in the language of the link.
    if asked and _is_page_of_its_own(response) and not _has_chosen(getattr(request, "user", None)):
        remember_language(response, asked)
    return response


@sync_and_async_middleware
def visitor_language(get_response: Answerer) -> Answerer:
    """Answer in the language of the visitor."""
    if iscoroutinefunction(get_response):

        async def answer_async(request: HttpRequest) -> Any:
            with _language_of(request):
                return _mark(request, await get_response(request))

        return answer_async

    def answer(request: HttpRequest) -> Any:
        with _language_of(request):
            return _mark(request, get_response(request))

    return answer


def account_language(get_response: Answerer) -> Answerer:
    """Answer in the language that the user chose, also when a middleware further in refuses the request."""

    def answer(request: HttpRequest) -> Any:
        follows_browser = isinstance(request.user, User) and not request.user.language
        with language_for(request.user):
            response = get_response(request)
        if follows_browser and is_choice() and response.status_code == OK and _is_page_of_its_own(response):
            _note_read(request.user)
        return response

    return answer
