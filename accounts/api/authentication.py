"""Authentication by token or session."""

from typing import Any

from allauth.core.exceptions import ReauthenticationRequired
from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework import authentication
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated, PermissionDenied
from rest_framework.request import Request

from accounts.models import Token, User
from accounts.security.recent import check_recent_password
from accounts.security.tokens import TokenRefused, open_token
from api.problems import Refusal

SCHEME = "Bearer"
NOT_SURE = gettext_lazy(
    "Show your password at /accounts/reauthenticate/ first, or send a token with the scope that this needs."
)
UNREADABLE = gettext_lazy("Send the token as “Authorization: Bearer …”.")


def asking(request: Request) -> User:
    """Return the user who sent the request."""
    if not isinstance(request.user, User):
        raise NotAuthenticated
    return request.user


def asking_surely(request: Request) -> User:
    """Return the user who sent the request. Without a token, they have shown their password in the last minutes."""
    user = asking(request)
    if request.auth is None:
        try:
            check_recent_password(request._request)
        except ReauthenticationRequired as error:
            raise Refusal(403, "password_needed", NOT_SURE) from error
    return user


class TokenAuthentication(authentication.BaseAuthentication):
    """Authentication by the header `Authorization: Bearer …`."""

    def authenticate(self, request: Request) -> tuple[User, Token] | None:
        """Return the user and the token, or None without a token."""
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
        """Return the scheme that a 401 reply asks for."""
        return SCHEME


class SessionAuthentication(authentication.SessionAuthentication):
    """Authentication by session, for the site's page that tries out requests."""

    def enforce_csrf(self, request: Request) -> None:
        """Refuse requests from other sites' pages."""
        try:
            # Django's own request, as the token is in a header: to look for it in the body would parse that first.
            super().enforce_csrf(request._request)  # type: ignore[arg-type]
        except PermissionDenied as error:
            raise CsrfFailed from error


class CsrfFailed(AuthenticationFailed):
    """A request that writes, with a session but without the CSRF token."""

    status_code = 403

    def __init__(self) -> None:
        super().__init__(
            gettext("Send the value of the cookie {cookie} as X-CSRFToken, or use a token.").format(
                cookie=settings.CSRF_COOKIE_NAME
            ),
            "csrf_failed",
        )


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Description of tokens in the schema."""

    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """Return the description of a bearer token."""
        return {"type": "http", "scheme": "bearer"}


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Description of sessions in the schema."""

    target_class = SessionAuthentication
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """Return the description of the session cookie."""
        return {"type": "apiKey", "in": "cookie", "name": settings.SESSION_COOKIE_NAME}
