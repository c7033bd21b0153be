"""Checks of the settings and keys."""

import logging
from collections.abc import Iterator

from cryptography.fernet import Fernet
from django.conf import settings
from django.core import checks
from django.core.exceptions import ImproperlyConfigured

from operations.doctor.findings import Finding, fail, ok, warn

SECRET_KEY_LETTERS = 50
DIFFERENT_LETTERS = 5
CREATE_IT = f"Create one with {SECRET_KEY_LETTERS} random characters, as docs/operators.md shows."


def settings_are_safe() -> Iterator[Finding]:
    """Run Django's own checks and some more."""
    if settings.DEBUG:
        yield fail("DEBUG shows internals to every visitor. Unset it.")
    found = checks.run_checks(include_deployment_checks=not settings.EMBEDDED)
    complaints = [message for message in found if message.level >= checks.WARNING and not message.is_silenced()]
    for message in complaints:
        say = fail if message.level >= logging.ERROR else warn
        yield say(f"{message.msg} ({message.id})")
    if not settings.EMBEDDED and not settings.REDIS_URL:
        yield fail("A server with several processes needs Redis. Set REDIS_URL.")
    if settings.DEMO and not settings.EMBEDDED:
        yield fail("The demo's passwords are public. Set DEMO=0.")
    elif settings.DEMO:
        yield warn("The demo's passwords are public. Set DEMO=0 before others use the site.")
    if not settings.DEBUG and not complaints:
        yield ok(f"The settings of this {'embedded site' if settings.EMBEDDED else 'server'} are safe.")


def keys_fit() -> Iterator[Finding]:
    """Check that the secret key is long and the vault's keys are Fernet keys."""
    try:
        secret = str(settings.SECRET_KEY)
    except ImproperlyConfigured:  # Django raises for an empty key
        secret = ""
    if not secret:
        yield fail(f"SECRET_KEY is empty. {CREATE_IT}")
    elif len(secret) < SECRET_KEY_LETTERS or len(set(secret)) < DIFFERENT_LETTERS:
        yield fail(f"SECRET_KEY is easily guessed. {CREATE_IT}")
    else:
        yield ok("SECRET_KEY is long enough.")
    bad = [number for number, key in enumerate(settings.VAULT_KEYS, start=1) if not _is_fernet_key(key)]
    if not settings.VAULT_KEYS:
        yield fail("VAULT_KEYS is empty. Restore the key of this database, or create one as docs/operators.md shows.")
    elif bad:
        numbers = ", ".join(map(str, bad))
        yield fail(f"VAULT_KEYS contains an invalid key (number {numbers}). Create keys as docs/operators.md shows.")
    elif len(settings.VAULT_KEYS) > 1:
        yield warn("VAULT_KEYS has old keys. Run `manage.py vault_rotate`, then remove them.")
    else:
        yield ok("VAULT_KEYS has one key.")


def _is_fernet_key(key: str) -> bool:
    try:
        Fernet(key)
    except ValueError:
        return False
    return True
