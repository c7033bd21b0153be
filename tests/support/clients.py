"""Browsers without scripts, in which somebody is logged in."""

from django.test import Client

from accounts.models import User


def client_of(user: User | None) -> Client:
    """A browser of this user; of a visitor if there is none."""
    client = Client()
    if user is not None:
        client.force_login(user)
    return client
