"""The parts of an archive: for every table that names a user, what of it is theirs to take along, or why it is not."""

from collections.abc import Callable
from typing import Any, NamedTuple

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession

from accounts.models import User
from games.beside import Following, Message, Muting, Note
from games.models import FormerHolder
from games.vault import unseal
from ladders.models import Ladder
from moderation.models import Report, Sanction
from notifications.models import Feed, TopicWishes, Webhook, Wishes
from rights.models import Erasure

Rows = list[dict[str, Any]]


class Part(NamedTuple):
    """One part of an archive."""

    name: str
    title: str
    of: tuple[str, ...]
    """The relations to users that it tells of, each as a table and its column."""
    rows: Callable[[User], Rows]


TOLD = (
    *("username", "kind", "email", "time_zone", "date_language", "quiet_from", "quiet_until"),
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


def _of(manager: Any, *columns: str) -> Rows:
    return list(manager.order_by("pk").values(*columns))


ACCOUNT = (
    Part("account", "Your account", (), _account),
    Part(
        "addresses",
        "Mail addresses",
        ("account.EmailAddress.user",),
        lambda user: _of(EmailAddress.objects.filter(user=user), "email", "verified"),
    ),
    Part(
        "dead-addresses",
        "Addresses from which mails came back",
        ("notifications.DeadAddress.user",),
        lambda user: _of(user.dead_addresses, "address", "reason", "failed_at"),
    ),
    Part(
        "log-ins",
        "Where you are logged in",
        ("usersessions.UserSession.user",),
        lambda user: _of(UserSession.objects.filter(user=user), "user_agent", "ip", "created_at", "last_seen_at"),
    ),
    Part(
        "second-factors",
        "Second factors",
        ("mfa.Authenticator.user",),
        lambda user: _of(Authenticator.objects.filter(user=user), "type", "created_at", "last_used_at"),
    ),
    Part("vacation", "Vacation days", ("accounts.VacationDay.user",), lambda user: _of(user.vacation_days, "day")),
    Part(
        "tokens",
        "Tokens",
        ("accounts.Token.user",),
        lambda user: _of(user.tokens, "name", "scopes", "made_at", "expires_at", "revoked_at", "used_at"),
    ),
    Part(
        "programs",
        "Programs",
        ("accounts.Program.owner",),
        lambda user: _of(user.programs, "user__username", "about", "link"),
    ),
    Part(
        "answered",
        "Hours in which you answered",
        ("games.AnswerHour.user",),
        lambda user: _of(user.answer_hours, "match_id", "hour"),
    ),
    Part(
        "traces",
        "Days on which a browser or network was noted",
        ("accounts.Trace.user",),
        lambda user: _of(user.traces, "kind", "day"),
    ),
    Part(
        "former-names",
        "Names that moderators took away",
        ("accounts.FormerName.user",),
        lambda user: _of(user.former_names, "taken_at"),
    ),
    Part(
        "erasure",
        "An erasure that you asked for",
        ("rights.Erasure.user",),
        lambda user: _of(Erasure.objects.filter(user=user), "asked_at", "due_at"),
    ),
)
NOTICES = (
    Part(
        "notices",
        "Notices",
        ("notifications.Notice.user",),
        lambda user: _of(
            user.notices, "kind", "channel", "context", "address", "state", "reason", "made_at", "read_at"
        ),
    ),
    Part(
        "wishes",
        "What you wish to be told",
        ("notifications.Wishes.user",),
        lambda user: _of(Wishes.objects.filter(user=user), "channels", "reminders", "digest_hour"),
    ),
    Part(
        "wishes-of-tables",
        "The same for single tables",
        ("notifications.TopicWishes.user",),
        lambda user: _of(TopicWishes.objects.filter(user=user), "topic", "channels", "reminders"),
    ),
    Part(
        "browsers",
        "Browsers for pushed notices",
        ("notifications.Device.user",),
        lambda user: _of(user.devices, "name", "made_at", "used_at"),
    ),
    Part(
        "webhook",
        "Webhook",
        ("notifications.Webhook.user",),
        lambda user: _of(Webhook.objects.filter(user=user), "form", "url", "made_at", "last_at", "last_result"),
    ),
    Part(
        "feeds",
        "Feeds",
        ("notifications.Feed.user",),
        lambda user: _of(Feed.objects.filter(user=user), "made_at"),
    ),
)
TABLES = (
    Part(
        "messages",
        "Messages that you wrote",
        ("games.Message.author",),
        lambda user: _of(
            Message.objects.filter(author=user), "match_id", "room", "number", "text", "at", "taken_back_at"
        ),
    ),
    Part("notes", "Notes for yourself", ("games.Note.writer",), _notes),
    Part(
        "opened",
        "Tables that you opened",
        ("games.Match.host",),
        lambda user: _of(user.hosted, "pk", "game", "status", "private", "anonymous", "created_at"),
    ),
    Part(
        "invitations",
        "Seats that are or were kept for you",
        ("games.Seat.invited",),
        lambda user: _of(user.invitations, "match_id"),
    ),
    Part(
        "given-up",
        "Seats that you gave to a substitute",
        ("games.FormerHolder.user", "games.Seat.first_user"),
        lambda user: _of(FormerHolder.objects.filter(user=user), "match_id", "left_at"),
    ),
    Part(
        "seats",
        "Your seats",
        ("games.Seat.user",),
        lambda user: _of(
            user.seats,
            "match_id",
            "number",
            "contribution",
            "joined_at",
            "excuses_left",
            "stand_in",
            "resigned_at",
            "rated_place",
        ),
    ),
    Part(
        "attendance",
        "Turns that you took and missed",
        ("games.Attendance.user",),
        lambda user: _of(user.attendance, "seat__match_id", "day", "answered", "missed"),
    ),
    Part(
        "followed",
        "Tables that you follow",
        ("games.Following.user",),
        lambda user: _of(Following.objects.filter(user=user), "match_id", "muted", "starred"),
    ),
    Part(
        "replays",
        "Replays that you brought",
        ("games.Replay.owner",),
        lambda user: _of(user.replays, "title", "token", "added_at"),
    ),
    Part(
        "blocked",
        "Whom you have blocked",
        ("accounts.Block.by",),
        lambda user: _of(user.blocks, "other__username", "at"),
    ),
    Part(
        "muted",
        "Whom you do not read",
        ("games.Muting.reader",),
        lambda user: _of(Muting.objects.filter(reader=user), "muted__username"),
    ),
)
LADDERS = (
    Part(
        "ratings",
        "Ratings",
        ("ladders.Rating.user",),
        lambda user: _of(user.ratings, "pool__game", "pool__speed", "mu", "sigma", "matches"),
    ),
    Part(
        "rating-changes",
        "How your ratings came about",
        ("ladders.RatingChange.user",),
        lambda user: _of(
            user.rating_changes,
            "result__match_id",
            "place",
            "away",
            "forfeit",
            "mu_before",
            "sigma_before",
            "mu",
            "sigma",
        ),
    ),
    Part(
        "rungs",
        "Rungs on ladders",
        ("ladders.Rung.user",),
        lambda user: _of(user.rungs, "ladder__title", "division__level", "position", "joined_at", "active_at"),
    ),
    Part(
        "rung-changes",
        "How your rungs came about",
        ("ladders.RungChange.user",),
        lambda user: _of(user.rung_changes, "ladder__title", "before", "after", "why", "at"),
    ),
    Part(
        "seasons",
        "Places in seasons",
        ("ladders.SeasonPlace.user",),
        lambda user: _of(user.season_places, "season__title", "division", "position", "moved"),
    ),
    Part(
        "challenges-made",
        "Challenges that you made",
        ("ladders.Challenge.challenger",),
        lambda user: _of(user.challenges_made, "ladder__title", "state", "match_id", "made_at", "ended_at"),
    ),
    Part(
        "challenges",
        "Challenges in which you have a seat",
        ("ladders.ChallengeSeat.user",),
        lambda user: _of(
            user.challenge_seats, "challenge__ladder__title", "challenge__state", "challenge__match_id", "accepted_at"
        ),
    ),
    Part(
        "tournaments",
        "Tournaments",
        ("ladders.Entry.user",),
        lambda user: _of(user.tournament_entries, "tournament__title", "state", "entered_at", "left_why", "rank"),
    ),
    Part(
        "tournaments-made",
        "Tournaments that you announced",
        ("ladders.Tournament.made_by",),
        lambda user: _of(user.tournaments_made, "title", "made_at"),
    ),
    Part(
        "ladders-opened",
        "Ladders that you opened",
        ("ladders.Ladder.opened_by",),
        lambda user: _of(Ladder.objects.filter(opened_by=user), "title", "opened_at"),
    ),
)
MODERATION = (
    Part(
        "reports",
        "Reports that you made, and what became of them",
        ("moderation.Report.reporter",),
        lambda user: _of(
            Report.objects.filter(reporter=user),
            "match_id",
            "seat",
            "category",
            "words",
            "at",
            "outcome",
            "answer",
            "closed_at",
        ),
    ),
    Part(
        "sanctions",
        "What moderators did that concerns you",
        ("moderation.Sanction.user",),
        lambda user: _of(
            Sanction.objects.filter(user=user), "kind", "category", "words", "begun_at", "ends_at", "lifted_at"
        ),
    ),
)
PARTS = (*ACCOUNT, *NOTICES, *TABLES, *LADDERS, *MODERATION)
"""The parts, in the order in which one reads them."""


class LeftOut(NamedTuple):
    """What names somebody and is not in their archive."""

    what: str
    why: str
    of: tuple[str, ...]


LEFT_OUT = (
    LeftOut(
        "What others wrote about you to moderators, moderators' notes and signals",
        "they are internal, and would tell who reported you",
        (
            *("moderation.Report.subject", "moderation.PlayerNote.user", "moderation.AuditRow.subject"),
            *("moderation.Signal.one", "moderation.Signal.other"),
        ),
    ),
    LeftOut(
        "Who has blocked or muted you, and whom organisers keep apart",
        "that is theirs to know",
        ("accounts.Block.other", "games.Muting.muted", *(f"ladders.Apart.{name}" for name in ("one", "other"))),
    ),
    LeftOut(
        "What you did in an office, as a moderator, organiser or administrator",
        "it is part of the records about others",
        (
            *(f"moderation.Report.{name}" for name in ("claimed_by", "closed_by")),
            *(f"moderation.AuditRow.{name}" for name in ("actor", "consent")),
            *(f"moderation.SealGrant.{name}" for name in ("asked_by", "consent_by", "refused_by")),
            *("moderation.PlayerNote.writer", "games.Message.hidden_by", "ladders.RungChange.by"),
            *("ladders.Apart.made_by", "admin.LogEntry.user"),
        ),
    ),
    LeftOut(
        "Replies to your programs, when the last mail went out, and this archive itself",
        "they are copies or counters that last a day or so",
        ("api.KeptReply.user", "notifications.Pace.user", "rights.Archive.user"),
    ),
    LeftOut(
        "What belongs to an account of a program",
        "it stands in the archive of its owner, under Programs",
        ("accounts.Program.user",),
    ),
)
"""What an archive does not hold, as its page and the privacy page say."""
