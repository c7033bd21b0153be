"""Blocks: two users who do not meet because one of them asked for it. The other is not told."""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy

from accounts.models import Block, User
from accounts.signals import user_blocked
from foundation.errors import Refused

OWN = gettext_lazy("You cannot block yourself.")
NOT_PEOPLE = gettext_lazy("Players of the house are not blocked: leave them out when you open a table.")


def block_user(*, user: User, other: User, now: datetime) -> None:
    """Block another user. Raises `Refused`."""
    if user == other:
        raise Refused("own_name", OWN)
    if other.is_house:
        raise Refused("house", NOT_PEOPLE)
    with transaction.atomic():
        # What one of them does at this moment that a block forbids, such as following, comes before it or is refused.
        for _ in User.objects.select_for_update(no_key=True).filter(pk__in=(user.pk, other.pk)).order_by("pk"):
            pass
        Block.objects.get_or_create(by=user, other=other, defaults={"at": now})
        user_blocked.send(sender=Block, user=user, other=other, now=now)


def unblock_user(*, user: User, other: User) -> None:
    """Lift a block."""
    Block.objects.filter(by=user, other=other).delete()


def has_blocked(*, user: User, other: User) -> bool:
    """True if `user` has blocked `other`."""
    return Block.objects.filter(by=user, other=other).exists()


def blocked_by(*, user_id: int) -> frozenset[int]:
    """The ids of the users that a user has blocked."""
    return frozenset(Block.objects.filter(by=user_id).values_list("other_id", flat=True))


def blocks_among(users: Iterable[int], others: Iterable[int] | QuerySet[Any]) -> list[tuple[int, int]]:
    """The blocks by these users of the others as (blocker, blocked), oldest first."""
    return list(blocks_of(users, others).order_by("at", "pk").values_list("by_id", "other_id"))


def blocks_of(users: Iterable[int], others: Iterable[int] | QuerySet[Any]) -> QuerySet[Block]:
    """The blocks by these users of the others."""
    return Block.objects.filter(by__in=list(users), other__in=others)


def first_blocks(blocks: Iterable[tuple[int, int]], *, most: int) -> frozenset[tuple[int, int]]:
    """The first `most` blocks of each user as pairs, smaller id first."""
    counted, pairs = Counter[int](), set()
    for by, other in blocks:
        if counted[by] < most:
            counted[by] += 1
            pairs.add((min(by, other), max(by, other)))
    return frozenset(pairs)


def may_not_meet(*, user: User, others: Iterable[int | None]) -> bool:
    """True if a block from either side stands between the user and any of the others."""
    among = [other for other in others if other is not None]
    return Block.objects.filter(Q(by=user, other__in=among) | Q(other=user, by__in=among)).exists()
