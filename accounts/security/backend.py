"""How a name or address and a password open an account, and which permissions its user has."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth.models import Permission
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from accounts.identity.selectors import user_of_login
from accounts.models import User
from accounts.security.session_store import user_found_with_session
from foundation.kept_queries import KeptQuery, given

BY_NUMBER = KeptQuery(lambda: User.objects.filter(pk=given("number")))


class OneLook(AuthenticationBackend):  # type: ignore[misc]
    """Looks at one account and one password, so that every log-in costs one hash.

    allauth looks once for each way to read what was typed, and Django once more: anyone who measures that learns
    whether an address has an account. Where there is no account, allauth hashes the password all the same.
    """

    def get_user(self, user_id: int) -> User | None:
        """Return the user of a session, as Django does, found with the session or by a kept query."""
        found = user_found_with_session(user_id) or BY_NUMBER.first(number=user_id)
        return found if found is not None and self.user_can_authenticate(found) else None

    def get_all_permissions(self, user_obj: User, obj: Any = None) -> set[str]:
        """Return a user's own permissions and those of their groups, found in one query instead of Django's two."""
        found: set[str] = self._get_permissions(user_obj, obj, "all")
        return found

    def _get_all_permissions(self, user_obj: User) -> QuerySet[Permission]:
        own = Q(pk__in=user_obj.user_permissions.values("pk"))
        return Permission.objects.filter(own | Q(group__in=user_obj.groups.all()))

    def _authenticate(self, request: HttpRequest | None, **credentials: Any) -> User | None:
        found = user_of_login(credentials.get("email") or credentials.get("username") or "")
        opened: User | None = self._check_password(found, credentials["password"])
        return opened
