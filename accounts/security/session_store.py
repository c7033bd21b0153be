"""A session store that only looks up keys the site could have issued, and finds a session's user with it.

The second factor that the gate saw last in a session is looked up with them too.
"""

from contextvars import ContextVar
from typing import Any

from allauth.mfa.models import Authenticator
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.core.cache import caches
from django.db.models import QuerySet, Subquery
from django.utils import timezone

from accounts.models import User
from foundation.kept_queries import KeptQuery, given

_VALID = Session.objects.filter(session_key=given("key"), expire_date__gt=given("now"))
VALID = KeptQuery(_VALID.all)
# Recovery codes are no factor by themselves.
_FACTORS = Authenticator.objects.exclude(type=Authenticator.Type.RECOVERY_CODES)
_HELD = _FACTORS.filter(pk=given("factor"), user=given("user"))


def _user_with_session() -> QuerySet[User]:
    return User.objects.annotate(session_data=Subquery(_VALID.values("session_data"))).filter(pk=given("user"))


# All rows of a request in one query. Rights, second factor, suspension, password and log-out are read from the database
# each time.
USER_WITH_SESSION = KeptQuery(_user_with_session)
USER_WITH_FACTOR = KeptQuery(lambda: _user_with_session().annotate(factor_held=Subquery(_HELD.values("pk"))))
WHOSE_SECONDS = 3600
_found_user: ContextVar[User | None] = ContextVar("found_user", default=None)


class SessionStore(db.SessionStore):
    """Opens no session for other cookies, such as one with a NUL, which PostgreSQL rejects."""

    def _validate_session_key(self, key: str | None) -> bool:
        given_out = key is not None and key.isascii() and key.isalnum()
        return given_out and bool(super()._validate_session_key(key))  # type: ignore[misc]

    def load(self) -> dict[str, Any]:
        """Load the session, and note whose it is: the next time both are found at once."""
        data: dict[str, Any] = super().load()
        if user := data.get(SESSION_KEY):
            caches["near"].add(_whose(self.session_key), (int(user), 0), WHOSE_SECONDS)
        return data

    def _get_session_from_db(self) -> Session | None:
        """Look the session up, as Django does, by a kept query: every request asks for one."""
        key, now = self.session_key, timezone.now()
        user, factor = caches["near"].get(_whose(key)) or (0, 0)
        looked_up = USER_WITH_FACTOR if factor else USER_WITH_SESSION
        found = looked_up.first(key=key, now=now, user=user, factor=factor) if user else None
        data = getattr(found, "session_data", None)
        _found_user.set(found if data else None)
        session = Session(session_key=str(key), session_data=data) if data else VALID.first(key=key, now=now)
        if session is None:
            self._session_key = None
        return session


def user_found_with_session(user_id: int) -> User | None:
    """The user with this number, if the session was just found with them. A second call returns None."""
    found = _found_user.get()
    _found_user.set(None)
    return found if found is not None and found.pk == user_id else None


def look_for_factor(*, key: str | None, user: int, factor: int) -> None:
    """Look for this second factor each time the session is found: its user then has `factor_held`, or None there."""
    caches["near"].set(_whose(key), (user, factor), WHOSE_SECONDS)


def _whose(key: str | None) -> str:
    return f"session-of:{key}"
