"""Retention periods in one table, used by the daily clean-up and the privacy page."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import NamedTuple

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import DatabaseError, transaction

from accounts.security.traces import KEPT as TRACES_KEPT
from accounts.security.traces import remove_old_traces
from api.idempotency import KEPT_FOR, forget_old
from engine.words import counted
from matches.play.answer_hours import KEPT as HOURS_KEPT
from matches.play.answer_hours import remove_old_answer_hours
from moderation.models import PlayerNote, Report
from notifications.models import KeptMail
from notifications.policy import KEPT as NOTICES_KEPT
from notifications.services.sweep import remove_old_notices
from rights.models import Archive
from rights.unused_guests import GUEST_DAYS, remove_unused_guests

logger = logging.getLogger(__name__)
ARCHIVE_KEPT = timedelta(days=7)
MODERATION_KEPT = timedelta(days=365)
KEPT_MAIL_KEPT = timedelta(days=30)
COOLING_OFF = timedelta(days=7)
"""The time in which a requested erasure can be cancelled."""


class Kept(NamedTuple):
    """One kind of data: what it is, how long and why it is kept, in which models, and the function that removes it."""

    what: str
    until: str
    why: str
    tables: tuple[str, ...]
    remove: Callable[[datetime], int] | None = None


def _days(span: timedelta) -> str:
    return counted(span.days, "day")


def _remove_old_sessions(now: datetime) -> int:
    ended = Session.objects.filter(expire_date__lt=now)
    return int(ended.delete()[0])


def _remove_old_log_ins(now: datetime) -> int:
    long_ago = now - timedelta(seconds=settings.SESSION_COOKIE_AGE)
    return int(UserSession.objects.filter(last_seen_at__lt=long_ago).delete()[0])


def _remove_old_archives(now: datetime) -> int:
    return int(Archive.objects.filter(asked_at__lt=now - ARCHIVE_KEPT).delete()[0])


def _blank_old_reports(now: datetime) -> int:
    """Blank the words of old reports. The rows stay for the audit."""
    settled = Report.objects.filter(closed_at__lt=now - MODERATION_KEPT).exclude(words="", answer="")
    return settled.update(words="", answer="")


def _remove_old_notes(now: datetime) -> int:
    return int(PlayerNote.objects.filter(at__lt=now - MODERATION_KEPT).delete()[0])


def _remove_old_mails(now: datetime) -> int:
    return int(KeptMail.objects.filter(made_at__lt=now - KEPT_MAIL_KEPT).delete()[0])


LOG_IN = _days(timedelta(seconds=settings.SESSION_COOKIE_AGE))
ERASED = "until you erase the account"
TABLE = (
    Kept(
        "Name, time zone, quiet hours, vacation",
        ERASED,
        "you play under it",
        ("accounts.User", "accounts.VacationDay"),
    ),
    Kept(
        "Mail address",
        ERASED,
        "mails about your turns, and the way back to a lost password",
        ("account.EmailAddress", "account.EmailConfirmation"),
    ),
    Kept(
        "Second factors: apps, passkeys, codes to recover",
        "until you remove them or erase the account",
        "nobody else logs in as you",
        ("mfa.Authenticator",),
    ),
    Kept(
        "Log-ins: session",
        f"{LOG_IN} after the last visit",
        "you need not log in each time",
        ("sessions.Session",),
        _remove_old_sessions,
    ),
    Kept(
        "Log-ins: device and address",
        f"{LOG_IN} after the last visit",
        "you see who else is in",
        ("usersessions.UserSession",),
        _remove_old_log_ins,
    ),
    Kept(
        "Browser and network, as keyed hashes that nobody can read",
        _days(TRACES_KEPT),
        "several accounts of one person can be found",
        ("accounts.Trace",),
        lambda now: remove_old_traces(now=now),
    ),
    Kept(
        "Hours in which you answered, never shown to anybody",
        _days(HOURS_KEPT),
        "several accounts of one person can be found",
        ("matches.AnswerHour",),
        lambda now: remove_old_answer_hours(now=now),
    ),
    Kept(
        "Guests who never played",
        f"{GUEST_DAYS} days",
        "they may come back to this browser",
        ("accounts.User",),
        lambda now: remove_unused_guests(now=now),
    ),
    Kept(
        "Notices, and whether they reached you",
        f"{_days(NOTICES_KEPT)} after they were sent",
        "so that lost ones can be explained",
        ("notifications.Notice", "notifications.Pace"),
        lambda now: remove_old_notices(now=now),
    ),
    Kept(
        "Replies to API requests",
        _days(KEPT_FOR),
        "a request sent twice is done once",
        ("api.KeptReply",),
        lambda now: forget_old(now=now),
    ),
    Kept(
        "What you want to be told, and how",
        ERASED,
        "you chose it",
        ("notifications.NoticePreferences", "notifications.TopicPreferences"),
    ),
    Kept(
        "Browsers, webhooks, messengers and feeds for notices",
        "until you remove them",
        "notices go there",
        ("notifications.Device", "notifications.Webhook", "notifications.Messenger", "notifications.Feed"),
    ),
    Kept(
        "Addresses from which mails came back",
        "until you have them tried again, or erase the account",
        "no more mails go to an address that takes none",
        ("notifications.DeadAddress",),
    ),
    Kept(
        "Bot accounts of yours, and their tokens",
        "tokens until you revoke them or they end; the bot account with its matches",
        "bots play by them",
        ("accounts.Token", "accounts.BotAccount"),
    ),
    Kept(
        "Matches, ratings, ladders, tournaments",
        "for good; after an erasure without your name",
        "the log is the truth",
        (
            *(
                "matches.Match",
                "matches.Seat",
                "matches.FormerHolder",
                "matches.Attendance",
                "matches.Step",
                "matches.Activity",
            ),
            *(f"ladders.{name}" for name in ("Ladder", "Rung", "Challenge", "ChallengeSeat", "RungChange")),
            *(f"ladders.{name}" for name in ("SeasonPlace", "Rating", "Result", "RatingChange", "Tournament", "Entry")),
            *("ladders.TableSeat", "ladders.StandingChange"),
        ),
    ),
    Kept(
        "Sealed answers and conditional moves",
        "until they are opened or struck out, or the match is over",
        "they take effect when their time comes",
        ("matches.Answer", "matches.ConditionalBook"),
    ),
    Kept(
        "All finished public matches in one file",
        "a day, then a new file replaces it",
        "everyone can study them; on your account you can keep yours out",
        ("rights.Dump",),
    ),
    Kept(
        "Replays: matches that you brought as files",
        "until you remove them or erase the account",
        "you wanted to look at them, and perhaps show them",
        ("matches.Replay",),
    ),
    Kept(
        "Messages at tables",
        "with the match; after an erasure without their words",
        "others have read them",
        ("matches.Message",),
    ),
    Kept("Notes for yourself", ERASED, "you wrote them for later", ("matches.Note",)),
    Kept(
        "Names that moderators took away, as keyed hashes",
        "for good",
        "nobody else can take them, or names that look like them",
        ("accounts.FormerName",),
    ),
    Kept(
        "Whom you have blocked, muted or follow",
        "until you take it back or erase the account",
        "you asked for it",
        ("accounts.Block", "matches.Muting", "matches.Following"),
    ),
    Kept(
        "Whom you follow, who follows you, and whom you have refused",
        "until one of you takes it back or erases the account",
        "you asked for it",
        ("friends.Follow",),
    ),
    Kept(
        "Clubs, who belongs to them, asks to or may not",
        "until you leave or erase the account; the name of a club for good",
        "members know each other",
        ("clubs.Membership", "clubs.Applicant"),
    ),
    Kept(
        "Messages in clubs",
        "with the club; after an erasure without their words",
        "others have read them",
        ("clubs.ClubMessage",),
    ),
    Kept(
        "That you wait for a quick table, and what suits you",
        "until you have a seat, stop waiting or have waited for a week",
        "others are seated with you",
        ("meeting.Seeker",),
    ),
    Kept(
        "Hints and analyses of matches that you asked for",
        "with the match, or until the account is erased",
        "you can read them again",
        ("analysis.Hint", "analysis.Analysis"),
    ),
    Kept(
        "Who is kept apart in pairings",
        "until an organiser takes it back",
        "two of one household do not meet where it counts",
        ("ladders.Apart",),
    ),
    Kept(
        "Reports: what was written, by reporters and to them",
        f"{_days(MODERATION_KEPT)} after they were settled; that there was one, for good",
        "what happens again is seen as such",
        ("moderation.Report",),
        _blank_old_reports,
    ),
    Kept(
        "Notes of moderators about players",
        f"{_days(MODERATION_KEPT)}, or until the account is erased",
        "moderators hand over to each other; they are internal, and in nobody's archive",
        ("moderation.PlayerNote",),
        _remove_old_notes,
    ),
    Kept(
        "Warnings, mutes, suspensions",
        "for good; after an erasure without your name",
        "you and moderators can look up what holds, and what did",
        ("moderation.Sanction",),
    ),
    Kept(
        "What moderators did and why: the audit",
        "for good; people stand in it by number",
        "nobody can change it unseen, moderators neither",
        ("moderation.AuditRow",),
    ),
    Kept(
        "Looks behind a seal: which moderator asked, who agreed, and why",
        "for good; people stand in it by number",
        "players are told when the match ends, and can ask what for",
        ("moderation.SealGrant",),
    ),
    Kept(
        "What administrators changed by hand",
        "for good; after an erasure without your name",
        "mistakes can be found",
        ("admin.LogEntry",),
    ),
    Kept(
        "Signals that two accounts work together",
        "recomputed every day from matches and hashes; until one of the accounts is erased",
        "moderators look into them; none is a verdict",
        ("moderation.Signal",),
    ),
    Kept(
        "What the players of a match did for each other, in figures",
        "with the match; people stand in it by number",
        "signals are computed from it",
        ("moderation.Weighed",),
    ),
    Kept(
        "Mails that a site without a mail server keeps to itself",
        _days(KEPT_MAIL_KEPT),
        "they are read on the site",
        ("notifications.KeptMail",),
        _remove_old_mails,
    ),
    Kept(
        "Archives of your data",
        _days(ARCHIVE_KEPT),
        "so that you can fetch them",
        ("rights.Archive",),
        _remove_old_archives,
    ),
    Kept(
        "That an account was erased, and when",
        "for good, by number",
        "anyone who doubts it can be answered",
        ("rights.Erasure",),
    ),
)
OF_NOBODY = frozenset(
    {
        *("auth.Group", "auth.Permission", "contenttypes.ContentType"),
        *("clubs.Club", "clubs.ClubTable"),
        *("foundation.DailyWork", "foundation.SigningKey", "matches.Verification"),
        *("ladders.Division", "ladders.Pool", "ladders.Round", "ladders.Season", "ladders.TournamentTable"),
        *("moderation.AuditHead", "moderation.SavedAnswer"),
    }
)
"""Models that refer to no user."""


def clean_up(*, now: datetime) -> dict[str, int]:
    """Remove expired data. Return the number of rows per kind."""
    removed: dict[str, int] = {}
    for kept in TABLE:
        if kept.remove is None:
            continue
        try:
            with transaction.atomic():
                removed[kept.what] = kept.remove(now)
        except DatabaseError as error:
            # It does not stop the others, and the next day tries again.
            logger.error("Could not remove %s: %s", kept.what, type(error).__name__)
            removed[kept.what] = 0
    return removed
