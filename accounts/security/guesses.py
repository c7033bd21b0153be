"""Tries at passwords and codes, counted so that none goes on for ever and nobody's tries keep the owner out.

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


def is_flood_of_proofs(request: HttpRequest, user: User) -> bool:
    """Count a password or code of somebody who is logged in, right or wrong. True for one too many.

    Who has a copied session tries in a browser of their own, and does not keep the owner out.
    """
    if is_known(request, user):
        counts = {"proof_known": f"{user.pk} by {browser_of(request, user)}"}
    else:
        counts = {"proof": f"{user.pk} at {address_of(request)}", "proof_everywhere": str(user.pk)}
    return any(
        consume(request, app="allauth.account", action=action, key=key) is None for action, key in counts.items()
    )


def is_flood(request: HttpRequest, user: User | None) -> bool:
    """Count a log-in, right or wrong. True if an address, or the browsers that the account knows, send too many."""
    if user is not None and is_known(request, user):
        return _is_flood_of(request, user)
    return consume(request, app="allauth.account", action="log_in") is None


def is_flood_of_keys(request: HttpRequest) -> bool | None:
    """Count a log-in by passkey in a browser that an account knows. True if it sends too many, None if none knows it.

    Nobody can guess a passkey; the limit keeps the site from work. So any account that knows the browser will do.
    """
    if (user := known_to(request)) is None:
        return None
    key = f"user-{user.pk} by {browser_of(request, user)}"
    is_flood_here = consume(request, app="allauth.account", action="webauthn_known", key=key) is None
    return is_flood_here or _is_flood_of(request, user)


def _is_flood_of(request: HttpRequest, user: User) -> bool:
    """Count a log-in for all browsers that an account knows together: each log-in makes one more of them."""
    return consume(request, app="allauth.account", action="log_in_known", user=user) is None


def _counts(request: HttpRequest, account: str, user: User | None) -> list[tuple[str, str]]:
    if user is not None and is_known(request, user):
        return [("guess_known", f"{account} by {browser_of(request, user)}")]
    here = f"{account} at {address_of(request)}"
    return [("guess_address", ""), ("guess", here), ("guess_everywhere", account)]
