"""People for tests."""

from django.test import Client

from accounts.identity.services import create_guest
from accounts.models import User
from tests.accounts.times import NOW
from tests.support.people import create_person

PASSWORD = "wax-and-paper"


def person(name: str, *, confirmed: bool = True, **preferences: object) -> User:
    """A person with this name, whose mail address is the name at example.org."""
    user = create_person(name=name, address=f"{name}@example.org", password=PASSWORD, confirmed=confirmed)
    for field, value in preferences.items():
        setattr(user, field, value)
    user.save()
    return user


def guest() -> User:
    """A guest."""
    return create_guest(zone="", now=NOW)


def show_password(client: Client, password: str = PASSWORD) -> Client:
    """Confirm in a browser, with the password of all these people, that its owner acts. Return the browser."""
    client.post("/accounts/reauthenticate/", {"password": password})
    return client
