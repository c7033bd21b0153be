"""The second factor of a log-in: who needs one, and the gate before the pages that require it.

A password can be guessed, reused or seen by others, so users with power over others also prove that they hold a
device. `SECOND_FACTOR_POWERS` lists the apps whose permissions give that power, directly or through any group;
`SECOND_FACTOR_AREAS` lists the pages.
"""

from collections.abc import Callable, Mapping
from typing import Any

from allauth.account.authentication import get_authentication_records
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_added
from django.conf import settings
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import ResolverMatch, reverse
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.security.session_store import look_for_factor
from foundation.vault import reseal_text, seal_as_text, unseal

SET_UP = gettext_lazy("This page is for people with a second factor. Set one up here, then come back.")
HELD = "account_second_factor"
"""The session key for a second factor that was set up in this session."""
_CODES = Authenticator.Type.RECOVERY_CODES
Answerer = Callable[[HttpRequest], HttpResponse]


def must_have_second_factor(user: User) -> bool:
    """True if the user has power over others: by a flag, or by a permission of their own or of a group."""
    return user.is_staff or user.is_superuser or any(map(user.has_module_perms, settings.SECOND_FACTOR_POWERS))


def factors_of(user: User) -> list[str]:
    """The types of a user's second factors, without recovery codes."""
    return _types(_held_by(user))


def _held_by(user: User) -> dict[int, str]:
    """The types of a user's second factors and recovery codes, by number."""
    return dict(Authenticator.objects.filter(user=user).values_list("pk", "type"))


def _types(held: Mapping[int, str]) -> list[str]:
    return [kind for kind in held.values() if kind != _CODES]


def _shown_in(request: HttpRequest, user: User) -> set[Any]:
    """The second factors and recovery codes that this log-in has shown. The user may not have them any more."""
    shown = {record.get("id") for record in get_authentication_records(request, user) if record["method"] == "mfa"}
    return (shown | {request.session.get(HELD)}) - {None}


class SecondFactorGate:
    """Keeps users with power over others out of certain areas until they have shown a second factor."""

    def __init__(self, get_response: Answerer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on. The check needs the resolved view."""
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        """Redirect a user who must still show a second factor. The view checks its own permissions."""
        place, user = request.resolver_match, request.user
        if place is not None and _is_of_factors(place) and isinstance(user, User) and user.is_guest:
            # Nothing but the session shows whose a guest's account is: a factor would lock its owner out for good.
            return HttpResponseRedirect(f"{reverse('accounts:keep')}?next={request.path}")
        if place is None or not set(place.app_names) & set(settings.SECOND_FACTOR_AREAS):
            return None
        if place.url_name == "logout" or not isinstance(user, User) or not must_have_second_factor(user):
            return None
        shown = _shown_in(request, user)
        if getattr(user, "factor_held", None) in shown:
            return None
        held = _held_by(user)
        factors = _types(held)
        if not factors:
            messages.warning(request, SET_UP)
            return HttpResponseRedirect(reverse("mfa_index"))
        if seen := shown & held.keys():
            best = max(seen, key=lambda pk: held[pk] != _CODES)
            look_for_factor(key=request.session.session_key, user=user.pk, factor=best)
            return None
        by_key = set(factors) == {Authenticator.Type.WEBAUTHN}
        page = reverse("mfa_reauthenticate_webauthn" if by_key else "mfa_reauthenticate")
        return HttpResponseRedirect(f"{page}?{urlencode({'next': request.get_full_path()})}")


def _is_of_factors(place: ResolverMatch) -> bool:
    return (place.url_name or "").startswith("mfa_")


def _set_up(sender: Any, request: HttpRequest, authenticator: Authenticator, **_: Any) -> None:
    if authenticator.type != _CODES:
        request.session[HELD] = authenticator.pk


authenticator_added.connect(_set_up, dispatch_uid="accounts.security.second_factor")


class SecondFactors(DefaultMFAAdapter):  # type: ignore[misc]
    """Encrypts the secrets of second factors, and words errors in the site's style."""

    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "cannot_delete_authenticator": gettext_lazy(
            "You look after others here and need a second factor. Add another one first."
        ),
        "cannot_generate_recovery_codes": gettext_lazy(
            "Codes are for those who have a second factor. Set one up first."
        ),
        "incorrect_code": gettext_lazy(
            "The code is not right. Try again with the next one; after five tries, wait five minutes."
        ),
        "unverified_email": gettext_lazy("Confirm your mail address first: it is the way back when a device is lost."),
    }

    def get_totp_issuer(self) -> str:
        return str(settings.SITE_NAME)

    def get_totp_label(self, user: User) -> str:
        return user.username

    def encrypt(self, text: str) -> str:
        return seal_as_text(text)

    def decrypt(self, encrypted_text: str) -> str:
        return str(unseal(encrypted_text))

    def can_delete_authenticator(self, authenticator: Authenticator) -> bool:
        return not must_have_second_factor(authenticator.user) or len(factors_of(authenticator.user)) > 1

    def generate_authenticator_name(self, user: User, type: str) -> str:
        return f"Key {Authenticator.objects.filter(user=user, type=type).count() + 1}"


@transaction.atomic
def reseal_secrets() -> int:
    """Encrypt all second-factor secrets with the newest key. Return their number."""
    rows = Authenticator.objects.select_for_update().filter(type__in=(Authenticator.Type.TOTP, _CODES))
    for row in rows:
        name = "seed" if row.type == _CODES else "secret"
        row.data[name] = reseal_text(row.data[name])
        row.save(update_fields=["data"])
    return len(rows)


def forget_factors(*, user: User) -> int:
    """Delete a user's second factors and recovery codes. Return their number."""
    forgotten: int = Authenticator.objects.filter(user=user).delete()[0]
    return forgotten
