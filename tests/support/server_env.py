"""The environment of a site that runs as a server.

As a program it runs a command in such an environment; the addresses in it lead nowhere::

    python -m tests.support.server_env python manage.py check --deploy
"""

import os
import secrets
import sys

from cryptography.fernet import Fernet

from tests.support.processes import plain_environment

NOWHERE_DATABASE = "postgres://nobody:nothing@127.0.0.1:9/nowhere"
NOWHERE_REDIS = "redis://127.0.0.1:9/0"
# Tests speak plain HTTP on 127.0.0.1.
# They also write as fast as they can.
UNLIMITED = {f"{who}WRITES_PER_MINUTE": "0" for who in ("", "BOT_", "ADDRESS_")}
WITHOUT_TLS = {"SECURE_SSL_REDIRECT": "0", "SESSION_COOKIE_SECURE": "0", "CSRF_COOKIE_SECURE": "0"}


def server_environment(database_url: str, redis_url: str) -> dict[str, str]:
    """Return the environment of a server that uses this database and this Redis, with fresh keys."""
    return plain_environment() | {
        "DATABASE_URL": database_url,
        "REDIS_URL": redis_url,
        "SECRET_KEY": secrets.token_urlsafe(50),
        "VAULT_KEYS": Fernet.generate_key().decode(),
        "EMAIL_URL": "smtp://127.0.0.1:9",
        "ALLOWED_HOSTS": "127.0.0.1,localhost,testserver",
    }


if __name__ == "__main__":
    os.execvpe(sys.argv[1], sys.argv[1:], server_environment(NOWHERE_DATABASE, NOWHERE_REDIS))  # noqa: S606
