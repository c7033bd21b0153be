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
    """The active user for the name or confirmed address typed at log-in."""
    if "@" not in login:
        return user_by_name(name=login)
    row = EmailAddress.objects.filter(email=login.lower(), verified=True).select_related("user").first()
    return row.user if row is not None and row.user.is_active else None


def selves(user: User) -> set[int]:
    """The ids of the accounts behind the same person: the user, its owner and their bot accounts."""
    owners = set(BotAccount.objects.filter(user=user).values_list("owner_id", flat=True)) or {user.pk}
    return {user.pk, *owners, *BotAccount.objects.filter(owner__in=owners).values_list("user_id", flat=True)}
