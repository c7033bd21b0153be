"""Erasure of an account: what was done stays, but without the name and without notes about the person."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet

from accounts.identity.unnaming import unname_row
from accounts.models import User
from matches.models import Seat
from moderation.models import PlayerNote, Report, Sanction, SealGrant


def forget_account(sender: type[User], *, user: User, words: Iterable[str], now: datetime, **kwargs: Any) -> None:
    """Delete notes about a user, release their claims, and remove their name from what others wrote."""
    former = Sanction.objects.filter(user=user).exclude(former_name="").values_list("former_name", flat=True)
    names = [*words, *former]
    PlayerNote.objects.filter(user=user).delete()
    Sanction.objects.filter(user=user).update(former_name="")
    Report.objects.filter(claimed_by=user, closed_at=None).update(claimed_by=None, claimed_at=None)
    for rows, columns in _texts(user):
        for row in rows:
            unname_row(row, columns, names, user.username)


def _texts(user: User) -> "Iterable[tuple[QuerySet[Any], tuple[str, ...]]]":
    """The rows in which a user may be named, with their text columns."""
    tables = Seat.objects.filter(Q(user=user) | Q(first_user=user)).values("match")
    met = Q(match__in=tables) | Q(match__former_holders__user=user)
    reports = Report.objects.filter(Q(reporter=user) | Q(subject=user) | met).distinct()
    yield reports, ("words", "answer")
    yield Sanction.objects.filter(user=user), ("words",)
    yield SealGrant.objects.filter(met | Q(asked_by=user)).distinct(), ("reason",)
    yield PlayerNote.objects.all(), ("text",)
