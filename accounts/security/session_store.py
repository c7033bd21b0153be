"""A session store that only looks up keys the site could have issued."""

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from foundation.kept_queries import KeptQuery, given

VALID = KeptQuery(lambda: Session.objects.filter(session_key=given("key"), expire_date__gt=given("now")))


class SessionStore(db.SessionStore):
    """Opens no session for other cookies, such as one with a NUL, which PostgreSQL rejects."""

    def _validate_session_key(self, key: str | None) -> bool:
        given_out = key is not None and key.isascii() and key.isalnum()
        return given_out and bool(super()._validate_session_key(key))  # type: ignore[misc]

    def _get_session_from_db(self) -> Session | None:
        """Look the session up, as Django does, by a kept query: every request asks for one."""
        found = VALID.first(key=self.session_key, now=timezone.now())
        if found is None:
            self._session_key = None
        return found
