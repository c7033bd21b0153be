"""Logging in with a passkey alone, around the page of allauth."""

from typing import Any

from allauth.core.ratelimit import respond_429
from allauth.mfa.webauthn.views import LoginWebAuthnView
from django.http import HttpRequest, HttpResponse

from accounts.security.guesses import count_log_in_by_key


class KeyLogIn(LoginWebAuthnView):  # type: ignore[misc]
    """Log in with a passkey alone."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Count by address only browsers that no account knows, so that strangers cannot lock the others out."""
        may_go_on = count_log_in_by_key(request)
        if may_go_on is False:
            refused: HttpResponse = respond_429(request)
            return refused
        # The page of allauth counts by address, and what is behind it does not.
        page: Any = super() if may_go_on is None else super(LoginWebAuthnView, self)
        reply: HttpResponse = page.dispatch(request, *args, **kwargs)
        return reply


key_log_in = KeyLogIn.as_view()
