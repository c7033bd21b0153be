"""Suspensions: the account is shut, and bots hold its seats."""

from collections.abc import Callable
from datetime import datetime
from functools import partial

from django.db import transaction

from accounts.models import User
from games.models import Match, Seat, Step
from games.services.errors import Refused
from games.services.lobby import match_leave
from games.services.moderated.interventions import Note
from games.services.moderated.seats import seat_from_bot, seat_to_bot
from games.services.rounds import match_locked
from games.services.stand_ins import GOING_ON
from moderation.action import ROLE
from moderation.models import AuditRow, Late, Sanction
from moderation.selectors.interest import organises
from moderation.services.acting import target_of
from moderation.services.audit import head_locked, row_add
from moderation.services.sweeping import each

Change = Callable[[Note | None], Step | None]
"""A change of who answers for a seat; with a note it is a step of the log at once."""


def account_suspend(*, user: User, until: datetime, why: str, now: datetime) -> None:
    """Shut an account: seats at tables that have not begun become free."""
    user.suspended_until, user.suspended_why = until, why
    user.save(update_fields=["suspended_until", "suspended_why"])
    for one in accounts_of(user):
        waiting = Seat.objects.filter(user=one, match__status=Match.Status.OPEN)
        for match_id in waiting.order_by("match").values_list("match", flat=True):
            match_leave(match_id=match_id, user=one, now=now)


def account_open(*, user: User) -> None:
    """Open an account again."""
    user.suspended_until, user.suspended_why = None, ""
    user.save(update_fields=["suspended_until", "suspended_why"])


def accounts_of(user: User) -> list[User]:
    """A user and their programs: all that a suspension stops."""
    return [user, *User.objects.filter(program__owner=user)]


def seats_hold(cause: AuditRow, *, now: datetime) -> int:
    """Let bots hold the seats of whom an audit row has suspended, at all tables that go on; how many they took over.

    But none at tables that the moderator organises, who may give no seat there to a bot: those miss their turns.
    """
    seats = [seat for seat in _seats_of(_suspended(cause)) if not organises(cause.actor, seat.match)]
    return sum(_followed(cause, Late.HELD, seat, partial(_to_bot, seat, now), now) for seat in seats)


def _suspended(row: AuditRow) -> User:
    return Sanction.objects.select_related("user").get(audit_number=row.number).user


def _seats_of(user: User) -> list[Seat]:
    """The seats that a suspended user and their programs play themselves, at tables that go on."""
    played = Seat.objects.filter(match__status__in=GOING_ON, stand_in="", resigned_at=None)
    return list(played.filter(user__in=accounts_of(user)).select_related("match", "user").order_by("match"))


def _to_bot(seat: Seat, now: datetime, note: Note | None) -> Step | None:
    return seat_to_bot(match_id=seat.match_id, seat=seat.number, note=note, now=now, told=False)


def seats_give_back(cause: AuditRow, *, held_for: AuditRow, now: datetime) -> None:
    """Give back the seats that bots took over for a suspension, where they still can be."""
    for row in AuditRow.objects.filter(action=Late.HELD, done__because=held_for.number).order_by("number"):
        if (seat := target_of(row).seat) is not None:
            _followed(cause, Late.RETURNED, seat, partial(_from_bot, seat, row.at, now), now)


def _from_bot(seat: Seat, since: datetime, now: datetime, note: Note | None) -> Step | None:
    return seat_from_bot(match_id=seat.match_id, seat=seat.number, note=note, now=now, given_at=since)


def _followed(cause: AuditRow, action: Late, seat: Seat, change: Change, now: datetime) -> bool:
    """Have a seat change hands, by an audit row and a step that name each other; tell whether it could."""
    with transaction.atomic():
        head = head_locked()
        match = match_locked(seat.match_id)
        if not _as_listed(cause, action, seat):
            return False
        # Where names are hidden a step would tell who sits there: it comes with the end of the match.
        note = None if match.names_hidden else _note(action, head.number + 1)
        try:
            step = change(note)
        except Refused:
            # The table is over, or somebody else has the seat by now.
            return False
        row_add(
            head=head,
            now=now,
            actor=cause.actor,
            action=action,
            match=match,
            seat=seat.number,
            subject=seat.user,
            category=cause.category,
            reason=f"It follows from row {cause.number}.",
            done={"because": cause.number, "at_step": match.step},
            step=step.number if step else None,
            step_hash=step.hash if step else "",
        )
    return True


def _as_listed(cause: AuditRow, action: Late, seat: Seat) -> bool:
    """Whether it still holds, now that all is locked: nobody has lifted the suspension, or taken the seat over."""
    is_lifted = Sanction.objects.filter(audit_number=cause.number, lifted_at__isnull=False).exists()
    return not (action == Late.HELD and is_lifted) and Seat.objects.filter(pk=seat.pk, user=seat.user_id).exists()


def _note(action: Late, number: int) -> Note:
    """What the step says. Why somebody was suspended is between them and the moderators."""
    return {"action": action, "by": ROLE, "audit": number}


def suspensions_sweep(*, now: datetime) -> int:
    """Let bots hold the seats that suspended users have got since, such as those of a tournament's next round."""
    shut = User.objects.filter(suspended_until__gt=now).values_list("pk", flat=True)
    return each(shut, lambda pk: _held_since(pk, now), what="The seats of user")


def _held_since(user_id: int, now: datetime) -> int:
    set_by = Sanction.objects.filter(user=user_id, kind=Sanction.Kind.SUSPENSION, lifted_at=None).latest("pk")
    return seats_hold(AuditRow.objects.select_related("actor").get(number=set_by.audit_number), now=now)
