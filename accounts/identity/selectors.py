"""What is asked about users."""

from allauth.account.models import EmailAddress

from accounts.models import Program, User
from accounts.names import name_key


def user_by_name(*, name: str) -> User | None:
    """The active user of this name, in whatever case it is written."""
    if "\x00" in name:  # PostgreSQL refuses to look for it.
        return None
    return User.objects.filter(name_key=name_key(name), is_active=True).first()


def mail_address(*, user: User) -> str | None:
    """The confirmed address of a user, or None while there is none."""
    confirmed = EmailAddress.objects.filter(user=user, verified=True).order_by("-primary", "id")
    address: str | None = confirmed.values_list("email", flat=True).first()
    return address


def address_is_of_another(*, user: User, address: str) -> bool:
    """Whether somebody else has confirmed this address."""
    return bool(EmailAddress.objects.filter(email=address, verified=True).exclude(user=user).exists())


def user_of_login(login: str) -> User | None:
    """The active user whom a name or a confirmed address means where somebody logs in."""
    if "@" not in login:
        return user_by_name(name=login)
    row = EmailAddress.objects.filter(email=login.lower(), verified=True).select_related("user").first()
    return row.user if row is not None and row.user.is_active else None


def selves(user: User) -> set[int]:
    """The accounts that act for the same person: their own, their programs, and a program's owner."""
    owners = set(Program.objects.filter(user=user).values_list("owner_id", flat=True)) or {user.pk}
    return {user.pk, *owners, *Program.objects.filter(owner__in=owners).values_list("user_id", flat=True)}
