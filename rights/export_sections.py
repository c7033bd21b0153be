"""The sections of an archive: for each model with users, the exported data or why it is left out."""

from typing import NamedTuple

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.utils.translation import gettext_lazy

from accounts.models import User
from foundation.language import Words
from foundation.vault import unseal
from matches.models import FormerHolder
from matches.models.social import Following, Message, Muting, Note
from moderation.models import Report, Sanction
from notifications.models import Feed, NoticePreferences, TopicPreferences
from rights.export_company import LADDERS, MEETING
from rights.export_section import ExportSection, Rows, rows_of
from rights.models import Erasure

TOLD = (
    *("username", "kind", "email", "time_zone", "language", "language_seen", "date_language"),
    *("stays_out", "quiet_from", "quiet_until"),
    *("is_staff", "is_superuser", "suspended_until", "suspended_why", "silenced_until"),
    *("date_joined", "last_login", "consented_at"),
)
"""Columns of the account itself."""


def _account(user: User) -> Rows:
    groups = list(user.groups.values_list("name", flat=True))
    return [{name: getattr(user, name) for name in TOLD} | {"groups": groups}]


def _notes(user: User) -> Rows:
    found = Note.objects.filter(writer=user).order_by("at")
    return [{"match_id": note.match_id, "at": note.at, "text": unseal(note.sealed, str)} for note in found]


ACCOUNT = (
    ExportSection("account", gettext_lazy("Your account"), (), _account),
    ExportSection(
        "addresses",
        gettext_lazy("Mail addresses"),
        ("account.EmailAddress.user",),
        lambda user: rows_of(EmailAddress.objects.filter(user=user), "email", "verified"),
    ),
    ExportSection(
        "dead-addresses",
        gettext_lazy("Addresses from which mails came back"),
        ("notifications.DeadAddress.user",),
        lambda user: rows_of(user.dead_addresses, "address", "reason", "failed_at"),
    ),
    ExportSection(
        "log-ins",
        gettext_lazy("Where you are logged in"),
        ("usersessions.UserSession.user",),
        lambda user: rows_of(UserSession.objects.filter(user=user), "user_agent", "ip", "created_at", "last_seen_at"),
    ),
    ExportSection(
        "second-factors",
        gettext_lazy("Second factors"),
        ("mfa.Authenticator.user",),
        lambda user: rows_of(Authenticator.objects.filter(user=user), "type", "created_at", "last_used_at"),
    ),
    ExportSection(
        "vacation",
        gettext_lazy("Vacation days"),
        ("accounts.VacationDay.user",),
        lambda user: rows_of(user.vacation_days, "day"),
    ),
    ExportSection(
        "tokens",
        gettext_lazy("Tokens"),
        ("accounts.Token.user",),
        lambda user: rows_of(user.tokens, "name", "scopes", "made_at", "expires_at", "revoked_at", "used_at"),
    ),
    ExportSection(
        "bot-accounts",
        gettext_lazy("Bot accounts"),
        ("accounts.BotAccount.owner",),
        lambda user: rows_of(user.bots, "user__username", "about", "link"),
    ),
    ExportSection(
        "answered",
        gettext_lazy("Hours in which you answered"),
        ("matches.AnswerHour.user",),
        lambda user: rows_of(user.answer_hours, "match_id", "hour"),
    ),
    ExportSection(
        "traces",
        gettext_lazy("Days on which a browser or network was noted"),
        ("accounts.Trace.user",),
        lambda user: rows_of(user.traces, "kind", "day"),
    ),
    ExportSection(
        "former-names",
        gettext_lazy("Names that moderators took away"),
        ("accounts.FormerName.user",),
        lambda user: rows_of(user.former_names, "taken_at"),
    ),
    ExportSection(
        "erasure",
        gettext_lazy("An erasure that you asked for"),
        ("rights.Erasure.user",),
        lambda user: rows_of(Erasure.objects.filter(user=user), "asked_at", "due_at"),
    ),
)
NOTICES = (
    ExportSection(
        "notices",
        gettext_lazy("Notices"),
        ("notifications.Notice.user",),
        lambda user: rows_of(
            user.notices, "kind", "channel", "context", "address", "state", "reason", "made_at", "read_at"
        ),
    ),
    ExportSection(
        "notice-preferences",
        gettext_lazy("Notices that you chose"),
        ("notifications.NoticePreferences.user",),
        lambda user: rows_of(NoticePreferences.objects.filter(user=user), "channels", "reminders", "digest_hour"),
    ),
    ExportSection(
        "notice-preferences-of-tables",
        gettext_lazy("Notices that you chose for single tables"),
        ("notifications.TopicPreferences.user",),
        lambda user: rows_of(TopicPreferences.objects.filter(user=user), "topic", "channels", "reminders"),
    ),
    ExportSection(
        "browsers",
        gettext_lazy("Browsers for pushed notices"),
        ("notifications.Device.user",),
        lambda user: rows_of(user.devices, "name", "made_at", "used_at"),
    ),
    ExportSection(
        "messengers",
        gettext_lazy("Telegram, Matrix and ntfy"),
        ("notifications.Messenger.user",),
        lambda user: rows_of(user.messengers, "channel", "target", "made_at", "linked_at", "last_at", "last_result"),
    ),
    ExportSection(
        "webhook",
        gettext_lazy("Webhook"),
        ("notifications.Webhook.user",),
        lambda user: rows_of(user.webhooks, "topic", "form", "url", "made_at", "last_at", "last_result"),
    ),
    ExportSection(
        "feeds",
        gettext_lazy("Feeds"),
        ("notifications.Feed.user",),
        lambda user: rows_of(Feed.objects.filter(user=user), "made_at"),
    ),
)
TABLES = (
    ExportSection(
        "messages",
        gettext_lazy("Messages that you wrote"),
        ("matches.Message.author",),
        lambda user: rows_of(
            Message.objects.filter(author=user), "match_id", "room", "number", "text", "at", "taken_back_at"
        ),
    ),
    ExportSection("notes", gettext_lazy("Notes for yourself"), ("matches.Note.writer",), _notes),
    ExportSection(
        "opened",
        gettext_lazy("Tables that you opened"),
        ("matches.Match.host",),
        lambda user: rows_of(user.hosted, "pk", "game", "status", "private", "anonymous", "created_at"),
    ),
    ExportSection(
        "invitations",
        gettext_lazy("Seats that are or were kept for you"),
        ("matches.Seat.invited",),
        lambda user: rows_of(user.invitations, "match_id"),
    ),
    ExportSection(
        "given-up",
        gettext_lazy("Seats that you gave to a substitute"),
        ("matches.FormerHolder.user", "matches.Seat.first_user"),
        lambda user: rows_of(FormerHolder.objects.filter(user=user), "match_id", "left_at"),
    ),
    ExportSection(
        "seats",
        gettext_lazy("Your seats"),
        ("matches.Seat.user",),
        lambda user: rows_of(
            user.seats,
            "match_id",
            "number",
            "contribution",
            "nonce",
            "joined_at",
            "excuses_left",
            "stand_in",
            "resigned_at",
            "rated_place",
        ),
    ),
    ExportSection(
        "attendance",
        gettext_lazy("Turns that you took and missed"),
        ("matches.Attendance.user",),
        lambda user: rows_of(user.attendance, "seat__match_id", "day", "answered", "missed"),
    ),
    ExportSection(
        "followed",
        gettext_lazy("Tables that you follow"),
        ("matches.Following.user",),
        lambda user: rows_of(Following.objects.filter(user=user), "match_id", "muted", "starred"),
    ),
    ExportSection(
        "replays",
        gettext_lazy("Replays that you brought"),
        ("matches.Replay.owner",),
        lambda user: rows_of(user.replays, "title", "token", "added_at"),
    ),
    ExportSection(
        "blocked",
        gettext_lazy("Whom you have blocked"),
        ("accounts.Block.by",),
        lambda user: rows_of(user.blocks, "other__username", "at"),
    ),
    ExportSection(
        "muted",
        gettext_lazy("Whom you do not read"),
        ("matches.Muting.reader",),
        lambda user: rows_of(Muting.objects.filter(reader=user), "muted__username"),
    ),
)
REPORTED = ("match_id", "seat", "category", "words", "at", "outcome", "answer", "closed_at")
MODERATION = (
    ExportSection(
        "reports",
        gettext_lazy("Reports that you made, and what became of them"),
        ("moderation.Report.reporter",),
        lambda user: rows_of(Report.objects.filter(reporter=user), *REPORTED),
    ),
    ExportSection(
        "sanctions",
        gettext_lazy("What moderators did that concerns you"),
        ("moderation.Sanction.user",),
        lambda user: rows_of(
            Sanction.objects.filter(user=user), "kind", "category", "words", "begun_at", "ends_at", "lifted_at"
        ),
    ),
)
EXPORT_SECTIONS = (*ACCOUNT, *NOTICES, *TABLES, *MEETING, *LADDERS, *MODERATION)
"""The sections in reading order."""


class LeftOut(NamedTuple):
    """Data about a user that is not in their archive."""

    what: Words
    why: Words
    of: tuple[str, ...]


LEFT_OUT = (
    LeftOut(
        gettext_lazy("What others wrote about you to moderators, moderators' notes and signals"),
        gettext_lazy("they are internal, and would tell who reported you"),
        (
            *("moderation.Report.subject", "moderation.PlayerNote.user", "moderation.AuditRow.subject"),
            *("moderation.Signal.one", "moderation.Signal.other"),
        ),
    ),
    LeftOut(
        gettext_lazy("Who has blocked or muted you, and whom organisers keep apart"),
        gettext_lazy("that is theirs to know"),
        ("accounts.Block.other", "matches.Muting.muted", *(f"ladders.Apart.{name}" for name in ("one", "other"))),
    ),
    LeftOut(
        gettext_lazy("What you did in an office, as a moderator, organiser or administrator"),
        gettext_lazy("it is part of the records about others"),
        (
            *(f"moderation.Report.{name}" for name in ("claimed_by", "closed_by")),
            *(f"moderation.AuditRow.{name}" for name in ("actor", "consent")),
            *(f"moderation.SealGrant.{name}" for name in ("asked_by", "consent_by", "refused_by")),
            *("matches.Message.hidden_by", "clubs.ClubMessage.hidden_by"),
            *("moderation.PlayerNote.writer", "ladders.RungChange.by"),
            *("ladders.Apart.made_by", "admin.LogEntry.user"),
        ),
    ),
    LeftOut(
        gettext_lazy("Replies to your bots, when the last mail went out, and this archive itself"),
        gettext_lazy("they are copies or counters that last a day or so"),
        ("api.KeptReply.user", "notifications.LastMail.user", "rights.Archive.user"),
    ),
    LeftOut(
        gettext_lazy("What belongs to a bot account"),
        gettext_lazy("it stands in the archive of its owner, under Bot accounts"),
        ("accounts.BotAccount.user",),
    ),
)
"""The data left out of archives, as listed there and on the privacy page."""
