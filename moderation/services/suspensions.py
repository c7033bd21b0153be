"""Suspensions: the account is shut, and bots hold its seats."""

from collections.abc import Callable
from datetime import datetime
from functools import partial

from django.db import transaction
from django.db.models import QuerySet

from accounts.identity.selectors import selves
from accounts.models import User
from foundation.errors import Refused
from matches.interventions.seats import give_seat_to_bot, take_seat_from_bot
from matches.interventions.steps import Note
from matches.lobby.tables import leave_match
from matches.models import Match, Seat, Step
from matches.rounds.locking import lock_match
from moderation.action import ROLE
from moderation.models import AuditRow, Late, Sanction
from moderation.models.audit import FOLLOWS
from moderation.selectors.interest import interest_in
from moderation.services.acting import target_of
from moderation.services.audit import add_row, lock_head
from moderation.services.sweeping import each

Change = Callable[..., Step | None]
"""A change of who answers for a seat, called with `note`; with a note it becomes a step of the log at once."""


def suspend_account(*, user: User, until: datetime, why: str, now: datetime) -> None:
    """Suspend an account; its seats in matches that have not begun become free."""
    user.suspended_until, user.suspended_why = until, why
    user.save(update_fields=["suspended_until", "suspended_why"])
    for one in accounts_of(user):
        waiting = Seat.objects.filter(user=one, match__status=Match.Status.OPEN, match__beacon_round=None)
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
    user = Sanction.objects.select_related("user").get(row=cause).user
    seats = _played().filter(user__in=accounts_of(user)).select_related("match", "user").order_by("match")
    held, mine = 0, selves(cause.actor)
    for seat in [seat for seat in seats if not interest_in(mine, seat.match).organises]:
        to_bot = partial(give_seat_to_bot, match_id=seat.match_id, seat=seat.number, now=now, notify=False)
        held += _change_seat(cause, Late.HELD, seat, to_bot, now)
    return held


def _played() -> QuerySet[Seat]:
    """Seats in running matches that their holders still play themselves."""
    return Seat.objects.filter(match__status__in=Match.GOING_ON, stand_in="", resigned_at=None)


def give_back_seats(cause: AuditRow, *, held_for: AuditRow, now: datetime) -> None:
    """Give back the seats that bots took over for a suspension, where still possible."""
    for row in AuditRow.objects.filter(action=Late.HELD, done__because=held_for.number).order_by("number"):
        if (seat := target_of(row).seat) is not None:
            from_bot = partial(take_seat_from_bot, match_id=seat.match_id, seat=seat.number, now=now, given_at=row.at)
            _change_seat(cause, Late.RETURNED, seat, from_bot, now)


def _change_seat(cause: AuditRow, action: Late, seat: Seat, change: Change, now: datetime) -> bool:
    """Change who answers for a seat, with an audit row and a step that name each other; return True if it worked."""
    with transaction.atomic():
        head = lock_head()
        match = lock_match(seat.match_id)
        # The suspension or the seat's holder may have changed before everything was locked.
        is_lifted = Sanction.objects.filter(row=cause, lifted_at__isnull=False).exists()
        if action == Late.HELD and is_lifted:
            return False
        if not Seat.objects.filter(pk=seat.pk, user=seat.user_id).exists():
            return False
        # The reason for a suspension is only for the player and the moderators.
        note: Note | None = {"action": action, "by": ROLE, "audit": head.number + 1}
        if match.names_hidden:
            # A step would reveal who sits there: it is written when the match ends.
            note = None
        try:
            step = change(note=note)
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
            reason=FOLLOWS.format(number=cause.number),
            done={"because": cause.number, "at_step": match.step},
            step=step.number if step else None,
            step_hash=step.hash if step else "",
        )
    return True


def sweep_suspensions(*, now: datetime) -> int:
    """Let bots hold seats that suspended users got later, such as in a tournament's next round."""
    return each(_to_hold_for(now), lambda pk: _held_since(pk, now), what="The seats of user")


def suspended_at(now: datetime) -> QuerySet[User]:
    """All users who are suspended."""
    return User.objects.filter(suspended_until__gt=now)


def _to_hold_for(now: datetime) -> list[int]:
    """The suspended users who, or whose bot accounts, still play a seat: of all who ever were, hardly any does."""
    shut = suspended_at(now).values("pk")
    own = _played().filter(user__in=shut).order_by().values_list("user")
    of_bots = _played().filter(user__bot_account__owner__in=shut).order_by().values_list("user__bot_account__owner")
    return sorted(user for (user,) in own.union(of_bots))


def _held_since(user_id: int, now: datetime) -> int:
    suspensions = Sanction.objects.filter(user=user_id, kind=Sanction.Kind.SUSPENSION, lifted_at=None)
    return hold_seats(suspensions.select_related("row__actor").latest("pk").row, now=now)
