"""Queries about users."""

from collections.abc import Collection

from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.db.models import F, QuerySet
from django.http import Http404
from django.utils.translation import gettext

from accounts.models import NAME_ALIKE, NAME_TAKEN, User
from accounts.values.lookalikes import look_of
from accounts.values.names import name_key
from foundation.errors import Refused

OTHER_ACCOUNTS = {
    "owned": F("bots__user"),
    "owner": F("bot_account__owner"),
    "beside": F("bot_account__owner__bots__user"),
}
"""Where the other accounts of the person behind a user are found."""


def user_by_name(*, name: str, among: QuerySet[User] | None = None, closed_too: bool = False) -> User | None:
    """The user with this name, ignoring case.

    `among`: the users, if more is to be read of them; `closed_too`: accounts that are not active count.
    """
    if "\x00" in name:  # PostgreSQL raises an error for it.
        return None
    users = (User.objects.all() if among is None else among).filter(name_key=name_key(name))
    return (users if closed_too else users.filter(is_active=True)).first()


def player_of_name(name: str, *, closed_too: bool = False) -> User:
    """The user with this name, ignoring case; `closed_too`: accounts that are not active count. Raises `Refused`."""
    name = name.strip()
    found = user_by_name(name=name, closed_too=closed_too)
    if found is None:
        words = gettext("There is no player named “{name}”. Check the spelling.").format(name=name)
        raise Refused("no_such_player", words)
    return found


def name_conflict(name: str) -> ValidationError:
    """The error for a name that the database refused: somebody has it, or one that looks like it."""
    same, alike = User.objects.filter(name_key=name_key(name)), User.objects.filter(name_look=look_of(name))
    if alike.exists() and not same.exists():
        return ValidationError(NAME_ALIKE, code="name_alike")
    return ValidationError(NAME_TAKEN, code="name_taken")


def user_or_404(*, name: str, among: QuerySet[User] | None = None, closed_too: bool = False) -> User:
    """The same as `user_by_name`. Raises `Http404`."""
    if (found := user_by_name(name=name, among=among, closed_too=closed_too)) is None:
        raise Http404(gettext("Nobody here has this name. Check the spelling."))
    return found


def mail_address(*, user: User) -> str | None:
    """A user's confirmed address, or None."""
    confirmed = EmailAddress.objects.filter(user=user, verified=True).order_by("-primary", "id")
    address: str | None = confirmed.values_list("email", flat=True).first()
    return address


def awaits_confirmation(user: User) -> bool:
    """True for people who have given an address and confirmed none, such as guests who have just kept their account."""
    confirmed = EmailAddress.objects.filter(user=user).values_list("verified", flat=True)
    return bool(confirmed) and not any(confirmed)


def address_is_of_another(*, user: User, address: str) -> bool:
    """True if another user has confirmed this address."""
    return bool(EmailAddress.objects.filter(email=address, verified=True).exclude(user=user).exists())


def user_of_login(login: str) -> User | None:
    """The account that a typed name or address means, open or closed. A confirmed address goes before others."""
    if "@" not in login:
        return user_by_name(name=login, closed_too=True)
    if "\x00" in login:  # PostgreSQL raises an error for it.
        return None
    rows = EmailAddress.objects.filter(email=login.lower()).select_related("user").order_by("-verified", "user_id")
    row = rows.first()
    # An account made by command has no row until its first log-in.
    return row.user if row is not None else User.objects.filter(email__iexact=login).order_by("pk").first()


def selves(user: User) -> set[int]:
    """The ids of the accounts behind the same person: the user, its owner and their bot accounts."""
    return selves_of([user.pk])[user.pk]


def selves_of(users: Collection[int]) -> dict[int, set[int]]:
    """`selves` of many users at once."""
    found = {user.pk: own for user, own in with_selves(User.objects.filter(pk__in=users).only("pk")).items()}
    return {user: found.get(user, {user}) for user in users}


def with_selves(users: QuerySet[User]) -> dict[User, set[int]]:
    """These users, each with their `selves`, in one query."""
    found: dict[User, set[int]] = {}
    for user in users.annotate(**OTHER_ACCOUNTS):
        others = {getattr(user, name) for name in OTHER_ACCOUNTS} - {None}
        found.setdefault(user, {user.pk}).update(others)
    return found
