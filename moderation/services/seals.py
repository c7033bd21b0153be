"""Breaking a seal: asked for with a reason, agreed to by a second moderator, used once, told at the end."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.urls import reverse

from accounts.models import User
from accounts.selectors import selves
from accounts.suspension import is_suspended
from games.models import Match
from games.selectors import matches
from games.services.errors import Forbidden, Refused, Stale
from games.services.notices import people_since
from games.services.rounds import match_locked
from moderation import policy
from moderation.action import Told
from moderation.apps import BREAK_SEAL
from moderation.models import AuditHead, AuditRow, Category, Late, SealGrant
from moderation.selectors.desk import holders_of
from moderation.selectors.interest import interest_in, organises
from moderation.selectors.sealed import Sealed, sealed_of
from moderation.services.audit import head_locked, row_add
from moderation.services.notices import concerned_told, owner_told
from moderation.services.sweeping import each

PERMISSION = f"moderation.{BREAK_SEAL}"
ASKED, AGREED, REFUSED = "ask-seal", "agree-seal", "refuse-seal"
"""What the audit calls them; the look itself is `Late.BROKEN`."""


def seal_ask(*, match: Match, actor: User, category: str, reason: str, now: datetime) -> SealGrant:
    """Ask to look once at what a match keeps sealed. Raises `Forbidden` and `Refused`."""
    with transaction.atomic():
        head = head_locked()
        may_break(actor, match)
        if match.started_at is None or match.is_over:
            raise Refused("nothing_sealed", "Only a match that is going on keeps something sealed.")
        if not reason.strip():
            raise Refused("reason_missing", "Say why: a reason is kept with everything that moderators do.")
        able = seconds(match, actor)
        if able and all(is_suspended(user, now) for user in able):
            raise Refused("no_second", "Whoever could agree is suspended. Ask an administrator to name another second.")
        grant = SealGrant.objects.create(
            match=match,
            asked_by=actor,
            asked_at=now,
            category=Category(category),
            reason=reason.strip(),
            needs_consent=bool(able),
        )
        _row(head, grant, actor, ASKED, grant.reason, now)
    return grant


def seconds(match: Match, actor: User) -> list[User]:
    """Who could agree: everybody else who may break seals and has no interest in this match.

    Who is suspended counts: else a moderator could look alone by suspending the other one. Where names are hidden, so
    does who has an interest: else whoever asks would learn that the other plays there.
    """
    own = selves(actor)
    others = [user for user in holders_of(BREAK_SEAL) if user.pk not in own]
    return others if match.names_hidden else [user for user in others if not _interest(user, match)]


def _interest(user: User, match: Match) -> str:
    return interest_in(user, match) or organises(user, match)


def seal_judge(*, grant_id: int, actor: User, agree: bool, reason: str, now: datetime) -> SealGrant:
    """Agree that another moderator breaks a seal, or refuse it. Raises `Forbidden` and `Refused`."""
    with transaction.atomic():
        head = head_locked()
        grant = SealGrant.objects.select_for_update().get(pk=grant_id)
        may_break(actor, grant.match)
        if grant.asked_by_id in selves(actor):
            raise Forbidden("own_wish", "Another moderator has to agree.")
        if not grant.waits(now):
            raise Stale("judged_already", "This was answered already, or asked too long ago. Load the page again.")
        if not reason.strip():
            raise Refused("reason_missing", "Say why: a reason is kept with everything that moderators do.")
        if len(reason) > policy.LONGEST_CONSENT:
            raise Refused("reason_too_long", f"Say it in at most {policy.LONGEST_CONSENT} characters.")
        if agree:
            grant.consent_by, grant.consent_at = actor, now
        else:
            grant.refused_by, grant.refused_at = actor, now
        grant.save(update_fields=["consent_by", "consent_at", "refused_by", "refused_at"])
        _row(head, grant, actor, AGREED if agree else REFUSED, reason.strip(), now)
    return grant


def seal_break(*, grant_id: int, actor: User, now: datetime) -> list[Sealed]:
    """Look, once: what each seat sees, has sealed and plans. Raises `Forbidden` and `Refused`."""
    with transaction.atomic():
        head = head_locked()
        grant = SealGrant.objects.select_for_update().get(pk=grant_id)
        may_break(actor, grant.match)
        if grant.asked_by_id != actor.pk:
            raise Forbidden("not_your_wish", "Only who asked may look.")
        if not grant.is_usable(now):
            raise Stale(
                "not_usable", "This leave is used up, too old, refused, or waits for a second moderator. Ask anew."
            )
        # Held: the match must not end without a word of this look.
        if match_locked(grant.match_id).is_over:
            raise Refused("nothing_sealed", "The match is over: all is open in its record.")
        match = matches().get(pk=grant.match_id)
        found = sealed_of(match)
        row = _row(head, grant, actor, Late.BROKEN, grant.reason, now, consent=grant.consent_by, at_step=match.step)
        grant.audit_number = row.number
        grant.save(update_fields=["audit_number"])
    return found


def may_break(actor: User, match: Match) -> None:
    """Pass over who may ask about the seals of a match, judge and break them. Raises `Forbidden` for everybody else."""
    if not actor.has_perm(PERMISSION):
        raise Forbidden("no_permission", "You may not break seals. Ask a moderator who may.")
    if interest := _interest(actor, match):
        raise Forbidden("interest", interest)


def _row(
    head: AuditHead,
    grant: SealGrant,
    actor: User,
    action: str,
    reason: str,
    now: datetime,
    *,
    consent: User | None = None,
    **more: Any,
) -> AuditRow:
    return row_add(
        head=head,
        now=now,
        actor=actor,
        action=action,
        match=grant.match,
        category=grant.category,
        reason=reason,
        consent=consent,
        done={"grant": grant.pk, **more},
    )


def seals_tell(*, now: datetime) -> int:
    """Tell the players of matches that are over whose seals were broken; how many such grants there were."""
    due = SealGrant.objects.filter(audit_number__isnull=False, told_at=None, match__ended_at__isnull=False)
    return each(due.values_list("pk", flat=True), lambda pk: _tell(pk, now), what="Seal grant")


def _tell(grant_id: int, now: datetime) -> bool:
    with transaction.atomic():
        grant = SealGrant.objects.select_for_update().get(pk=grant_id)
        if grant.told_at is not None:
            return False
        number = grant.audit_number or 0
        look = AuditRow.objects.get(number=number)
        step = look.done["at_step"]
        why = Category(grant.category).label.lower()
        text = f"During this match a moderator looked at what was sealed, after step {step}: {why}."
        path = reverse("games:table", args=[grant.match_id])
        told = [Told(user, text, path, grant.match) for user in people_since(grant.match, look.at)]
        owners = [one for own in told for one in owner_told([own], own.user)]
        concerned_told(told=[*told, *owners], number=number, now=now)
        grant.told_at = now
        grant.save(update_fields=["told_at"])
    return True
