"""API tokens: shown once, stored as a hash."""

import hashlib
import secrets
from collections.abc import Collection, Sequence
from contextlib import suppress
from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q, Subquery
from django.utils.translation import gettext, gettext_lazy

from accounts.identity.selectors import awaits_confirmation
from accounts.models import Token, User
from accounts.security.suspension import is_suspended, suspended_words
from api.scopes import Scope
from foundation.kept_queries import KeptQuery, KeptQueryOfMany, given
from foundation.language import Words
from foundation.live import push_access

PREFIX = "pbp_"
MOST = 10
"""The number of tokens that a user may have at once."""
LIFETIMES = {30: gettext_lazy("30 days"), 90: gettext_lazy("90 days"), 365: gettext_lazy("a year")}
SEEN_EVERY = timedelta(minutes=1)
TOO_MANY = gettext_lazy("There can be {most} tokens at once. Revoke one that is not needed.")
UNCONFIRMED = gettext_lazy(
    "Confirm your mail address first: open the link in the mail that we sent you. Then create the token."
)


# Where tokens are few, their statistics lag behind, and a plain join read all users up to that of a new token.
BY_DIGEST = KeptQuery(
    lambda: (
        Token.objects.select_related("user__bot_account__owner")
        .filter(digest=given("digest"), user=Subquery(Token.objects.filter(digest=given("digest")).values("user")))
        .order_by("pk")
    )
)
BY_NUMBERS = KeptQueryOfMany(lambda numbers: Token.objects.filter(pk__in=numbers).order_by("pk"))
USERS = KeptQueryOfMany(
    lambda numbers: User.objects.select_related("bot_account__owner").filter(pk__in=numbers).order_by("pk")
)


class TokenRefused(Exception):
    """The reason a token was refused: a stable code and a sentence."""

    def __init__(self, code: str, message: Words) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


def digest_of(text: str) -> str:
    """The hash of a token. A plain hash is enough for a long random text."""
    return hashlib.sha256(text.encode()).hexdigest()


def create_token(*, user: User, name: str, scopes: Sequence[Scope], days: int, now: datetime) -> tuple[Token, str]:
    """Create a token. Return it with its text, which cannot be read again. Raises `ValidationError`."""
    if any(awaits_confirmation(one) for one in _behind(user)):
        raise ValidationError(UNCONFIRMED, code="address_not_confirmed")
    text = PREFIX + secrets.token_urlsafe(32)
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if tokens_in_use(user=user, now=now) >= MOST:
            raise ValidationError(TOO_MANY.format(most=MOST), code="too_many_tokens")
        token = Token.objects.create(
            user=user,
            name=name,
            digest=digest_of(text),
            scopes=[str(scope) for scope in scopes],
            made_at=now,
            expires_at=now + timedelta(days=days),
        )
    return token, text


def tokens_in_use(*, user: User, now: datetime) -> int:
    """The number of a user's valid tokens."""
    return user.tokens.filter(revoked_at=None, expires_at__gt=now).count()


def revoke_token(*, token: Token, now: datetime) -> None:
    """Revoke a token. Revoking it twice changes nothing."""
    Token.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=now)
    push_access([token.user_id])


def open_token(*, text: str, now: datetime) -> Token:
    """The token with this text, and its user. Raises `TokenRefused`."""
    found = BY_DIGEST.first(digest=digest_of(text))
    if found is None:
        raise TokenRefused("token_unknown", gettext("Unknown token. Check that you copied all of it."))
    _check(found, now)
    _note_use([found], now)
    return found


def tokens_in_force(token_ids: Collection[int], *, now: datetime) -> dict[int, Token]:
    """Those of these tokens that `open_token` would open, with their users."""
    found = {}
    tokens = BY_NUMBERS.rows(token_ids)
    users = {user.pk: user for user in USERS.rows({token.user_id for token in tokens})}
    for token in tokens:
        # Or the account was deleted this moment.
        if token.user_id not in users:
            continue
        token.user = users[token.user_id]
        with suppress(TokenRefused):
            _check(token, now)
            found[token.pk] = token
    # Two processes that note the same tokens in different orders would deadlock, so each skips what the other holds.
    _note_use(list(found.values()), now, skip_locked=True)
    return found


def _check(token: Token, now: datetime) -> None:
    """Raise `TokenRefused` if a token is not valid now."""
    if token.revoked_at is not None:
        raise TokenRefused("token_revoked", gettext("This token was revoked. Create a new one."))
    if token.expires_at <= now:
        raise TokenRefused("token_expired", gettext("This token has expired. Create a new one."))
    users = _behind(token.user)
    if not all(user.is_active for user in users):
        raise TokenRefused(
            "account_closed", gettext("This account is closed. Write to the operator of the site to open it.")
        )
    for user in users:
        if is_suspended(user, now):
            raise TokenRefused("account_suspended", suspended_words(user))


def _note_use(tokens: Sequence[Token], now: datetime, *, skip_locked: bool = False) -> None:
    """Note that tokens were used, once a minute."""
    seen = [token.pk for token in tokens if token.used_at is None or token.used_at <= now - SEEN_EVERY]
    if not seen:
        return
    due = Token.objects.filter(Q(used_at=None) | Q(used_at__lte=now - SEEN_EVERY), pk__in=seen)
    if not skip_locked:
        due.update(used_at=now)
        return
    with transaction.atomic():
        free = due.select_for_update(skip_locked=True, no_key=True).values_list("pk", flat=True)
        Token.objects.filter(pk__in=list(free)).update(used_at=now)


def _behind(user: User) -> tuple[User, ...]:
    """The user, and for a bot account its owner."""
    return (user, user.bot_account.owner) if hasattr(user, "bot_account") else (user,)
