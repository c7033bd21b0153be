"""Limits on guesses at passwords and codes. A stranger's guesses do not lock the owner out.

A try counts for the account at the place that it comes from, and for the account everywhere. Each browser that the
account knows counts apart from all others.
"""

from allauth.core.internal.ratelimit import RateLimitUsage, consume
from django.http import HttpRequest

from accounts.models import User
from accounts.security.client_address import address_of
from accounts.security.devices import browser_of, is_known, known_to


def count_guess(request: HttpRequest, account: str, user: User | None) -> RateLimitUsage | None:
    """Count a try before it is judged; take it back if it was right. Return None for one too many: do not judge it."""
    counted = RateLimitUsage(usage=[])
    for action, key in _counts(request, account, user):
        usage = consume(request, app="allauth.account", action=action, key=key)
        if usage is None:
            return None
        counted.usage.extend(usage.usage)
    return counted


def count_proof(request: HttpRequest, user: User) -> bool:
    """Count a password or code of a user who is logged in, right or wrong. Return False if there were too many.

    Someone with a copied session uses another browser, so their attempts do not lock the owner out.
    """
    if is_known(request, user):
        return _count(request, "proof_known", key=f"{user.pk} by {browser_of(request, user)}")
    is_within_limit = _count(request, "proof", key=f"{user.pk} at {address_of(request)}")
    return is_within_limit and _count(request, "proof_everywhere", key=str(user.pk))


def count_log_in(request: HttpRequest, user: User | None) -> bool:
    """Count a log-in, right or wrong. Return False if an address, or the browsers the account knows, sent too many."""
    if user is not None and is_known(request, user):
        return _count_log_in_of(request, user)
    return _count(request, "log_in")


def count_log_in_by_key(request: HttpRequest) -> bool | None:
    """Count a log-in by passkey. Return False if there were too many, or None if no account knows the browser.

    Nobody can guess a passkey; the limit keeps the site from work. So any account that knows the browser will do.
    """
    if (user := known_to(request)) is None:
        return None
    key = f"user-{user.pk} by {browser_of(request, user)}"
    return _count(request, "webauthn_known", key=key) and _count_log_in_of(request, user)


def _count_log_in_of(request: HttpRequest, user: User) -> bool:
    """Count a log-in for all browsers that an account knows together: each log-in makes one more of them."""
    return _count(request, "log_in_known", user=user)


def _count(request: HttpRequest, action: str, *, key: str | None = None, user: User | None = None) -> bool:
    """Count under one limit. Return False if there were too many."""
    return consume(request, app="allauth.account", action=action, key=key, user=user) is not None


def _counts(request: HttpRequest, account: str, user: User | None) -> list[tuple[str, str]]:
    if user is not None and is_known(request, user):
        return [("guess_known", f"{account} by {browser_of(request, user)}")]
    here = f"{account} at {address_of(request)}"
    return [("guess_address", ""), ("guess", here), ("guess_everywhere", account)]
