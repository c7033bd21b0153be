"""Carrying an action out, and undoing it: the one way in which a moderator changes anything.

Permission, interest, reason, deed, audit row and notices hold together, or nothing happens.
"""

from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.models import User
from games.models import Seat
from games.services.errors import Forbidden, Refused, Stale
from moderation.action import ACTIONS, Acting, Action, Done, Target
from moderation.models import AuditHead, AuditRow, Category
from moderation.selectors.interest import interest_about, interest_in
from moderation.services.audit import head_locked, row_add
from moderation.services.notices import concerned_told


def act(
    *, actor: User, action: Action, target: Target, category: str, reason: str, now: datetime, given: dict[str, Any]
) -> AuditRow:
    """Do something as a moderator. Raises `Forbidden` and `Refused`."""
    with transaction.atomic():
        head = head_locked()
        may_act_on(actor, action, target)
        if refusal := action.refusal(target, now):
            raise Refused("cannot_be_done", refusal)
        acting = _acting(actor, target, category, reason, head, now, given)
        return _kept(head, acting, action, action.carry_out(acting))


def undo(*, actor: User, row: AuditRow, reason: str, now: datetime) -> AuditRow:
    """Undo what an audit row says was done; its own permission is needed again. Raises `Forbidden` and `Refused`."""
    with transaction.atomic():
        head = head_locked()
        action = ACTIONS.get(row.action)
        if action is None or not action.undoable or row.undoes_id is not None:
            raise Refused("cannot_be_undone", "This cannot be undone.")
        if AuditRow.objects.filter(undoes=row).exists():
            raise Stale("undone_already", "This was undone already. Load the page again.")
        if _done_since(row):
            raise Stale("done_since", "This was done again since. Undo what was done last.")
        target = target_of(row)
        may_act_on(actor, action, target)
        acting = _acting(actor, target, row.category, reason, head, now, {})
        return _kept(head, acting, action, action.undo(acting, row), undoes=row)


def _done_since(row: AuditRow) -> bool:
    """Whether the same was done to the same again: what stands now is no longer this row's doing."""
    same = AuditRow.objects.filter(action=row.action, match=row.match, seat=row.seat, undoes=None)
    if row.match is None:
        same = same.filter(subject=row.subject)
    return same.filter(number__gt=row.number).exists()


def may_act_on(actor: User, action: Action, target: Target) -> None:
    """Pass over who may do this to that. Raises `Forbidden` for everybody else."""
    if not actor.has_perm(action.permission):
        raise Forbidden("no_permission", "You may not do this. Ask a moderator who may.")
    if interest := interest_of(actor, target):
        raise Forbidden("interest", interest)


def interest_of(actor: User, target: Target) -> str:
    """Why somebody may not act on a target, whatever their permissions; empty if they may."""
    if target.match is not None and (why := interest_in(actor, target.match)):
        return why
    subject = target.subject
    hidden = target.match is not None and target.match.names_hidden
    return interest_about(actor, subject) if subject and not hidden else ""


def target_of(row: AuditRow) -> Target:
    """What a row's action was done to, as it is now."""
    seat = None if row.seat is None else Seat.objects.filter(match=row.match, number=row.seat).first()
    # Who has the seat now may be somebody else.
    return Target(row.subject, row.match, seat, row.message, row.report)


def _acting(
    actor: User, target: Target, category: str, reason: str, head: AuditHead, now: datetime, given: dict[str, Any]
) -> Acting:
    if not reason.strip():
        raise Refused("reason_missing", "Say why: a reason is kept with everything that moderators do.")
    return Acting(actor, target, given, Category(category), reason.strip(), head.number + 1, now)


def _kept(head: AuditHead, acting: Acting, action: Action, done: Done, *, undoes: AuditRow | None = None) -> AuditRow:
    """Write the audit row, and tell those concerned."""
    target = acting.target
    row = row_add(
        head=head,
        now=acting.now,
        actor=acting.actor,
        action=action.slug,
        match=target.match,
        seat=target.seat.number if target.seat else None,
        subject=target.subject,
        message=target.message,
        report=target.report,
        category=acting.category,
        reason=acting.reason,
        done=done.data,
        undoes=undoes,
        step=done.step.number if done.step else None,
        step_hash=done.step.hash if done.step else "",
    )
    concerned_told(told=done.told, number=row.number, now=acting.now)
    return row
