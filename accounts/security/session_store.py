"""A session store that only looks up keys the site could have issued, and finds a session's user with it."""

from contextvars import ContextVar
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.core.cache import caches
from django.db.models import Subquery
from django.utils import timezone

from accounts.models import User
from foundation.kept_queries import KeptQuery, given

_VALID = Session.objects.filter(session_key=given("key"), expire_date__gt=given("now"))
VALID = KeptQuery(_VALID.all)
# Both rows of a request in one query. Rights, suspension, password and log-out are read from the database each time.
USER_WITH_SESSION = KeptQuery(
    lambda: User.objects.annotate(session_data=Subquery(_VALID.values("session_data"))).filter(pk=given("user"))
)
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
            caches["near"].add(_whose(self.session_key), user, WHOSE_SECONDS)
        return data

    def _get_session_from_db(self) -> Session | None:
        """Look the session up, as Django does, by a kept query: every request asks for one."""
        key, now = self.session_key, timezone.now()
        user = caches["near"].get(_whose(key))
        found = USER_WITH_SESSION.first(key=key, now=now, user=int(user)) if user else None
        data = getattr(found, "session_data", None)
        _found_user.set(found if data else None)
        session = Session(session_key=str(key), session_data=data) if data else VALID.first(key=key, now=now)
        if session is None:
            self._session_key = None
        return session


def user_found_with_session(user_id: int) -> User | None:
    """The user with this number, if the session was just found with them. It is told once."""
    found = _found_user.get()
    _found_user.set(None)
    return found if found is not None and found.pk == user_id else None


def _whose(key: str | None) -> str:
    return f"session-of:{key}"
