"""What the invitation link of a private table opens: the table, and all pages of it that its reader goes on to.

The token stays in a cookie that the browser sends only to pages of this table. A socket has it in its address.
"""

from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from matches.models import Match
from matches.view.match_view import may_see
from matches.web.mail_links import cookie_path

KEPT_SECONDS = 60 * 24 * 3600
"""A match over days is over by then in most cases; the link itself goes on to work."""


def cookie() -> str:
    """Return the name of the cookie. Under HTTPS, nobody sets it who answers over plain HTTP."""
    return "__Secure-invitation" if settings.SESSION_COOKIE_SECURE else "invitation"


def invitation(request: HttpRequest) -> str:
    """Return the token of the reader's invitation link, or ""."""
    return request.POST.get("invitation") or request.GET.get("invitation") or request.COOKIES.get(cookie(), "")


def keep_invitation(request: HttpRequest, match: Match, response: HttpResponse) -> HttpResponse:
    """Let a reader who came by the link go on to the table's other pages."""
    token = request.GET.get("invitation", "")
    if match.private and match.is_invitation(token):
        response.set_cookie(
            cookie(),
            token,
            max_age=KEPT_SECONDS,
            path=cookie_path(match.pk),
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
    return response


def socket_of(request: HttpRequest, match: Match) -> str:
    """Return the address of a table's socket for this reader."""
    path = f"/ws/table/{match.pk}/"
    if may_see(match, request.user.pk):
        return path
    return f"{path}?{urlencode({'invitation': invitation(request)})}"
