"""What the site asks of a passkey besides a right signature: where it was shown, how, and that it is no copy."""

from typing import Any
from urllib.parse import urlsplit

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.db import transaction
from django.http.request import split_domain_port
from fido2.webauthn import AuthenticationResponse, CollectedClientData

LOOPBACK = {"127.0.0.1", "localhost", "[::1]"}
COUNT = "count"
"""Where the data of an authenticator have the highest count that it has shown."""


def is_said_here(said: CollectedClientData) -> bool:
    """True if the browser showed a page of this very origin, and not of another host or port of the domain."""
    return said.origin in _own_origins()


def _own_origins() -> set[str]:
    """The origins of this site, as its operator has set them: a sender chooses the header `Host`, and a port in it."""
    site = urlsplit(settings.SITE_URL)
    own = {f"{site.scheme}://{site.netloc}", *settings.CSRF_TRUSTED_ORIGINS}
    name, port = split_domain_port(site.netloc)
    if settings.EMBEDDED and name in LOOPBACK:
        # Browsers make no passkey for an address, so people call the site on their own machine by its name.
        own |= {f"{site.scheme}://{other}{port and f':{port}'}" for other in LOOPBACK}
    return own


def is_verified(credential: dict[str, Any]) -> bool:
    """True if the key checked a fingerprint or PIN, whether or not the page required it."""
    return bool(AuthenticationResponse.from_dict(credential).response.authenticator_data.is_user_verified())


@transaction.atomic
def keep_count(authenticator: Authenticator, credential: dict[str, Any]) -> bool:
    """Store a key's signature counter. Return False if it has not grown: the key may have been copied."""
    shown = AuthenticationResponse.from_dict(credential).response.authenticator_data.counter
    # Two requests at once with one count each wait for the other.
    kept = Authenticator.objects.select_for_update().get(pk=authenticator.pk)
    last = kept.data.get(COUNT, kept.wrap().authenticator_data.counter)
    # A key without a counter always shows 0.
    if (shown or last) and shown <= last:
        return False
    authenticator.data[COUNT] = kept.data[COUNT] = shown
    kept.save(update_fields=["data"])
    return True
