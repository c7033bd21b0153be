"""What every template knows of the site."""

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games.briefs import turns_waiting


def site(request: HttpRequest) -> dict[str, object]:
    """Name and mode of the site, and how many tables wait for the reader (counted when shown)."""
    reader = request.user.pk if hasattr(request, "user") else None
    return {
        "SITE_NAME": settings.SITE_NAME,
        "DEMO": settings.DEMO,
        "MAILBOX_OPEN": settings.MAILBOX_OPEN,
        "waiting_count": SimpleLazyObject(lambda: turns_waiting(reader) if reader else 0),
    }
