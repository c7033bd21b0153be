"""Retention periods in one table, used by the daily clean-up and the privacy page."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import NamedTuple

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy, gettext_noop, ngettext

from accounts.security.traces import KEPT as TRACES_KEPT
from accounts.security.traces import remove_old_traces
from api.idempotency import KEPT_FOR, forget_old
from foundation.language import Words, reword
from foundation.pruning import delete_share
from matches.play.answer_hours import KEPT as HOURS_KEPT
from matches.play.answer_hours import remove_old_answer_hours
from moderation.models import PlayerNote, Report
from notifications.models import KeptMail
from notifications.policy import KEPT as NOTICES_KEPT
from notifications.services.sweep import remove_old_notices
from rights.models import Archive
from rights.unused_guests import GUEST_DAYS, remove_unused_guests

ARCHIVE_KEPT = timedelta(days=7)
MODERATION_KEPT = timedelta(days=365)
KEPT_MAIL_KEPT = timedelta(days=30)
COOLING_OFF = timedelta(days=7)
"""The time in which a requested erasure can be cancelled."""


class Kept(NamedTuple):
    """One kind of data: what it is, how long and why it is kept, in which models, and the function that removes it.

    That function removes a share and returns the number of rows: 0 once nothing is left to remove.
    """

    what: str
    """In English, as the log names it."""
    until: Words
    why: Words
    tables: tuple[str, ...]
    remove: Callable[[datetime], int] | None = None

    @property
    def what_words(self) -> str:
        """What it is, in the reader's language."""
        return reword(self.what)


def _days(span: timedelta) -> str:
    return ngettext("{count} day", "{count} days", span.days).format(count=span.days)


def _after_visit() -> str:
    days = timedelta(seconds=settings.SESSION_COOKIE_AGE).days
    return ngettext("{count} day after the last visit", "{count} days after the last visit", days).format(count=days)


def _after_sending(span: timedelta) -> str:
    return ngettext("{count} day after they were sent", "{count} days after they were sent", span.days).format(
        count=span.days
    )


def _after_settling(span: timedelta) -> str:
    return ngettext(
        "{count} day after they were settled; that there was one, for good",
        "{count} days after they were settled; that there was one, for good",
        span.days,
    ).format(count=span.days)


def _or_erased(span: timedelta) -> str:
    return ngettext(
        "{count} day, or until the account is erased", "{count} days, or until the account is erased", span.days
    ).format(count=span.days)


def _until(words: Callable[..., str], *given: timedelta) -> Words:
    """Put off what has a number until it is read."""
    return lazy(words, str)(*given)


def _remove_old_sessions(now: datetime) -> int:
    return delete_share(Session.objects.filter(expire_date__lt=now), by="expire_date")


def _remove_old_log_ins(now: datetime) -> int:
    long_ago = now - timedelta(seconds=settings.SESSION_COOKIE_AGE)
    return delete_share(UserSession.objects.filter(last_seen_at__lt=long_ago), by="last_seen_at")


def _remove_old_archives(now: datetime) -> int:
    return delete_share(Archive.objects.filter(asked_at__lt=now - ARCHIVE_KEPT), by="asked_at")


def _blank_old_reports(now: datetime) -> int:
    """Blank the words of old reports. The rows stay for the audit."""
    settled = Report.objects.filter(closed_at__lt=now - MODERATION_KEPT).exclude(words="", answer="")
    return settled.update(words="", signal=None, answer="")


def _remove_old_notes(now: datetime) -> int:
    return delete_share(PlayerNote.objects.filter(at__lt=now - MODERATION_KEPT), by="at")


def _remove_old_mails(now: datetime) -> int:
    return delete_share(KeptMail.objects.filter(made_at__lt=now - KEPT_MAIL_KEPT), by="made_at")


ERASED = gettext_lazy("until you erase the account")
TABLE = (
    Kept(
        gettext_noop("Name, time zone, quiet hours, vacation"),
        ERASED,
        gettext_lazy("you play under it"),
        ("accounts.User", "accounts.VacationDay"),
    ),
    Kept(
        gettext_noop("Mail address"),
        ERASED,
        gettext_lazy("mails about your turns, and the way back to a lost password"),
        ("account.EmailAddress", "account.EmailConfirmation"),
    ),
    Kept(
        gettext_noop("Second factors: apps, passkeys, codes to recover"),
        gettext_lazy("until you remove them or erase the account"),
        gettext_lazy("nobody else logs in as you"),
        ("mfa.Authenticator",),
    ),
    Kept(
        gettext_noop("Log-ins: session"),
        _until(_after_visit),
        gettext_lazy("you need not log in each time"),
        ("sessions.Session",),
        _remove_old_sessions,
    ),
    Kept(
        gettext_noop("Log-ins: device and address"),
        _until(_after_visit),
        gettext_lazy("you see who else is in"),
        ("usersessions.UserSession",),
        _remove_old_log_ins,
    ),
    Kept(
        gettext_noop("Browser and network, as keyed hashes that nobody can read"),
        _until(_days, TRACES_KEPT),
        gettext_lazy("several accounts of one person can be found"),
        ("accounts.Trace",),
        lambda now: remove_old_traces(now=now),
    ),
    Kept(
        gettext_noop("Hours in which you answered, never shown to anybody"),
        _until(_days, HOURS_KEPT),
        gettext_lazy("several accounts of one person can be found"),
        ("matches.AnswerHour",),
        lambda now: remove_old_answer_hours(now=now),
    ),
    Kept(
        gettext_noop("Guests who never played"),
        _until(_days, timedelta(days=GUEST_DAYS)),
        gettext_lazy("they may come back to this browser"),
        ("accounts.User",),
        lambda now: remove_unused_guests(now=now),
    ),
    Kept(
        gettext_noop("Notices, and whether they reached you"),
        _until(_after_sending, NOTICES_KEPT),
        gettext_lazy("so that lost ones can be explained"),
        ("notifications.Notice", "notifications.LastMail"),
        lambda now: remove_old_notices(now=now),
    ),
    Kept(
        gettext_noop("Replies to API requests"),
        _until(_days, KEPT_FOR),
        gettext_lazy("a request sent twice is done once"),
        ("api.KeptReply",),
        lambda now: forget_old(now=now),
    ),
    Kept(
        gettext_noop("What you want to be told, and how"),
        ERASED,
        gettext_lazy("you chose it"),
        ("notifications.NoticePreferences", "notifications.TopicPreferences"),
    ),
    Kept(
        gettext_noop("Browsers, webhooks, messengers and feeds for notices"),
        gettext_lazy("until you remove them"),
        gettext_lazy("notices go there"),
        ("notifications.Device", "notifications.Webhook", "notifications.Messenger", "notifications.Feed"),
    ),
    Kept(
        gettext_noop("Addresses from which mails came back"),
        gettext_lazy("until you have them tried again, or erase the account"),
        gettext_lazy("no more mails go to an address that takes none"),
        ("notifications.DeadAddress",),
    ),
    Kept(
        gettext_noop("Bot accounts of yours, and their tokens"),
        gettext_lazy("tokens until you revoke them or they end; the bot account with its matches"),
        gettext_lazy("bots play by them"),
        ("accounts.Token", "accounts.BotAccount"),
    ),
    Kept(
        gettext_noop("Matches, ratings, ladders, tournaments"),
        gettext_lazy("for good; after an erasure without your name"),
        gettext_lazy("the log is the truth"),
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
        gettext_noop("Sealed answers and conditional moves"),
        gettext_lazy("until they are opened or struck out, or the match is over"),
        gettext_lazy("they take effect when their time comes"),
        ("matches.Answer", "matches.ConditionalBook"),
    ),
    Kept(
        gettext_noop("All finished public matches in one file"),
        gettext_lazy("a day, then a new file replaces it"),
        gettext_lazy("everyone can study them; on your account you can keep yours out"),
        ("rights.Dump",),
    ),
    Kept(
        gettext_noop("Replays: matches that you brought as files"),
        gettext_lazy("until you remove them or erase the account"),
        gettext_lazy("you wanted to look at them, and perhaps show them"),
        ("matches.Replay",),
    ),
    Kept(
        gettext_noop("Messages at tables"),
        gettext_lazy("with the match; after an erasure without their words"),
        gettext_lazy("others have read them"),
        ("matches.Message",),
    ),
    Kept(gettext_noop("Notes for yourself"), ERASED, gettext_lazy("you wrote them for later"), ("matches.Note",)),
    Kept(
        gettext_noop("Names that moderators took away, as keyed hashes"),
        gettext_lazy("for good"),
        gettext_lazy("nobody else can take them, or names that look like them"),
        ("accounts.FormerName",),
    ),
    Kept(
        gettext_noop("Whom you have blocked, muted or follow"),
        gettext_lazy("until you take it back or erase the account"),
        gettext_lazy("you asked for it"),
        ("accounts.Block", "matches.Muting", "matches.Following"),
    ),
    Kept(
        gettext_noop("Whom you follow, who follows you, and whom you have refused"),
        gettext_lazy("until one of you takes it back or erases the account"),
        gettext_lazy("you asked for it"),
        ("friends.Follow",),
    ),
    Kept(
        gettext_noop("Clubs, who belongs to them, asks to or may not"),
        gettext_lazy("until you leave or erase the account; the name of a club for good"),
        gettext_lazy("members know each other"),
        ("clubs.Membership", "clubs.Applicant"),
    ),
    Kept(
        gettext_noop("Messages in clubs"),
        gettext_lazy("with the club; after an erasure without their words"),
        gettext_lazy("others have read them"),
        ("clubs.ClubMessage",),
    ),
    Kept(
        gettext_noop("That you wait for a quick table, and what suits you"),
        gettext_lazy("until you have a seat, stop waiting or have waited for a week"),
        gettext_lazy("others are seated with you"),
        ("meeting.Seeker",),
    ),
    Kept(
        gettext_noop("Hints and analyses of matches that you asked for"),
        gettext_lazy("with the match, or until the account is erased"),
        gettext_lazy("you can read them again"),
        ("analysis.Hint", "analysis.Analysis"),
    ),
    Kept(
        gettext_noop("Who is kept apart in pairings"),
        gettext_lazy("until an organiser takes it back"),
        gettext_lazy("two of one household do not meet where it counts"),
        ("ladders.Apart",),
    ),
    Kept(
        gettext_noop("Reports: what was written, by reporters and to them"),
        _until(_after_settling, MODERATION_KEPT),
        gettext_lazy("what happens again is seen as such"),
        ("moderation.Report",),
        _blank_old_reports,
    ),
    Kept(
        gettext_noop("Notes of moderators about players"),
        _until(_or_erased, MODERATION_KEPT),
        gettext_lazy("moderators hand over to each other; they are internal, and in nobody's archive"),
        ("moderation.PlayerNote",),
        _remove_old_notes,
    ),
    Kept(
        gettext_noop("Warnings, mutes, suspensions"),
        gettext_lazy("for good; after an erasure without your name"),
        gettext_lazy("you and moderators can look up what holds, and what did"),
        ("moderation.Sanction",),
    ),
    Kept(
        gettext_noop("What moderators did and why: the audit"),
        gettext_lazy("for good; people stand in it by number"),
        gettext_lazy("nobody can change it unseen, moderators neither"),
        ("moderation.AuditRow",),
    ),
    Kept(
        gettext_noop("Looks behind a seal: which moderator asked, who agreed, and why"),
        gettext_lazy("for good; people stand in it by number"),
        gettext_lazy("players are told when the match ends, and can ask what for"),
        ("moderation.SealGrant",),
    ),
    Kept(
        gettext_noop("What administrators changed by hand"),
        gettext_lazy("for good; after an erasure without your name"),
        gettext_lazy("mistakes can be found"),
        ("admin.LogEntry",),
    ),
    Kept(
        gettext_noop("Signals that two accounts work together"),
        gettext_lazy("recomputed every day from matches and hashes; until one of the accounts is erased"),
        gettext_lazy("moderators look into them; none is a verdict"),
        ("moderation.Signal",),
    ),
    Kept(
        gettext_noop("What the players of a match did for each other, in figures"),
        gettext_lazy("with the match; people stand in it by number"),
        gettext_lazy("signals are computed from it"),
        ("moderation.Weighed",),
    ),
    Kept(
        gettext_noop("Mails that a site without a mail server keeps to itself"),
        _until(_days, KEPT_MAIL_KEPT),
        gettext_lazy("they are read on the site"),
        ("notifications.KeptMail",),
        _remove_old_mails,
    ),
    Kept(
        gettext_noop("Archives of your data"),
        _until(_days, ARCHIVE_KEPT),
        gettext_lazy("so that you can fetch them"),
        ("rights.Archive",),
        _remove_old_archives,
    ),
    Kept(
        gettext_noop("That an account was erased, and when"),
        gettext_lazy("for good, by number"),
        gettext_lazy("anyone who doubts it can be answered"),
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
