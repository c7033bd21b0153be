"""Second factors that a new password ends too, as far as they are chosen: a thief may have added one."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import NamedTuple

from allauth.mfa.base.internal.flows import delete_dangling_recovery_codes
from allauth.mfa.models import Authenticator
from django.db import transaction
from django.utils.translation import gettext

from accounts.models import User
from accounts.security.second_factor import must_have_second_factor
from accounts.values.dates import day_words

NEW_FOR = timedelta(days=30)
KINDS = (Authenticator.Type.WEBAUTHN, Authenticator.Type.TOTP)


class HeldFactor(NamedTuple):
    """A second factor, and how a form names it."""

    slug: str
    words: str
    is_new_key: bool
    """True for a passkey of the last days: alone it opens the account, and few people add one so often."""


def held_factors(*, user: User, now: datetime) -> list[HeldFactor]:
    """The second factors of a user, the oldest first."""
    return [HeldFactor(_slug(row), _words(row), _is_new_key(row, now)) for row in _rows(user)]


def leaves_enough(*, user: User, slugs: Collection[str]) -> bool:
    """True if a user may end these factors: one who looks after others keeps one."""
    chosen = [_slug(row) in slugs for row in _rows(user)]
    return not any(chosen) or not all(chosen) or not must_have_second_factor(user)


def end_factors(*, user: User, slugs: Collection[str]) -> None:
    """Remove the chosen second factors, and with the last of them the recovery codes."""
    with transaction.atomic():
        ended = [row.pk for row in _rows(user) if _slug(row) in slugs]
        if ended:
            Authenticator.objects.filter(user=user, pk__in=ended).delete()
            delete_dangling_recovery_codes(user)


def _rows(user: User) -> list[Authenticator]:
    return list(Authenticator.objects.filter(user=user, type__in=KINDS).order_by("pk"))


def _slug(row: Authenticator) -> str:
    return f"factor-{row.pk}"


def _words(row: Authenticator) -> str:
    day = day_words(row.created_at)
    if row.type == Authenticator.Type.TOTP:
        return gettext("App that shows codes, added on {day}").format(day=day)
    return gettext("Passkey “{name}”, added on {day}").format(name=row.data.get("name", ""), day=day)


def _is_new_key(row: Authenticator, now: datetime) -> bool:
    return bool(row.type == Authenticator.Type.WEBAUTHN and row.created_at > now - NEW_FOR)
