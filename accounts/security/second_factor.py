"""The second factor of a log-in: who must have one, and the gate before the pages that ask for it.

A password can be guessed, reused or read over a shoulder. Whoever has power over others shows besides that they hold
a device of theirs. Whom that concerns follows from their permissions in the applications of `SECOND_FACTOR_POWERS`,
whatever the groups are called by which they have them; which pages, from `SECOND_FACTOR_AREAS`.
"""

from collections.abc import Callable
from typing import Any

from allauth.account.authentication import get_authentication_records
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_added
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import Permission
from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.module_loading import import_string

from accounts.models import User

SET_UP = "This page is for people with a second factor. Set one up here, then come back."
HELD = "account_second_factor"
"""Where a session notes that its user has just set one up in it."""
_CODES = Authenticator.Type.RECOVERY_CODES
Answerer = Callable[[HttpRequest], HttpResponse]


def must_have_second_factor(user: User) -> bool:
    """Whether this user has power over others: by a flag, or by a permission of their own or of a group."""
    if user.is_staff or user.is_superuser:
        return True
    powers = Permission.objects.filter(content_type__app_label__in=settings.SECOND_FACTOR_POWERS)
    return powers.filter(Q(user=user) | Q(group__user=user)).exists()


def factors_of(user: User) -> list[str]:
    """The sorts of second factor that a user has, besides the codes for the day they are lost."""
    found = Authenticator.objects.filter(user=user).exclude(type=_CODES)
    return list(found.values_list("type", flat=True))


def shown_in(request: HttpRequest, user: User) -> bool:
    """Whether this log-in has shown a second factor that the user still has; one taken away counts no more."""
    shown = {record.get("id") for record in get_authentication_records(request, user) if record["method"] == "mfa"}
    held = Authenticator.objects.filter(user=user, pk__in=(shown | {request.session.get(HELD)}) - {None})
    return bool(held.exists())


class SecondFactorGate:
    """Lets nobody with power over others pass to certain areas who has not shown a second factor in this log-in."""

    def __init__(self, get_response: Answerer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Nothing is done before the address has been read."""
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        """Lead away whoever still has something to show; leave the rest to the page's own rights."""
        place, user = request.resolver_match, request.user
        if place is None or not set(place.app_names) & set(settings.SECOND_FACTOR_AREAS):
            return None
        if place.url_name == "logout" or not isinstance(user, User) or not must_have_second_factor(user):
            return None
        return self._led_away(request, user)

    def _led_away(self, request: HttpRequest, user: User) -> HttpResponse | None:
        factors = factors_of(user)
        if not factors:
            messages.warning(request, SET_UP)
            return HttpResponseRedirect(reverse("mfa_index"))
        if shown_in(request, user):
            return None
        by_key = set(factors) == {Authenticator.Type.WEBAUTHN}
        page = reverse("mfa_reauthenticate_webauthn" if by_key else "mfa_reauthenticate")
        return HttpResponseRedirect(f"{page}?{urlencode({'next': request.get_full_path()})}")


def _set_up(sender: Any, request: HttpRequest, authenticator: Authenticator, **_: Any) -> None:
    if authenticator.type != _CODES:
        request.session[HELD] = authenticator.pk


authenticator_added.connect(_set_up, dispatch_uid="accounts.second_factor")


class SecondFactors(DefaultMFAAdapter):  # type: ignore[misc]
    """Keeps the secrets of second factors sealed, and says what is wrong in the site's words."""

    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "cannot_delete_authenticator": "You look after others here and need a second factor. Add another one first.",
        "cannot_generate_recovery_codes": "Codes are for those who have a second factor. Set one up first.",
        "incorrect_code": "The code is not right. Wait for the next one and try again.",
        "unverified_email": "Confirm your mail address first: it is the way back when a device is lost.",
    }

    def get_totp_issuer(self) -> str:
        return str(settings.SITE_NAME)

    def get_totp_label(self, user: User) -> str:
        return user.username

    def encrypt(self, text: str) -> str:
        sealed: bytes = _vault("seal")(text)
        return sealed.decode()

    def decrypt(self, encrypted_text: str) -> str:
        return str(_vault("unseal")(encrypted_text.encode()))

    def can_delete_authenticator(self, authenticator: Authenticator) -> bool:
        return not must_have_second_factor(authenticator.user) or len(factors_of(authenticator.user)) > 1

    def generate_authenticator_name(self, user: User, type: str) -> str:
        return f"Key {Authenticator.objects.filter(user=user, type=type).count() + 1}"


def _vault(verb: str) -> Callable[[Any], Any]:
    verb_of_vault: Callable[[Any], Any] = import_string(f"{settings.API_VAULT}.{verb}")
    return verb_of_vault


@transaction.atomic
def secrets_reseal() -> int:
    """Seal the secrets of all second factors anew under the newest key; how many they were."""
    rows = Authenticator.objects.select_for_update().filter(type__in=(Authenticator.Type.TOTP, _CODES))
    for row in rows:
        name = "seed" if row.type == _CODES else "secret"
        row.data[name] = _vault("reseal")(row.data[name].encode()).decode()
        row.save(update_fields=["data"])
    return len(rows)


def factors_forget(*, user: User) -> int:
    """Take away every second factor of a user with its recovery codes; how many they were."""
    forgotten: int = Authenticator.objects.filter(user=user).delete()[0]
    return forgotten
