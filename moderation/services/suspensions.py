"""Suspensions: the account is shut, and bots hold its seats."""

from collections.abc import Callable
from datetime import datetime
from functools import partial

from django.db import transaction

from accounts.models import User
from foundation.errors import Refused
from matches.interventions.seats import give_seat_to_bot, take_seat_from_bot
from matches.interventions.steps import Note
from matches.lobby.tables import leave_match
from matches.models import Match, Seat, Step
from matches.rounds.resolve import lock_match
from matches.timeouts.stand_ins import GOING_ON
from moderation.action import ROLE
from moderation.models import AuditRow, Late, Sanction
from moderation.selectors.interest import organises
from moderation.services.acting import target_of
from moderation.services.audit import add_row, lock_head
from moderation.services.sweeping import each

Change = Callable[[Note | None], Step | None]
"""A change of who answers for a seat; with a note it becomes a step of the log at once."""


def suspend_account(*, user: User, until: datetime, why: str, now: datetime) -> None:
    """Suspend an account; its seats in matches that have not begun become free."""
    user.suspended_until, user.suspended_why = until, why
    user.save(update_fields=["suspended_until", "suspended_why"])
    for one in accounts_of(user):
        waiting = Seat.objects.filter(user=one, match__status=Match.Status.OPEN)
        for match_id in waiting.order_by("match").values_list("match", flat=True):
            leave_match(match_id=match_id, user=one, now=now)


def lift_suspension(*, user: User) -> None:
    """Reopen an account."""
    user.suspended_until, user.suspended_why = None, ""
    user.save(update_fields=["suspended_until", "suspended_why"])


def accounts_of(user: User) -> list[User]:
    """A user and their bot accounts: everything a suspension stops."""
    return [user, *User.objects.filter(bot_account__owner=user)]


def hold_seats(cause: AuditRow, *, now: datetime) -> int:
    """Let bots hold a suspended user's seats in all running matches; return how many they took over.

    Matches that the moderator organises are left out, because they may not seat bots there: those seats time out.
    """
    seats = [seat for seat in _seats_of(_suspended(cause)) if not organises(cause.actor, seat.match)]
    return sum(_followed(cause, Late.HELD, seat, partial(_to_bot, seat, now), now) for seat in seats)


def _suspended(row: AuditRow) -> User:
    return Sanction.objects.select_related("user").get(audit_number=row.number).user


def _seats_of(user: User) -> list[Seat]:
    """The seats that a suspended user and their bot accounts still play themselves in running matches."""
    played = Seat.objects.filter(match__status__in=GOING_ON, stand_in="", resigned_at=None)
    return list(played.filter(user__in=accounts_of(user)).select_related("match", "user").order_by("match"))


def _to_bot(seat: Seat, now: datetime, note: Note | None) -> Step | None:
    return give_seat_to_bot(match_id=seat.match_id, seat=seat.number, note=note, now=now, notify=False)


def give_back_seats(cause: AuditRow, *, held_for: AuditRow, now: datetime) -> None:
    """Give back the seats that bots took over for a suspension, where still possible."""
    for row in AuditRow.objects.filter(action=Late.HELD, done__because=held_for.number).order_by("number"):
        if (seat := target_of(row).seat) is not None:
            _followed(cause, Late.RETURNED, seat, partial(_from_bot, seat, row.at, now), now)


def _from_bot(seat: Seat, since: datetime, now: datetime, note: Note | None) -> Step | None:
    return take_seat_from_bot(match_id=seat.match_id, seat=seat.number, note=note, now=now, given_at=since)


def _followed(cause: AuditRow, action: Late, seat: Seat, change: Change, now: datetime) -> bool:
    """Change who answers for a seat, with an audit row and a step that name each other; return True if it worked."""
    with transaction.atomic():
        head = lock_head()
        match = lock_match(seat.match_id)
        if not _as_listed(cause, action, seat):
            return False
        # Where names are hidden, a step would reveal who sits there: it is written when the match ends.
        note = None if match.names_hidden else _note(action, head.number + 1)
        try:
            step = change(note)
        except Refused:
            # The match is over, or the seat has another holder by now.
            return False
        add_row(
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
    """Return True if the suspension and the seat's holder are unchanged, now that everything is locked."""
    is_lifted = Sanction.objects.filter(audit_number=cause.number, lifted_at__isnull=False).exists()
    return not (action == Late.HELD and is_lifted) and Seat.objects.filter(pk=seat.pk, user=seat.user_id).exists()


def _note(action: Late, number: int) -> Note:
    """The note in the step. The reason for a suspension is only for the player and the moderators."""
    return {"action": action, "by": ROLE, "audit": number}


def sweep_suspensions(*, now: datetime) -> int:
    """Let bots hold seats that suspended users got later, such as in a tournament's next round."""
    shut = User.objects.filter(suspended_until__gt=now).values_list("pk", flat=True)
    return each(shut, lambda pk: _held_since(pk, now), what="The seats of user")


def _held_since(user_id: int, now: datetime) -> int:
    set_by = Sanction.objects.filter(user=user_id, kind=Sanction.Kind.SUSPENSION, lifted_at=None).latest("pk")
    return hold_seats(AuditRow.objects.select_related("actor").get(number=set_by.audit_number), now=now)
