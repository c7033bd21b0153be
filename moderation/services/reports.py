"""Reports: making, claiming, handing over and closing."""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.utils.text import format_lazy
from django.utils.translation import gettext, gettext_lazy

from accounts.identity.selectors import selves
from accounts.models import User
from accounts.security.suspension import is_suspended
from foundation.errors import Forbidden, Refused, Stale
from foundation.sanitise import sanitised
from moderation import policy
from moderation.action import Target
from moderation.models import Category, Report
from moderation.selectors.names import subject_hidden
from moderation.services.acting import interest_of
from moderation.services.audit import add_row, lock_head
from moderation.services.notices import notify_reporter
from moderation.services.sweeping import each

DESK = "moderation.desk"
CLOSED = "close-report"
"""The audit's name for closing a report."""
TO_REPORTER = {
    Report.Outcome.ACTED: gettext_lazy("We looked into your report and acted. Thank you."),
    Report.Outcome.NOTHING: gettext_lazy("We looked into your report and found nothing against the rules."),
    Report.Outcome.UNFOUNDED: gettext_lazy("We looked into your report and found nothing against the rules."),
    Report.Outcome.ANSWERED: gettext_lazy("We looked into your report."),
}
"""The outcome as the reporter reads it: never what was done to another player."""


def make_report(
    *,
    reporter: User,
    target: Target,
    category: str,
    words: str,
    now: datetime,
    signal: Mapping[str, str] | None = None,
) -> Report:
    """Report something to the moderators; `signal` is what its `words` say. Raises `Refused`."""
    text = sanitised(words)
    if not text:
        raise Refused(
            "report_empty", gettext("Say in a sentence what happened, so that a moderator knows where to look.")
        )
    subject = target.subject
    if subject is not None and subject.pk in selves(reporter):
        raise Refused("own_report", gettext("This is your own. Report what somebody else did."))
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=reporter.pk)
        waiting = Report.objects.filter(reporter=reporter, closed_at=None)
        lately = waiting.filter(at__gt=now - policy.SAME_WITHIN)
        if lately.filter(
            match=target.match,
            subject=subject,
            message=target.message,
            club=target.club,
            club_message=target.club_message,
        ).exists():
            raise Refused("reported_already", gettext("You have reported this already. A moderator will look at it."))
        count = waiting.count()
        if count >= policy.OPEN_MOST:
            raise Refused(
                "too_many_reports",
                gettext("You have {count} open reports. Wait until some are settled.").format(count=count),
            )
        if count and is_limited(reporter, now):
            raise Refused(
                "reports_limited",
                gettext(
                    "Several of your reports were found to be made up, so you may have one open at a time. "
                    "Wait for that one."
                ),
            )
        return Report.objects.create(
            reporter=reporter,
            category=Category(category),
            words=text,
            signal=signal,
            match=target.match,
            seat=target.seat.number if target.seat else None,
            subject=subject,
            message=target.message,
            club=target.club,
            club_message=target.club_message,
            at=now,
        )


def is_limited(reporter: User, now: datetime) -> bool:
    """True if several of a user's recent reports were found to be made up."""
    false = Report.objects.filter(reporter=reporter, outcome=Report.Outcome.UNFOUNDED)
    return false.filter(closed_at__gt=now - policy.UNFOUNDED_FOR).count() >= policy.UNFOUNDED_MOST


def claim_report(*, report_id: int, actor: User, now: datetime) -> Report:
    """Claim a report. Raises `Report.DoesNotExist`, `Forbidden` and `Refused`."""
    with transaction.atomic():
        report = _open_report(report_id, actor)
        if report.claimed_by_id not in (None, actor.pk):
            raise Stale("claimed_already", gettext("Another moderator has this report. Ask them to hand it over."))
        report.claimed_by, report.claimed_at = actor, now
        report.save(update_fields=["claimed_by", "claimed_at"])
    return report


def hand_over_report(*, report_id: int, actor: User, to: User | None, now: datetime) -> Report:
    """Hand a claimed report to another moderator, or release it (None). Raises `Forbidden` and `Refused`.

    Where names are hidden it can only be released.
    """
    with transaction.atomic():
        report = _open_report(report_id, actor)
        if report.claimed_by_id != actor.pk:
            raise Forbidden("not_your_report", gettext("You do not have this report. Claim it first."))
        if to is not None:
            if subject_hidden(report.match):
                # A refused moderator would reveal who plays there.
                raise Forbidden("names_hidden", gettext("Names are hidden at this table. Hand the report back to all."))
            if not to.has_perm(DESK):
                raise Refused("no_moderator", gettext("Only a moderator can take a report. Choose one."))
            if _has_interest(to, report):
                raise Refused(
                    "moderator_has_interest",
                    gettext("This moderator cannot take the report. Choose another, or hand it back to all."),
                )
        report.claimed_by, report.claimed_at = to, now if to else None
        report.save(update_fields=["claimed_by", "claimed_at"])
    return report


def _has_interest(user: User, report: Report) -> bool:
    mine = selves(user)
    return report.reporter_id in mine or bool(interest_of(mine, about(report)).why)


def sweep_claims(*, now: datetime) -> int:
    """Release claims of moderators who left, are suspended, or have a conflict of interest by now."""
    claimed = Report.objects.filter(closed_at=None, claimed_by__isnull=False).values_list("pk", flat=True)
    return each(claimed, lambda pk: _let_go(pk, now), what="The claim of report")


def _let_go(report_id: int, now: datetime) -> bool:
    with transaction.atomic():
        report = Report.objects.select_for_update().get(pk=report_id)
        holder = report.claimed_by
        if holder is None or not report.is_open:
            return False
        if holder.has_perm(DESK) and not is_suspended(holder, now) and not _has_interest(holder, report):
            return False
        report.claimed_by, report.claimed_at = None, None
        report.save(update_fields=["claimed_by", "claimed_at"])
    return True


def close_report(*, report_id: int, actor: User, outcome: str, answer: str, note: str, now: datetime) -> Report:
    """Close a claimed report and notify its reporter. Raises `Forbidden` and `Refused`.

    The reporter reads `answer`; `note` goes to the audit.
    """
    with transaction.atomic():
        head = lock_head()
        report = _open_report(report_id, actor)
        if report.claimed_by_id != actor.pk:
            raise Forbidden("not_your_report", gettext("You do not have this report. Claim it first."))
        if not note.strip():
            raise Refused(
                "reason_missing", gettext("Say what you found: it is kept with everything that moderators do.")
            )
        report.outcome, report.answer = Report.Outcome(outcome), answer.strip()
        report.closed_by, report.closed_at = actor, now
        report.save(update_fields=["outcome", "answer", "closed_by", "closed_at"])
        add_row(
            head=head,
            now=now,
            actor=actor,
            action=CLOSED,
            match=report.match,
            seat=report.seat,
            subject=report.subject,
            message=report.message,
            club=report.club,
            club_message=report.club_message,
            report=report,
            category=report.category,
            reason=note.strip(),
            done={"outcome": str(report.outcome)},
        )
        told = TO_REPORTER[Report.Outcome(report.outcome)]
        text = format_lazy("{told} {answer}", told=told, answer=report.answer) if report.answer else told
        notify_reporter(report=report, text=text, now=now)
    return report


def _open_report(report_id: int, actor: User) -> Report:
    report = Report.objects.select_for_update().get(pk=report_id)
    if not actor.has_perm(DESK):
        raise Forbidden("no_permission", gettext("Only moderators work at the desk."))
    if not report.is_open:
        raise Stale("report_closed", gettext("This report is settled. Load the page again."))
    mine = selves(actor)
    if interest := interest_of(mine, about(report)).why:
        raise Forbidden("interest", interest)
    if report.reporter_id in mine:
        raise Forbidden("interest", gettext("You made this report. Another moderator will look at it."))
    return report


def about(report: Report) -> Target:
    """The target of a report."""
    match = report.match
    seat = None if match is None or report.seat is None else match.seats.filter(number=report.seat).first()
    return Target(report.subject, match, seat, report.message, report, report.club, report.club_message)
