"""Who is asking: a token, or a log-in of the site."""

from typing import Any

from django.utils import timezone
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework import authentication
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated
from rest_framework.request import Request

from accounts.models import Token, User
from accounts.security.tokens import TokenRefused, open_token

SCHEME = "Bearer"
UNREADABLE = "Send the token as “Authorization: Bearer …”."


def asking(request: Request) -> User:
    """Who is asking; the permissions have let in nobody unknown."""
    if not isinstance(request.user, User):
        raise NotAuthenticated
    return request.user


class TokenAuthentication(authentication.BaseAuthentication):
    """`Authorization: Bearer …`."""

    def authenticate(self, request: Request) -> tuple[User, Token] | None:
        """The token and its user; None where no token is sent."""
        header = request.headers.get("Authorization")
        if header is None:
            return None
        scheme, _, text = header.partition(" ")
        if scheme.lower() != SCHEME.lower() or not text.strip():
            raise AuthenticationFailed(UNREADABLE, "token_unreadable")
        try:
            token = open_token(text=text.strip(), now=timezone.now())
        except TokenRefused as refused:
            raise AuthenticationFailed(refused.message, refused.code) from refused
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        """What a reply of 401 asks for."""
        return SCHEME


class SessionAuthentication(authentication.SessionAuthentication):
    """The log-in of the site, for its own page that tries the interface out."""

    def enforce_csrf(self, request: Request) -> None:
        """Refuse what another site's page sends."""
        try:
            super().enforce_csrf(request)
        except Exception as error:
            raise CsrfFailed from error


class CsrfFailed(AuthenticationFailed):
    """A writing request with a session, but without the page's token."""

    status_code = 403

    def __init__(self) -> None:
        super().__init__("Send X-CSRFToken with what the cookie csrftoken holds, or use a token.", "csrf_failed")


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How the schema describes tokens."""

    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """A bearer token."""
        return {"type": "http", "scheme": "bearer"}


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How the schema describes a log-in of the site."""

    target_class = SessionAuthentication
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """The session's cookie."""
        return {"type": "apiKey", "in": "cookie", "name": "sessionid"}
