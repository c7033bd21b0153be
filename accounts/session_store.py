"""Sessions in the database, looked up by such keys alone as the site gives out."""

from django.contrib.sessions.backends import db


class SessionStore(db.SessionStore):
    """A cookie with anything else in it, such as a NUL, which PostgreSQL takes in no text, opens no session."""

    def _validate_session_key(self, key: str | None) -> bool:
        return bool(key) and key.isascii() and key.isalnum() and bool(super()._validate_session_key(key))
