"""Erasure: a person leaves, and shared records stay complete under a meaningless name.

First the account leaves everything that is running, by the rules of each app: a bot takes over a seat, a rung closes
up. Then personal data is deleted, and the account loses its name. If something cannot be left yet, such as a challenge
in progress, the sweep tries again.
"""

from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import datetime
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.db import models, transaction
from django.utils.translation import gettext

from accounts.identity.bot_accounts import change_bot_account, close_bot_account
from accounts.models import FormerName, User
from accounts.security.sessions import end_log_ins
from accounts.signals import account_erased
from clubs.services.chat import forget_words_of
from clubs.services.joining import leave_all_clubs
from clubs.services.locking import lock_user
from foundation.errors import Refused
from ladders.models import Rung, Tournament
from ladders.services.ladders import leave_ladder
from ladders.services.tournaments import withdraw_from_tournament
from matches.lobby.resigning import resign_seat
from matches.lobby.tables import leave_match
from matches.models import Match, Seat
from matches.models.social import Message
from meeting.services.pool import leave_pool
from rights.models import Erasure
from rights.retention import COOLING_OFF
from rights.services.naming import forget_words, words_of

NAMELESS = "former-"
OWN = frozenset(
    {
        "account.EmailAddress",
        "accounts.Block",
        "accounts.Token",
        "accounts.Trace",
        "accounts.VacationDay",
        "analysis.Analysis",
        "analysis.Hint",
        "api.KeptReply",
        "clubs.Applicant",
        "clubs.Membership",
        "friends.Follow",
        "matches.AnswerHour",
        "matches.Following",
        "matches.Muting",
        "matches.Note",
        "matches.Replay",
        "meeting.Seeker",
        "mfa.Authenticator",
        "rights.Archive",
        "usersessions.UserSession",
        *(f"notifications.{name}" for name in ("DeadAddress", "Device", "Feed", "LastMail", "Notice")),
        *(f"notifications.{name}" for name in ("Messenger", "NoticePreferences", "TopicPreferences", "Webhook")),
        "moderation.Signal",
    }
)
"""Rows that are deleted with the person."""
OF_ALL = frozenset(
    {
        "accounts.FormerName",
        "accounts.BotAccount",
        "admin.LogEntry",
        "clubs.ClubMessage",
        "rights.Erasure",
        *(f"matches.{name}" for name in ("Attendance", "FormerHolder", "Match", "Message", "Seat")),
        *(
            f"ladders.{name}"
            for name in ("Apart", "Challenge", "ChallengeSeat", "Entry", "Ladder", "Rating", "RatingChange")
        ),
        *(f"ladders.{name}" for name in ("Rung", "RungChange", "SeasonPlace", "Tournament")),
        # Notes about the person are deleted on `accounts.signals.account_erased`. Notes by the person stay.
        *(f"moderation.{name}" for name in ("AuditRow", "PlayerNote", "Report", "Sanction", "SealGrant")),
    }
)
"""Rows shared with others. They stay, and refer to the nameless account."""


@transaction.atomic
def ask_for_erasure(*, user: User, now: datetime) -> Erasure:
    """Schedule the erasure of an account after the cooling-off period. Raises `Refused`."""
    if user.is_staff or user.is_superuser or user.groups.exists():
        raise Refused("has_office", gettext("You look after others here: have the operator take your office first."))
    if not (user.is_person or user.is_guest):
        raise Refused("no_person", gettext("A bot account is closed by its owner, on its own page."))
    defaults = {"asked_at": now, "due_at": now + COOLING_OFF, "done_at": None}
    return Erasure.objects.get_or_create(user=user, defaults=defaults)[0]


def take_back_erasure(*, user: User) -> bool:
    """Cancel an erasure. Return False if there is none, or it is done."""
    return bool(Erasure.objects.filter(user=user, done_at=None).delete()[0])


def erasures_due(*, now: datetime) -> list[int]:
    """The ids of accounts to erase now."""
    return list(Erasure.objects.filter(due_at__lte=now, done_at=None).values_list("user_id", flat=True))


def erase_account(*, user_id: int, now: datetime) -> bool:
    """Erase an account. Return False if something still holds it, or it is erased already."""
    user = User.objects.get(pk=user_id)
    if not Erasure.objects.filter(user=user, done_at=None).exists():
        return False
    own = [bot_account.user for bot_account in user.bots.select_related("user")]
    free = [_let_go(one, now) for one in (user, *own)]
    if not all(free):
        return False
    with transaction.atomic():
        if not Erasure.objects.filter(user=user, done_at=None).update(done_at=now):
            return False
        for one in (user, *own):
            # Someone who joined a club just now could leave it without an owner. From here on nobody joins.
            lock_user(one)
            leave_all_clubs(user=one, now=now)
        for bot_account in user.bots.select_related("user"):
            close_bot_account(bot_account=bot_account, now=now)
            change_bot_account(bot_account=bot_account, about="", link="")
        for one in (user, *own):
            _forget(one, now)
    return True


def _let_go(user: User, now: datetime) -> bool:
    """Leave everything that is running. Return True if nothing holds the user any more."""
    leave_pool(user=user)
    leave_all_clubs(user=user, now=now)
    cups = Tournament.objects.filter(entries__user=user, entries__state__in=("in", "reserve"))
    open_cups = cups.filter(status__in=Tournament.GOING_ON)
    _each(open_cups, lambda number: withdraw_from_tournament(tournament_id=number, user=user, now=now))
    waiting = Match.objects.filter(seats__user=user, status=Match.Status.OPEN)
    _each(waiting, lambda number: leave_match(match_id=number, user=user, now=now))
    played = Match.objects.filter(seats__user=user, seats__resigned_at=None, status__in=Match.GOING_ON)
    _each(played, lambda number: resign_seat(match_id=number, user_id=user.pk, now=now))
    rungs = Rung.objects.filter(user=user)
    for number in rungs.values_list("ladder_id", flat=True):
        with suppress(Refused):
            leave_ladder(ladder_id=number, user=user, now=now)
    # A match that waits for its public randomness begins in a moment, and is resigned from next time.
    return not rungs.exists() and not waiting.exists()


def _each(rows: "models.QuerySet[Any]", leave: Callable[[int], object]) -> None:
    """Leave each row, ignoring those that have ended meanwhile."""
    numbers: Iterable[int] = list(rows.values_list("pk", flat=True).distinct())
    for number in numbers:
        with suppress(Refused, ObjectDoesNotExist):
            leave(number)


def rows_of(user: User) -> "dict[str, models.QuerySet[Any]]":
    """The rows of each model that refer to a user, including relations without a reverse accessor."""
    found: dict[str, models.QuerySet[Any]] = {}
    for relation in User._meta.get_fields(include_hidden=True):
        if isinstance(relation, models.ManyToOneRel) and not relation.related_model._meta.auto_created:
            manager = relation.related_model._base_manager
            rows = manager.filter(**{relation.field.name: user})
            label = relation.related_model._meta.label
            found[label] = found[label] | rows if label in found else rows
    return found


def _forget(user: User, now: datetime) -> None:
    """Delete the person's own rows, and remove the name from the rest."""
    words = words_of(user)
    end_log_ins(user=user)
    for label, rows in rows_of(user).items():
        if label in OWN:
            rows.delete()
    Message.objects.filter(author=user, taken_back_at=None).update(taken_back_at=now)
    Message.objects.filter(author=user).update(text="")
    forget_words_of(user, now)
    Seat.objects.filter(invited=user).update(invited=None)
    FormerName.objects.filter(user=user).update(user=None)
    # A number takes the place of the name, and all other columns, groups and permissions are cleared.
    user.groups.clear()
    user.user_permissions.clear()
    blank = User(pk=user.pk, username=f"{NAMELESS}{user.pk}", kind=user.kind, brain=user.brain, is_active=False)
    blank.date_joined = user.date_joined
    blank.set_unusable_password()
    for field in User._meta.concrete_fields:
        setattr(user, field.attname, getattr(blank, field.attname))
    user.save()
    forget_words(user=user, words=words)
    account_erased.send(sender=User, user=user, words=words, now=now)
