"""Sanctions: recording them with the text the player reads, and lifting them."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext

from accounts.identity.services import choose_name
from accounts.models import User
from foundation.errors import Forbidden, Refused
from moderation.action import Acting
from moderation.models import AuditRow, Sanction


def set_sanction(
    *, acting: Acting, kind: str, words: str, ends_at: datetime | None = None, former_name: str = ""
) -> Sanction:
    """Record a sanction."""
    return Sanction.objects.create(
        user=acting.target.player,
        kind=kind,
        category=acting.category,
        words=words,
        begun_at=acting.now,
        ends_at=ends_at,
        row_id=acting.number,
        former_name=former_name,
    )


def choose_new_name(*, user: User, name: str, now: datetime) -> None:
    """Set a new, validated name for a player whose name was taken away. Raises `Forbidden`."""
    with transaction.atomic():
        due = Sanction.objects.select_for_update().filter(user=user, kind=Sanction.Kind.NAME, lifted_at=None).first()
        if due is None:
            raise Forbidden("no_name_due", gettext("Your name stays as it is. Write to the moderators to change it."))
        choose_name(user=user, name=name)
        due.lifted_at, due.former_name = now, ""
        due.save(update_fields=["lifted_at", "former_name"])


def lift_sanction(*, row: AuditRow, now: datetime) -> Sanction:
    """Lift the sanction that an audit row set. Raises `Refused`."""
    sanction = Sanction.objects.select_for_update().filter(row=row, lifted_at=None).first()
    if sanction is None:
        raise Refused("nothing_to_lift", gettext("This was lifted already. Load the page again."))
    # A warning has no duration and can be taken back at any time.
    if sanction.kind != Sanction.Kind.WARNING and sanction.ends_at and sanction.ends_at <= now:
        raise Refused("sanction_over", gettext("This is over already, so there is nothing to lift."))
    sanction.lifted_at = now
    sanction.save(update_fields=["lifted_at"])
    return sanction
