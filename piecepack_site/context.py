"""What every template knows of the site."""

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, object]:
    """Name, address and mode of the site."""
    return {"SITE_NAME": settings.SITE_NAME, "DEMO": settings.DEMO, "MAILBOX_OPEN": settings.MAILBOX_OPEN}
