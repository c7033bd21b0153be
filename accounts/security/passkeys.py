"""What the site asks of a passkey besides a right signature: where it was shown, how, and that it is no copy."""

from typing import Any

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.db import transaction
from django.http import HttpRequest
from fido2.webauthn import AuthenticationResponse, CollectedClientData

COUNT = "count"
"""Where the data of an authenticator have the highest count that it has shown."""


def is_said_here(request: HttpRequest, said: CollectedClientData) -> bool:
    """True if the browser showed a page of this very origin, and not of another host or port of the domain."""
    own = f"{request.scheme}://{request.get_host()}"
    return said.origin == own or said.origin in settings.CSRF_TRUSTED_ORIGINS


def is_verified(credential: dict[str, Any]) -> bool:
    """True if the key asked for a finger or PIN, whatever the page asked for whose challenge this answers."""
    return bool(AuthenticationResponse.from_dict(credential).response.authenticator_data.is_user_verified())


@transaction.atomic
def is_counted_on(authenticator: Authenticator, credential: dict[str, Any]) -> bool:
    """True if the key counts on from what it showed last, or counts nothing. Of a copy, one of the two falls behind."""
    shown = AuthenticationResponse.from_dict(credential).response.authenticator_data.counter
    # Two requests at once with one count each wait for the other.
    kept = Authenticator.objects.select_for_update().get(pk=authenticator.pk)
    last = kept.data.get(COUNT, kept.wrap().authenticator_data.counter)
    if (shown or last) and shown <= last:
        return False
    authenticator.data[COUNT] = kept.data[COUNT] = shown
    kept.save(update_fields=["data"])
    return True
