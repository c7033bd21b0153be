"""Bots for tests: a client that speaks JSON with a token."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.security.tokens import create_token
from api.scopes import Scope

ALL = tuple(Scope)


def token_of(user: User, scopes: Sequence[Scope] = ALL, days: int = 30, now: datetime | None = None) -> str:
    """A new token of a user."""
    return create_token(user=user, name="test", scopes=scopes, days=days, now=now or timezone.now())[1]


class Caller:
    """A client of the API; without a token, an unknown one."""

    def __init__(self, token: str = "") -> None:
        self.client = Client()
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}

    def get(self, path: str, **headers: str) -> Any:
        """Ask."""
        return self.client.get(f"/api/v1/{path}", headers=self.headers | headers)

    def post(self, path: str, body: Any = None, key: str = "", **headers: str) -> Any:
        """Send a body as JSON; bytes are sent as they are."""
        return self.send("post", path, body, key, **headers)

    def delete(self, path: str, key: str = "", **headers: str) -> Any:
        """Take something away."""
        return self.send("delete", path, None, key, **headers)

    def send(self, method: str, path: str, body: Any = None, key: str = "", **headers: str) -> Any:
        """The same with any method."""
        raw = body if isinstance(body, bytes) else msgspec.json.encode({} if body is None else body)
        raw = b"" if method == "delete" and body is None else raw
        keyed = {"Idempotency-Key": key} if key else {}
        return self.client.generic(
            method, f"/api/v1/{path}", raw, content_type="application/json", headers=self.headers | keyed | headers
        )


def caller(user: User, *scopes: Scope) -> Caller:
    """A user with a token for these scopes, or for all."""
    return Caller(token_of(user, scopes or ALL))


def problem(reply: Any, status: int, code: str, field: str | None = None) -> dict[str, Any]:
    """Check that a reply is this problem, and return it."""
    assert reply.headers["Content-Type"] == "application/problem+json", reply.content
    parsed: dict[str, Any] = reply.json()
    assert (reply.status_code, parsed["status"], parsed["code"]) == (status, status, code), parsed
    assert parsed["detail"].endswith((".", "!")), parsed
    if field is not None:
        assert [error["field"] for error in parsed["errors"]] == [field], parsed
    return parsed
