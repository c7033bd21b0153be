"""Decide if an embedded site may listen where others reach it."""

from ipaddress import ip_address

from django.conf import settings

from accounts.models import User
from matches.management.commands.demo import PASSWORD, PEOPLE, demo_address

NOT_FOR_OTHERS = (
    "Everyone who reaches this address could log in with the demo's passwords or read all mails: "
    "set DEMO=0, EMAIL_URL and a new VAR_DIR, or leave out --host."
)


def open_to_others() -> bool:
    """True if anyone who reaches the site could read its mails, or log in with a password that all know."""
    return bool(settings.DEMO or settings.MAILBOX_OPEN or has_demo())


def is_loopback(host: str) -> bool:
    """True if only programs of this machine reach an address. Of all names, only localhost is sure to be one."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def has_demo() -> bool:
    """True if an account of an earlier demo still opens with its password."""
    people = User.objects.filter(username__in=PEOPLE, is_active=True)
    return any(user.check_password(PASSWORD) for user in people)


def demo_was_here() -> bool:
    """True if the people of a demo are in the database, whatever their passwords are now."""
    return User.objects.filter(email__in=[demo_address(name) for name in PEOPLE]).exists()
