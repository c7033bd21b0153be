"""The ways into an account besides its log-ins, such as tokens. Other apps register theirs.

Someone who got into an account may have left such a way open, so a new password can end them too.
"""

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Count, QuerySet, Value
from django.utils.translation import gettext_lazy

from accounts.identity.selectors import selves
from accounts.models import Token, User
from foundation.language import Words
from foundation.live import push_access

Rows = QuerySet[Any]


def _remove(rows: Rows, now: datetime) -> None:
    rows.delete()


def _revoke(rows: Rows, now: datetime) -> None:
    rows.update(revoked_at=now)


@dataclass(frozen=True)
class WayIn:
    """One kind of access, and how it ends."""

    slug: str
    words: Words
    rows: Callable[[User, Collection[int]], Rows]
    """What a user has of it, and all accounts behind the same person, given by their ids."""
    end: Callable[[Rows, datetime], None] = _remove


def _tokens(user_ids: Collection[int]) -> Rows:
    return Token.objects.filter(user__in=user_ids, revoked_at=None)


def _waiting_addresses(user: User, own: Collection[int]) -> Rows:
    """Addresses that would take the place of the user's own once their links are opened, by anyone."""
    found: Rows = EmailAddress.objects.filter(user=user, verified=False, primary=False)
    return found


_ways_in = [
    WayIn("tokens", gettext_lazy("Tokens that act for you"), lambda user, own: _tokens({user.pk}), _revoke),
    WayIn(
        "bot_tokens",
        gettext_lazy("Tokens of your bot accounts"),
        lambda user, own: _tokens({*own} - {user.pk}),
        _revoke,
    ),
    WayIn("addresses", gettext_lazy("New mail addresses that are not confirmed yet"), _waiting_addresses),
]


def register_way_in(way_in: WayIn) -> None:
    """Add a kind of access."""
    _ways_in.append(way_in)


def ways_in() -> tuple[WayIn, ...]:
    """All kinds of access besides log-ins."""
    return tuple(_ways_in)


def held_ways_in(user: User) -> list[tuple[WayIn, int]]:
    """Return all kinds of access besides log-ins, each with the number of those that a user has."""
    own = selves(user)
    each = [
        one.rows(user, own).order_by().annotate(way=Value(one.slug)).values("way").annotate(held=Count("pk"))
        for one in ways_in()
    ]
    first, *others = [rows.values_list("way", "held") for rows in each]
    held = dict(first.union(*others, all=True))
    return [(one, held.get(one.slug, 0)) for one in ways_in()]


@contextmanager
def lock_log_in(user: User) -> Iterator[None]:
    """Open a way in while nobody shuts others out; refuse a request that began before somebody did.

    `user` is as the request found them.
    """
    with transaction.atomic():
        now = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if (now.password, now.log_outs) != (user.password, user.log_outs):
            raise PermissionDenied
        yield


def end_ways_in(*, user: User, slugs: Collection[str], now: datetime) -> None:
    """End the kinds of access with these slugs, for a user and their bot accounts."""
    with transaction.atomic():
        own = selves(user)
        for way_in in ways_in():
            if way_in.slug in slugs:
                way_in.end(way_in.rows(user, own), now)
        push_access(own)


def end_all_ways_in(*, user: User, now: datetime) -> None:
    """End all access besides log-ins."""
    end_ways_in(user=user, slugs=[way_in.slug for way_in in ways_in()], now=now)
