"""Queries about users."""

from allauth.account.models import EmailAddress

from accounts.models import BotAccount, User
from accounts.values.names import name_key


def user_by_name(*, name: str) -> User | None:
    """The active user with this name, ignoring case."""
    if "\x00" in name:  # PostgreSQL raises an error for it.
        return None
    return User.objects.filter(name_key=name_key(name), is_active=True).first()


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
    if "\x00" in login:  # PostgreSQL raises an error for it.
        return None
    if "@" not in login:
        return User.objects.filter(name_key=name_key(login)).first()
    rows = EmailAddress.objects.filter(email=login.lower()).select_related("user").order_by("-verified", "user_id")
    row = rows.first()
    # An account made by command has no row until its first log-in.
    return row.user if row is not None else User.objects.filter(email__iexact=login).order_by("pk").first()


def selves(user: User) -> set[int]:
    """The ids of the accounts behind the same person: the user, its owner and their bot accounts."""
    owners = set(BotAccount.objects.filter(user=user).values_list("owner_id", flat=True)) or {user.pk}
    return {user.pk, *owners, *BotAccount.objects.filter(owner__in=owners).values_list("user_id", flat=True)}
