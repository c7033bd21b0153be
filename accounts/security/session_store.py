"""Sessions in the database, looked up by such keys alone as the site gives out."""

from django.contrib.sessions.backends import db


class SessionStore(db.SessionStore):
    """A cookie with anything else in it, such as a NUL, which PostgreSQL takes in no text, opens no session."""

    def _validate_session_key(self, key: str | None) -> bool:
        given_out = key is not None and key.isascii() and key.isalnum()
        return given_out and bool(super()._validate_session_key(key))  # type: ignore[misc]
