"""What moderation keeps of somebody who is erased: what was done, without a name and without what was noted of them."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db.models import Model, Q, QuerySet

from accounts.models import User
from accounts.names import name_found
from games.models import Seat
from moderation.models import PlayerNote, Report, Sanction, SealGrant


def account_forgotten(sender: type[User], *, user: User, words: Iterable[str], now: datetime, **kwargs: Any) -> None:
    """Remove notes about a user, hand back what they had claimed, and take their name from what others wrote."""
    former = Sanction.objects.filter(user=user).exclude(former_name="").values_list("former_name", flat=True)
    names = [*words, *former]
    PlayerNote.objects.filter(user=user).delete()
    Sanction.objects.filter(user=user).update(former_name="")
    Report.objects.filter(claimed_by=user, closed_at=None).update(claimed_by=None, claimed_at=None)
    for rows, columns in _texts(user):
        for row in rows:
            _unname(row, columns, names, user.username)


def _texts(user: User) -> "Iterable[tuple[QuerySet[Any], tuple[str, ...]]]":
    """The rows in which a user may be named, and their columns of text."""
    tables = Seat.objects.filter(Q(user=user) | Q(first_user=user)).values("match")
    met = Q(match__in=tables) | Q(match__former_holders__user=user)
    reports = Report.objects.filter(Q(reporter=user) | Q(subject=user) | met).distinct()
    yield reports, ("words", "answer")
    yield Sanction.objects.filter(user=user), ("words",)
    yield SealGrant.objects.filter(met | Q(asked_by=user)).distinct(), ("reason",)
    yield PlayerNote.objects.all(), ("text",)


def _unname(row: Model, columns: tuple[str, ...], names: Iterable[str], called: str) -> None:
    """Put what a user is called now in the place of names they had."""
    before = [getattr(row, column) for column in columns]
    for name in names:
        for column in columns:
            setattr(row, column, name_found(name).sub(called, getattr(row, column)))
    if before != [getattr(row, column) for column in columns]:
        row.save(update_fields=columns)
