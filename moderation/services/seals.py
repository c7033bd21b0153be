"""Breaking a seal: requested with a reason, agreed to by a second moderator, used once, disclosed after the match."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.urls import reverse
from django.utils.text import format_lazy
from django.utils.translation import gettext, gettext_lazy

from accounts.identity.selectors import selves, selves_of
from accounts.models import User
from accounts.security.suspension import is_suspended
from foundation.errors import Forbidden, Refused, Stale
from matches.models import Match
from matches.notices import people_since
from matches.rounds.locking import lock_match
from matches.view.match_view import matches
from moderation import policy
from moderation.action import ConcernedNotice
from moderation.groups import BREAK_SEAL
from moderation.models import AuditHead, AuditRow, Category, Late, SealGrant
from moderation.selectors.desk import holders_of
from moderation.selectors.interest import interest_in, interests_in
from moderation.selectors.sealed import Sealed, sealed_of
from moderation.services.audit import add_row, checked_reason, lock_head
from moderation.services.notices import notify_concerned, owner_notices
from moderation.services.sweeping import each

PERMISSION = f"moderation.{BREAK_SEAL}"
ASKED, AGREED, REFUSED = "ask-seal", "agree-seal", "refuse-seal"
"""The audit's names for these; the look itself is `Late.BROKEN`."""


def ask_for_seal(*, match: Match, actor: User, category: str, reason: str, now: datetime) -> SealGrant:
    """Request one look at what a match keeps sealed. Raises `Forbidden` and `Refused`."""
    with transaction.atomic():
        head = lock_head()
        check_may_break(actor, match)
        if match.started_at is None or match.is_over:
            raise Refused("nothing_sealed", gettext("Only a match that is going on keeps something sealed."))
        why = checked_reason(reason)
        able = possible_seconders(match, actor)
        if able and all(is_suspended(user, now) for user in able):
            raise Refused(
                "no_second",
                gettext("Everyone who could agree is suspended. Ask an administrator to name another second."),
            )
        grant = SealGrant.objects.create(
            match=match,
            asked_by=actor,
            asked_at=now,
            category=Category(category),
            reason=why,
            needs_consent=bool(able),
        )
        _row(head, grant, actor, ASKED, grant.reason, now)
    return grant


def possible_seconders(match: Match, actor: User) -> list[User]:
    """The moderators who could agree: all others who may break seals and have no interest in this match.

    Suspended ones count: otherwise a moderator could look alone after suspending the other. Where names are hidden, so
    do those with an interest: otherwise the request would reveal that they play there.
    """
    holders = list(holders_of(BREAK_SEAL))
    people = selves_of({actor.pk, *(user.pk for user in holders)})
    others = {user.pk: people[user.pk] for user in holders if user.pk not in people[actor.pk]}
    tied = {} if match.names_hidden else interests_in(match, others)
    return [user for user in holders if user.pk in others and not any(tied.get(user.pk, ()))]


def judge_seal(*, grant_id: int, actor: User, agree: bool, reason: str, now: datetime) -> SealGrant:
    """Agree to another moderator's request, or refuse it. Raises `Forbidden` and `Refused`."""
    with transaction.atomic():
        head = lock_head()
        grant = SealGrant.objects.select_for_update().get(pk=grant_id)
        check_may_break(actor, grant.match)
        if grant.asked_by_id in selves(actor):
            raise Forbidden("own_request", gettext("Another moderator has to agree. Ask one of them."))
        if not grant.waits(now):
            raise Stale(
                "judged_already", gettext("This was answered already, or asked too long ago. Load the page again.")
            )
        why = checked_reason(reason)
        if len(reason) > policy.LONGEST_CONSENT:
            raise Refused(
                "reason_too_long",
                gettext("Say it in at most {most} characters.").format(most=policy.LONGEST_CONSENT),
            )
        if agree:
            grant.consent_by, grant.consent_at = actor, now
        else:
            grant.refused_by, grant.refused_at = actor, now
        grant.save(update_fields=["consent_by", "consent_at", "refused_by", "refused_at"])
        _row(head, grant, actor, AGREED if agree else REFUSED, why, now)
    return grant


def break_seal(*, grant_id: int, actor: User, now: datetime) -> list[Sealed]:
    """Look once at what each seat sees, has sealed and has planned. Raises `Forbidden` and `Refused`."""
    with transaction.atomic():
        head = lock_head()
        grant = SealGrant.objects.select_for_update().get(pk=grant_id)
        check_may_break(actor, grant.match)
        if grant.asked_by_id != actor.pk:
            raise Forbidden("not_your_request", gettext("Only the moderator who asked may look. Ask for yourself."))
        if not grant.is_usable(now):
            raise Stale(
                "not_usable",
                gettext("This permission is used, expired, refused, or waits for a second moderator. Ask again."),
            )
        # Locked: the match must not end before this look is recorded.
        if lock_match(grant.match_id).is_over:
            raise Refused("nothing_sealed", gettext("The match is over: all is open in its record."))
        match = matches().get(pk=grant.match_id)
        found = sealed_of(match)
        row = _row(head, grant, actor, Late.BROKEN, grant.reason, now, consent=grant.consent_by, at_step=match.step)
        grant.audit_number = row.number
        grant.save(update_fields=["audit_number"])
    return found


def check_may_break(actor: User, match: Match) -> None:
    """Check that the actor may request, judge and break seals of a match. Raises `Forbidden`."""
    if not actor.has_perm(PERMISSION):
        raise Forbidden("no_permission", gettext("You may not break seals. Ask a moderator who may."))
    interest = interest_in(selves(actor), match)
    if any(interest):
        raise Forbidden("interest", interest.why or interest.organises)


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
    return add_row(
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


def tell_of_seals(*, now: datetime) -> int:
    """Notify the players of finished matches about broken seals; return the number of grants disclosed."""
    due = SealGrant.objects.filter(audit_number__isnull=False, notified_at=None, match__ended_at__isnull=False)
    return each(due.values_list("pk", flat=True), lambda pk: _tell(pk, now), what="Seal grant")


def _tell(grant_id: int, now: datetime) -> bool:
    with transaction.atomic():
        grant = SealGrant.objects.select_for_update().get(pk=grant_id)
        if grant.notified_at is not None:
            return False
        number = grant.audit_number or 0
        look = AuditRow.objects.get(number=number)
        step = look.done["at_step"]
        looked = gettext_lazy("During this match a moderator looked at what was sealed, after step {step}: {why}.")
        text = format_lazy(looked, step=step, why=Category(grant.category).in_sentence)
        path = reverse("matches:table", args=[grant.match_id])
        notices = [ConcernedNotice(user, text, path, grant.match) for user in people_since(grant.match, look.at)]
        owners = [one for own in notices for one in owner_notices([own], own.user)]
        notify_concerned(notices=[*notices, *owners], number=number, now=now)
        grant.notified_at = now
        grant.save(update_fields=["notified_at"])
    return True
