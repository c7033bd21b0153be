"""What is done to users."""

import secrets
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.db import IntegrityError, models, transaction

from accounts.former_names import former_name_forget, former_name_keep
from accounts.hints import habits_changed
from accounts.models import NAME_TAKEN, Kind, User
from accounts.zones import zone_names

GUEST_DAYS = 30
NO_TRACE = frozenset(
    {
        "account.EmailAddress",
        "accounts.Block",
        "accounts.Trace",
        "accounts.VacationDay",
        "admin.LogEntry",
        "api.KeptReply",
        "games.AnswerHour",
        "games.Following",
        "games.Muting",
        "mfa.Authenticator",
        "rights.Archive",
        "rights.Erasure",
        "usersessions.UserSession",
        *(f"notifications.{name}" for name in ("DeadAddress", "Device", "Feed", "Notice", "Pace")),
        *(f"notifications.{name}" for name in ("TopicWishes", "Webhook", "Wishes")),
    }
)
"""What every guest may have without ever having played: it goes with them."""


@transaction.atomic
def person_create(*, name: str, address: str, password: str, confirmed: bool, time_zone: str = "UTC") -> User:
    """Make a person with an address, confirmed or not."""
    user = User.objects.create_user(name, address, password, kind=Kind.PERSON, time_zone=time_zone)
    EmailAddress.objects.create(user=user, email=address.lower(), primary=True, verified=confirmed)
    return user


def _numbered(word: str) -> str:
    for digits in (5, 5, 5, 5, 9):
        name = f"{word}-{10 ** (digits - 1) + secrets.randbelow(9 * 10 ** (digits - 1))}"
        if not User.objects.filter(name_key=name).exists():
            return name
    raise RuntimeError(f"No number is left for a {word}.")


def guest_create(*, zone: str, now: datetime, consented: bool = False) -> User:
    """Make a guest, who has a number for a name and no password."""
    guest = User(username=_numbered("guest"), kind=Kind.GUEST, date_joined=now, consented_at=now if consented else None)
    guest.time_zone = zone if zone in zone_names() else "UTC"
    guest.set_unusable_password()
    guest.save()
    return guest


def guest_keep(*, user: User, name: str, address: str, password: str, consented_at: datetime | None = None) -> User:
    """Turn a guest into a person in the same row, so that every seat stays theirs. The address is not yet confirmed."""
    try:
        with transaction.atomic():
            person = User.objects.select_for_update().get(pk=user.pk, kind=Kind.GUEST)
            person.username, person.kind, person.email = name, Kind.PERSON, address.lower()
            person.consented_at = consented_at
            person.set_password(password)
            person.save()
            EmailAddress.objects.create(user=person, email=person.email, primary=True, verified=False)
    except IntegrityError as error:
        raise ValidationError({"username": NAME_TAKEN}, code="name_taken") from error
    return person


def name_take(*, user: User, now: datetime) -> str:
    """Give a user a name that says nothing, and keep the old one from everybody; return the new one."""
    with transaction.atomic():
        former_name_keep(user=user, now=now)
        user.username = _numbered("player")
        user.save(update_fields=["username", "name_key"])
    return user.username


def name_choose(*, user: User, name: str) -> None:
    """Give a user the name they chose, which a form has checked. Raises `ValidationError`."""
    try:
        with transaction.atomic():
            user.username = name
            user.save(update_fields=["username", "name_key"])
    except IntegrityError as error:
        raise ValidationError({"username": NAME_TAKEN}, code="name_taken") from error


def name_give_back(*, user: User, name: str) -> None:
    """Give a user the name again that was taken from them."""
    with transaction.atomic():
        former_name_forget(user=user, name=name)
        name_choose(user=user, name=name)


HOURS = frozenset({"time_zone", "quiet_from", "quiet_until"})
"""Preferences that deadlines follow."""


def preferences_change(*, user: User, changes: dict[str, object]) -> None:
    """Write the preferences that a form has checked."""
    if HOURS & set(changes):
        habits_changed(user_id=user.pk)
    for name, value in changes.items():
        setattr(user, name, value)
    user.zone_chosen = user.zone_chosen or "time_zone" in changes
    user.save(update_fields=[*changes, "zone_chosen"])


def guests_remove_unused(*, now: datetime) -> int:
    """Remove the guests of more than thirty days ago who never took a seat; how many they were."""
    long_ago = now - timedelta(days=GUEST_DAYS)
    unused = User.objects.filter(kind=Kind.GUEST, date_joined__lte=long_ago).filter(_without_trace())
    keys = list(unused.values_list("pk", flat=True))
    User.objects.filter(pk__in=keys, kind=Kind.GUEST).delete()
    return len(keys)


def _without_trace() -> models.Q:
    """True of users whom no row of another table names, whichever applications there are."""
    without = models.Q()
    for relation in User._meta.get_fields(include_hidden=True):
        if isinstance(relation, models.ManyToOneRel) and _is_trace(relation.related_model):
            rows = relation.related_model._base_manager.filter(**{relation.field.name: models.OuterRef("pk")})
            without &= models.Q(~models.Exists(rows))
    return without


def _is_trace(model: type[models.Model]) -> bool:
    return not model._meta.auto_created and model._meta.label not in NO_TRACE
