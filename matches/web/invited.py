"""What the invitation link of a private table opens: the table, and all pages of it that its reader goes on to.

The token stays in the session, which ends when its reader logs out. A socket has it in its address.
"""

from urllib.parse import urlencode

from django.http import HttpRequest

from accounts.security.caching import show_to_nobody_else
from matches.models import Match
from matches.view.match_view import may_see

KEY = "invitations"
MOST = 20
"""How many tables a session remembers, the last ones."""


def invitation(request: HttpRequest, match: Match) -> str:
    """Return the token with which this reader comes to a table, if possible one that opens it; "" if there is none."""
    sent = [token for asked in (request.POST, request.GET) if (token := asked.get("invitation", ""))]
    # Only a private table is asked for again.
    kept = [request.session.get(KEY, {}).get(str(match.pk), "")] if match.private else []
    return next(filter(match.is_invitation, [*sent, *kept]), sent[0] if sent else "")


def is_admitted_by_link(request: HttpRequest, match: Match) -> bool:
    """True if the link opens a table for this reader, who may then go on to its other pages."""
    token = invitation(request, match)
    if not match.is_invitation(token) or not may_see(match, request.user.pk, invited=True):
        return False
    show_to_nobody_else(request)
    known = request.session.get(KEY, {})
    if known.get(str(match.pk)) != token:
        request.session[KEY] = dict([*known.items(), (str(match.pk), token)][-MOST:])
    return True


def socket_of(request: HttpRequest, match: Match) -> str:
    """Return the address of a table's socket for this reader."""
    path = f"/ws/table/{match.pk}/"
    if may_see(match, request.user.pk):
        return path
    return f"{path}?{urlencode({'invitation': invitation(request, match)})}"
