"""The link in a mail, which opens the decision without logging in."""

from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from matches.web.mail_access import MailReader, cookie, cookie_path, kept_private, seat_opened
from notifications.mail_links import act_meant


@require_safe
def open_by_mail(request: HttpRequest, token: str) -> HttpResponse:
    """Redirect to the table as the link's seat. Nothing is answered here: mail scanners follow links too."""
    meant = act_meant(token)
    prefix, _, number = meant.topic.partition(":") if meant else ("", "", "")
    if prefix != "match" or not number.isdecimal():
        return _page(request, "unknown", HTTPStatus.NOT_FOUND)
    by_mail = seat_opened(token, int(number))
    if by_mail is None:
        return _page(request, "over", HTTPStatus.GONE, number=int(number))
    if request.user.is_authenticated and request.user.pk != by_mail.user.pk:
        return _page(request, "other", HTTPStatus.CONFLICT, number=int(number))
    return kept_private(_lead_to_table(request, token, by_mail))


def _lead_to_table(request: HttpRequest, token: str, by_mail: MailReader) -> HttpResponse:
    response = redirect("matches:table", by_mail.number)
    if not request.user.is_authenticated:
        response.set_cookie(
            cookie(),
            token,
            path=cookie_path(by_mail.number),
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
    return response


def _page(request: HttpRequest, why: str, status: HTTPStatus, **context: object) -> HttpResponse:
    return kept_private(render(request, f"matches/act_{why}.html", context, status=status))
