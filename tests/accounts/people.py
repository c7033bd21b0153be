"""People for tests."""

from accounts.models import User
from accounts.services import guest_create, person_create
from tests.accounts.times import NOW

PASSWORD = "wax-and-paper"


def person(name: str, *, confirmed: bool = True, **preferences: object) -> User:
    """A person of this name, whose address is the name at example.org."""
    user = person_create(name=name, address=f"{name}@example.org", password=PASSWORD, confirmed=confirmed)
    for field, value in preferences.items():
        setattr(user, field, value)
    user.save()
    return user


def guest() -> User:
    """A guest."""
    return guest_create(zone="", now=NOW)
