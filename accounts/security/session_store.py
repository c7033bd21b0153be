"""A session store that only looks up keys the site could have issued."""

from django.contrib.sessions.backends import db


class SessionStore(db.SessionStore):
    """Opens no session for other cookies, such as one with a NUL, which PostgreSQL rejects."""

    def _validate_session_key(self, key: str | None) -> bool:
        given_out = key is not None and key.isascii() and key.isalnum()
        return given_out and bool(super()._validate_session_key(key))  # type: ignore[misc]
