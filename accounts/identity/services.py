"""Changes to users."""

import secrets
from datetime import datetime

from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from accounts.identity.former_names import forget_former_name, keep_former_name
from accounts.identity.selectors import name_conflict
from accounts.models import User, UserKind
from accounts.signals import hours_changed
from accounts.values.lookalikes import look_of
from accounts.values.zones import zone_names
from foundation.live import push_access


def _free_username(word: str) -> str:
    for digits in (5, 5, 5, 5, 9):
        name = f"{word}-{10 ** (digits - 1) + secrets.randbelow(9 * 10 ** (digits - 1))}"
        if not User.objects.filter(name_look=look_of(name)).exists():
            return name
    raise RuntimeError(f"No free number found for a {word}.")


def create_guest(*, zone: str, now: datetime, consented: bool = False, language: str = "") -> User:
    """Create a guest with a numbered name and no password."""
    guest = User(
        username=_free_username("guest"), kind=UserKind.GUEST, date_joined=now, consented_at=now if consented else None
    )
    guest.time_zone = zone if zone in zone_names() else "UTC"
    guest.language = language
    guest.set_unusable_password()
    guest.save()
    return guest


def keep_guest(*, user: User, name: str, address: str, password: str, consented_at: datetime | None = None) -> User:
    """Turn a guest into a person in the same row, so that all seats stay theirs. The address is not confirmed yet.

    Raises `ValidationError` if the name is taken.
    """
    try:
        with transaction.atomic():
            person = User.objects.select_for_update(no_key=True).get(pk=user.pk, kind=UserKind.GUEST)
            person.username, person.kind, person.email = name, UserKind.PERSON, address.lower()
            person.consented_at = consented_at
            person.set_password(password)
            person.save()
            EmailAddress.objects.create(user=person, email=person.email, primary=True, verified=False)
            # The password ends other log-ins, which a guest with a passkey may have.
            push_access([person.pk])
    except IntegrityError as error:
        raise ValidationError({"username": name_conflict(name)}) from error
    return person


def take_name(*, user: User, now: datetime) -> str:
    """Replace a user's name with a neutral one, and reserve the old one. Return the new name."""
    with transaction.atomic():
        keep_former_name(user=user, now=now)
        user.username = _free_username("player")
        user.save(update_fields=["username", "name_key", "name_look"])
    return user.username


def choose_name(*, user: User, name: str) -> None:
    """Set the name that a user chose, already checked by a form. Raises `ValidationError` if it is taken."""
    try:
        with transaction.atomic():
            user.username = name
            user.save(update_fields=["username", "name_key", "name_look"])
    except IntegrityError as error:
        raise ValidationError({"username": name_conflict(name)}) from error


def give_back_name(*, user: User, name: str) -> None:
    """Restore a name that was taken from a user."""
    with transaction.atomic():
        forget_former_name(user=user, name=name)
        choose_name(user=user, name=name)


PLANNED_BY = frozenset({"time_zone", "quiet_from", "quiet_until", "language"})
"""The preferences that affect deadlines, or the words of notices that are planned already."""


def note_language(*, user: User, language: str) -> None:
    """Keep in which language a user who has chosen none reads pages: what is sent to them is worded in it."""
    with transaction.atomic():
        user.language_seen = language
        if User.objects.filter(pk=user.pk, language="").update(language_seen=language):
            hours_changed.send(sender=User, user_id=user.pk)


def change_preferences(*, user: User, changes: dict[str, object]) -> None:
    """Save preferences that a form has checked."""
    if PLANNED_BY & set(changes):
        hours_changed.send(sender=User, user_id=user.pk)
    for name, value in changes.items():
        setattr(user, name, value)
    user.zone_chosen = user.zone_chosen or "time_zone" in changes
    user.save(update_fields=[*changes, "zone_chosen"])
