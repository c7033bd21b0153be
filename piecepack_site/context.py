"""What every template knows of the site."""

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games.acting import acting_seat
from games.briefs import turns_waiting
from notifications.selectors import Standing, standing_of


def site(request: HttpRequest) -> dict[str, object]:
    """Name and mode of the site, and which tables wait for the reader (looked up when shown)."""
    acting = acting_seat(request)
    reader = request.user.pk if hasattr(request, "user") and acting is None else None
    waiting = SimpleLazyObject(lambda: turns_waiting(reader) if reader else [])
    # Who came by the link of a mail is known at one table only: the rest of the page treats them as a visitor.
    own = {"user": AnonymousUser()} if acting else {}
    return own | {
        "acting": acting,
        "SITE_NAME": settings.SITE_NAME,
        "DEMO": settings.DEMO,
        "MAILBOX_OPEN": settings.MAILBOX_OPEN,
        "turns_waiting": waiting,
        "waiting_count": SimpleLazyObject(lambda: len(waiting)),
        "standing": SimpleLazyObject(lambda: standing_of(user_id=reader) if reader else Standing(0, "", "")),
    }
