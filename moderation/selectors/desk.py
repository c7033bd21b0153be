"""Queries for the moderators' desk. Nothing here opens a seal.

`mine` is all accounts of the moderator who asks, as `accounts.identity.selectors.selves` finds them.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import Permission
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.utils.translation import gettext

from accounts.models import User
from clubs.models import Club, Membership
from matches.models import FormerHolder, Match, Seat
from moderation.models import AuditRow, Late, Report, SealGrant
from moderation.selectors.names import display_name, subject_hidden

DESK, SENIORS = "desk", "moderation.suspend_for_good"
NAMES_HIDDEN = Q(match__anonymous=True) & (Q(match__started_at=None) | Q(match__ended_at=None))
"""Rows about a match whose players' names are still hidden."""
NAMES_A_SEAT = NAMES_HIDDEN & Q(action__in=(Late.HELD, Late.RETURNED))
"""Audit rows that follow from an action on a named player: they would reveal where that player sits."""


def _not_mine(mine: Collection[int]) -> Q:
    """Rows about no match in which one of the accounts plays or has played."""
    sits = Seat.objects.filter(match=OuterRef("match")).filter(Q(user__in=mine) | Q(first_user__in=mine))
    sat = FormerHolder.objects.filter(match=OuterRef("match"), user__in=mine)
    return ~Exists(sits) & ~Exists(sat)


def _of_no_club(mine: Collection[int]) -> Q:
    """Rows about no club to which one of the accounts belongs."""
    return Q(~Exists(Membership.objects.filter(club=OuterRef("club"), user__in=mine)))


def reports_for(mine: Collection[int]) -> QuerySet[Report]:
    """The reports that a moderator may read: not their own, not about them, not about matches they play in."""
    own = Q(reporter__in=mine) | Q(subject__in=mine, subject__isnull=False)
    rows = Report.objects.exclude(own).filter(_not_mine(mine), _of_no_club(mine))
    seats = Seat.objects.filter(match=OuterRef("match"), user=OuterRef("reporter"))
    rows = rows.annotate(reporter_seat=Subquery(seats.values("number")[:1]))  # type: ignore[no-redef]
    return rows.select_related(
        "reporter", "subject", "claimed_by", "closed_by", "match", "message__author", "club", "club_message__author"
    )


def audit_for(mine: Collection[int]) -> QuerySet[AuditRow]:
    """The audit rows that a moderator may read: not about them, and not about matches they play in.

    A row may reveal a broken seal, or what others think of its reader.
    """
    rows = AuditRow.objects.exclude(subject__in=mine).exclude(NAMES_A_SEAT).filter(_not_mine(mine), _of_no_club(mine))
    return rows.select_related(
        "actor", "subject", "match", "message", "report", "consent", "undone_by", "undoes", "club"
    )


QUEUES = ("open", "mine", "closed")


def queue(user: User, mine: Collection[int], which: str) -> QuerySet[Report]:
    """The reports of a queue, longest waiting first; closed ones newest first."""
    reports = reports_for(mine)
    if which == "closed":
        return reports.filter(closed_at__isnull=False).order_by("-closed_at")
    waiting = reports.filter(closed_at=None).order_by("at", "pk")
    return waiting.filter(claimed_by=user) if which == "mine" else waiting


def seals_for(mine: Collection[int]) -> QuerySet[SealGrant]:
    """The requests to break a seal that a moderator may read: not for matches they play in."""
    return SealGrant.objects.filter(_not_mine(mine)).select_related("match", "asked_by", "consent_by", "refused_by")


def moderators(*, now: datetime) -> QuerySet[User]:
    """Everyone who works at the desk and is not suspended, superusers included."""
    return holders_of(DESK).filter(Q(suspended_until=None) | Q(suspended_until__lte=now))


def holders_of(permission: str) -> QuerySet[User]:
    """Everyone who has a moderation permission, suspended or not."""
    held = Permission.objects.filter(content_type__app_label="moderation", codename=permission)
    alone = User.user_permissions.through.objects.filter(permission__in=held).values_list("user")
    in_group = User.groups.through.objects.filter(group__permissions__in=held).values_list("user")
    # Three short lists. Joined, the permissions of all users would be looked at.
    holds = alone.union(in_group, User.objects.filter(is_superuser=True).values_list("pk"))
    return User.objects.filter(pk__in=holds, is_active=True).order_by("username")


def left_to_seniors(actor: User, *users: User | None) -> frozenset[int]:
    """Those of the users whom this moderator must leave to seniors: moderators, suspended or not."""
    asked = [user.pk for user in users if user is not None]
    if not asked or actor.has_perm(SENIORS):
        return frozenset()
    return frozenset(holders_of(DESK).filter(pk__in=asked).values_list("pk", flat=True))


def place_words(match: Match | None, club: Club | None) -> str:
    """The match or club in words, or empty."""
    if match is not None:
        return gettext("Table {number}").format(number=match.pk)
    return "" if club is None else gettext("Club {number} ({club})").format(number=club.pk, club=club)


@dataclass(frozen=True)
class ReportWords:
    """The reporter and the subject, named as a spectator of the match sees them."""

    reporter: str
    subject: str
    about: str


def report_words(report: Report) -> ReportWords:
    """Format a report's persons and subject."""
    seat = report.reporter_seat
    reporter = report.reporter.display_name if seat is None else display_name(report.reporter, report.match, seat)
    return ReportWords(reporter, _subject_words(report), about_words(report))


def about_words(report: Report) -> str:
    """What a report is about, in words: also for who made it."""
    where, subject = place_words(report.match, report.club), _subject_words(report)
    words = "{where}, {subject}" if where and subject else "{where}{subject}"
    if report.message or report.club_message:
        words = gettext("{where}, a message of {subject}")
    return words.format(where=where, subject=subject)


def _subject_words(report: Report) -> str:
    spoke = report.message.seat if report.message else report.seat
    return display_name(report.subject, report.match, spoke) if report.subject or spoke is not None else ""


def row_words(row: AuditRow) -> str:
    """What an audit row was about, in words."""
    spoke = row.message.seat if row.message else row.seat
    subject = display_name(row.subject, row.match, spoke) if row.subject or spoke is not None else ""
    return ", ".join(filter(None, (place_words(row.match, row.club), subject)))


def reports_with(user: User, mine: Collection[int]) -> QuerySet[Report]:
    """Reports about a player or by them, except those that would reveal where they play anonymously."""
    return reports_for(mine).filter(Q(subject=user) | Q(reporter=user)).exclude(NAMES_HIDDEN)


def reports_beside(report: Report, mine: Collection[int], *, latest: int) -> list[Report]:
    """Other reports about the same player, table or club, newest first; none reveals where somebody plays unnamed."""
    same = Q(match=report.match_id, match__isnull=False) | Q(club=report.club_id, club__isnull=False)
    if report.subject_id is not None and not subject_hidden(report.match):
        same |= Q(subject=report.subject_id) & (Q(match=None) | ~NAMES_HIDDEN)
    return list(reports_for(mine).filter(same).exclude(pk=report.pk).order_by("-pk")[:latest])


def rows_about(user: User, mine: Collection[int]) -> QuerySet[AuditRow]:
    """Audit rows about a player, except those that would reveal where they play anonymously."""
    return audit_for(mine).filter(subject=user).exclude(NAMES_HIDDEN)


def tables_in_club(club: Club, *, latest: int) -> list[Match]:
    """A club's matches, newest first."""
    return list(Match.objects.filter(club_table__club=club).order_by("-pk")[:latest])


def matches_of(user: User, *, latest: int) -> list[Match]:
    """A player's matches that are not anonymous, newest first."""
    hidden = Q(anonymous=True) & (Q(started_at=None) | Q(ended_at=None))
    return list(Match.objects.filter(seats__user=user).exclude(hidden).order_by("-pk")[:latest])
