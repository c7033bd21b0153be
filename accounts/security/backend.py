"""How a name or address and a password open an account."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.http import HttpRequest

from accounts.identity.selectors import user_of_login
from accounts.models import User


class OneLook(AuthenticationBackend):  # type: ignore[misc]
    """Looks at one account and one password, so that every log-in costs one hash.

    allauth looks once for each way to read what was typed, and Django once more: anyone who measures that learns
    whether an address has an account. Where there is no account, allauth hashes the password in vain.
    """

    def _authenticate(self, request: HttpRequest | None, **credentials: Any) -> User | None:
        found = user_of_login(credentials.get("email") or credentials.get("username") or "")
        opened: User | None = self._check_password(found, credentials["password"])
        return opened
