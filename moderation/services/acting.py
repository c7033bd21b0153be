"""Run and undo actions: the only way in which moderators change anything.

Permission, interest, reason, action, audit row and notices belong together; if one fails, nothing happens.
"""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext, gettext_lazy

from accounts.identity.selectors import selves
from accounts.models import User
from clubs.models import Club, ClubMessage
from foundation.errors import Forbidden, Refused, Stale
from matches.models import Seat
from matches.models.social import Message
from matches.view.match_view import matches
from moderation.action import ACTIONS, Acting, Action, Done, On, Target
from moderation.models import AuditHead, AuditRow, Category, Report
from moderation.selectors.desk import left_to_seniors
from moderation.selectors.interest import NO_INTEREST, Interest, interest_about, interest_in, interest_in_club
from moderation.selectors.names import subject_hidden
from moderation.services.audit import add_row, checked_reason, lock_head
from moderation.services.notices import notify_concerned, owner_notices

SHOWS = gettext_lazy(
    "Names are hidden at this table, and everyone would see whom this is done to. Mute the "
    "player or give the seat to a bot for now, and do this when the match is over."
)
"""The refusal for publicly visible actions where names are hidden: the same text for every seat."""


def act(
    *, actor: User, action: Action, target: Target, category: str, reason: str, now: datetime, given: dict[str, Any]
) -> AuditRow:
    """Run an action as a moderator. Raises `Forbidden` and `Refused`."""
    with transaction.atomic():
        head = lock_head()
        # Another moderator may have acted since the form was shown.
        target = _as_it_stands(target)
        check_may_act(actor, action, target)
        if refusal := refusal_of(action, target, now):
            raise Refused("cannot_be_done", refusal)
        acting = _acting(actor, target, category, reason, head, now, given)
        return _record(head, acting, action, action.carry_out(acting))


def undo(*, actor: User, row: AuditRow, reason: str, now: datetime) -> AuditRow:
    """Undo the action of an audit row; its permission is needed again. Raises `Forbidden` and `Refused`."""
    with transaction.atomic():
        head = lock_head()
        action = ACTIONS.get(row.action)
        if action is None or not action.undoable or row.undoes_id is not None:
            raise Refused("cannot_be_undone", gettext("This cannot be undone. Act again instead."))
        if AuditRow.objects.filter(undoes=row).exists():
            raise Stale("undone_already", gettext("This was undone already. Load the page again."))
        if _done_since(row):
            raise Stale("done_since", gettext("This was done again since. Undo what was done last."))
        target = _as_it_stands(target_of(row))
        if action.on == On.SEAT and target.seat is not None and target.seat.user_id != row.subject_id:
            raise Stale("held_by_another", gettext("Somebody else has this seat by now, so this is over."))
        check_may_act(actor, action, target)
        acting = _acting(actor, target, row.category, reason, head, now, {})
        return _record(head, acting, action, action.undo(acting, row), undoes=row)


def _done_since(row: AuditRow) -> bool:
    """True if the same action was repeated on the same target and stands: then undoing this row is pointless."""
    if ACTIONS[row.action].adds_up:
        return False
    same = AuditRow.objects.filter(action=row.action, match=row.match_id, seat=row.seat, message=row.message_id)
    same = same.filter(club=row.club_id, club_message=row.club_message_id)
    if row.match_id is None:
        same = same.filter(subject=row.subject_id)
    return same.filter(number__gt=row.number, undoes=None, undone_by=None).exists()


def _as_it_stands(target: Target) -> Target:
    """The target reloaded from the database."""
    seat, message, said = target.seat, target.message, target.club_message
    return Target(
        user=User.objects.get(pk=target.user.pk) if target.user else None,
        match=matches().get(pk=target.match.pk) if target.match else None,
        seat=Seat.objects.select_related("user").get(pk=seat.pk) if seat else None,
        message=Message.objects.select_related("author").get(pk=message.pk) if message else None,
        report=Report.objects.get(pk=target.report.pk) if target.report else None,
        club=Club.objects.select_for_update(no_key=True).get(pk=target.club.pk) if target.club else None,
        club_message=ClubMessage.objects.select_related("author").get(pk=said.pk) if said else None,
    )


def refusal_of(action: Action, target: Target, now: datetime) -> str:
    """Why an action cannot be done to this target by anyone; empty if it can."""
    if action.on == On.PLAYER and target.player.is_house:
        return gettext("This is a player of the site's own. Change it in the admin.")
    if action.on == On.PLAYER and subject_hidden(target.match):
        # The player's status elsewhere would reveal who sits here, so it is not checked.
        return str(SHOWS) if action.shows else ""
    return action.refusal(target, now)


def check_may_act(actor: User, action: Action, target: Target) -> None:
    """Check that the actor may do this to the target. Raises `Forbidden`."""
    if not actor.has_perm(action.permission):
        raise Forbidden("no_permission", gettext("You may not do this. Ask a moderator who may."))
    if interest := interest_against(action, interest_of(selves(actor), target)):
        raise Forbidden("interest", interest)
    if rank := rank_against(action, target, left_to_seniors(actor, target.subject)):
        raise Forbidden("of_rank", rank)


def rank_against(action: Action, target: Target, for_seniors: Collection[int]) -> str:
    """Why this needs a senior moderator: one who is told to stop may not shut the others out; empty if it does not.

    `for_seniors` are those whom the actor must leave to seniors (`left_to_seniors`).
    """
    if action.on != On.PLAYER or subject_hidden(target.match) or target.player.pk not in for_seniors:
        return ""
    return gettext("This is a moderator. Ask a senior moderator to do it.")


def interest_against(action: Action, interest: Interest) -> str:
    """Why a user with this interest may not do this; empty if they may."""
    return interest.why or (interest.organises if action.decides else "")


def interest_of(mine: Collection[int], target: Target) -> Interest:
    """The interest of a person in a target; `mine` is all their accounts."""
    match, subject = target.match, target.subject
    tied = NO_INTEREST if match is None else interest_in(mine, match)
    why = tied.why
    if not why and target.club is not None:
        why = interest_in_club(mine, target.club)
    if not why and subject is not None and not subject_hidden(match):
        why = interest_about(mine, selves(subject))
    return tied._replace(why=why)


def target_of(row: AuditRow) -> Target:
    """The target of a row's action as it is now."""
    seat = None if row.seat is None else Seat.objects.filter(match=row.match, number=row.seat).first()
    # The seat may have another holder by now.
    return Target(row.subject, row.match, seat, row.message, row.report, row.club, row.club_message)


def _acting(
    actor: User, target: Target, category: str, reason: str, head: AuditHead, now: datetime, given: dict[str, Any]
) -> Acting:
    why = checked_reason(reason)
    return Acting(actor, target, given, Category(category), why, head.number + 1, now)


def _record(head: AuditHead, acting: Acting, action: Action, done: Done, *, undoes: AuditRow | None = None) -> AuditRow:
    """Write the audit row, send the notices, and run the follow-up."""
    target = acting.target
    row = add_row(
        head=head,
        now=acting.now,
        actor=acting.actor,
        action=action.slug,
        match=target.match,
        seat=target.seat.number if target.seat else None,
        subject=target.subject,
        message=target.message,
        club=target.club,
        club_message=target.club_message,
        report=target.report,
        category=acting.category,
        reason=acting.reason,
        done=done.data,
        undoes=undoes,
        step=done.step.number if done.step else None,
        step_hash=done.step.hash if done.step else "",
    )
    notices = [*done.notices, *owner_notices(done.notices, target.subject)]
    notify_concerned(notices=notices, number=row.number, now=acting.now)
    if done.after is not None:
        done.after(row)
    return row
