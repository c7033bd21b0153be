"""Erasure: a person leaves, and what others took part in stays whole under a name that means nobody.

First the account gives up whatever still runs, each in the way of its own application; a seat goes to a bot, a rung
closes up. Then all that is the person's own is removed, and the row of the account loses its name. Where something
does not let go yet, such as a challenge that is being played, the sweep tries again.
"""

from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import datetime
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.db import models, transaction

from accounts.models import FormerName, User
from accounts.programs import program_change, program_close
from accounts.sessions import log_ins_end
from accounts.signals import account_erased
from games.beside import Message
from games.models import Match, Seat
from games.services.errors import Refused
from games.services.lobby import match_leave
from games.services.resigning import seat_resign
from ladders.models import Rung, Tournament
from ladders.services.ladders import ladder_leave
from ladders.services.tournaments import tournament_withdraw
from rights.models import Erasure
from rights.retention import COOLING_OFF
from rights.services.naming import words_forget, words_of

NAMELESS = "former-"
OWN = frozenset(
    {
        "account.EmailAddress",
        "accounts.Block",
        "accounts.Token",
        "accounts.Trace",
        "accounts.VacationDay",
        "api.KeptReply",
        "games.Following",
        "games.Muting",
        "games.Note",
        "games.Replay",
        "mfa.Authenticator",
        "rights.Archive",
        "usersessions.UserSession",
        *(f"notifications.{name}" for name in ("DeadAddress", "Device", "Feed", "Notice", "Pace")),
        *(f"notifications.{name}" for name in ("TopicWishes", "Webhook", "Wishes")),
        "moderation.Signal",
    }
)
"""Rows that go with the person."""
OF_ALL = frozenset(
    {
        "accounts.FormerName",
        "accounts.Program",
        "admin.LogEntry",
        "rights.Erasure",
        *(f"games.{name}" for name in ("Attendance", "FormerHolder", "Match", "Message", "Seat")),
        *(
            f"ladders.{name}"
            for name in ("Apart", "Challenge", "ChallengeSeat", "Entry", "Ladder", "Rating", "RatingChange")
        ),
        *(f"ladders.{name}" for name in ("Rung", "RungChange", "SeasonPlace", "Tournament")),
        # Notes about the person go by way of `accounts.signals.account_erased`; those that the person wrote stay.
        *(f"moderation.{name}" for name in ("AuditRow", "PlayerNote", "Report", "Sanction", "SealGrant")),
    }
)
"""Rows that others took part in: they stay, and their name is that of the nameless account."""


@transaction.atomic
def erasure_ask(*, user: User, now: datetime) -> Erasure:
    """Have an account erased after the days in which one may think again. Raises `Refused`."""
    if user.is_staff or user.is_superuser or user.groups.exists():
        raise Refused("has_office", "You look after others here: have the operator take your office first.")
    if not (user.is_person or user.is_guest):
        raise Refused("no_person", "Programs are closed by their owner, on the page of the program.")
    defaults = {"asked_at": now, "due_at": now + COOLING_OFF, "done_at": None}
    return Erasure.objects.get_or_create(user=user, defaults=defaults)[0]


def erasure_take_back(*, user: User) -> bool:
    """Keep the account after all; False where nothing was asked, or it is too late."""
    return bool(Erasure.objects.filter(user=user, done_at=None).delete()[0])


def erasures_due(*, now: datetime) -> list[int]:
    """Accounts whose time to think again is over."""
    return list(Erasure.objects.filter(due_at__lte=now, done_at=None).values_list("user_id", flat=True))


def account_erase(*, user_id: int, now: datetime) -> bool:
    """Erase an account; False where something does not let it go yet, or it is erased already."""
    user = User.objects.get(pk=user_id)
    if not Erasure.objects.filter(user=user, done_at=None).exists():
        return False
    own = [program.user for program in user.programs.select_related("user")]
    free = [_lets_go(one, now) for one in (user, *own)]
    if not all(free):
        return False
    with transaction.atomic():
        if not Erasure.objects.filter(user=user, done_at=None).update(done_at=now):
            return False
        for program in user.programs.select_related("user"):
            program_close(program=program, now=now)
            program_change(program=program, about="", link="")
        for one in (user, *own):
            _forget(one, now)
    return True


def _lets_go(user: User, now: datetime) -> bool:
    """Give up whatever runs; whether nothing holds the user any more."""
    running = (Match.Status.RUNNING, Match.Status.PAUSED)
    cups = Tournament.objects.filter(entries__user=user, entries__state__in=("in", "reserve"))
    open_cups = cups.filter(status__in=(Tournament.Status.ANNOUNCED, Tournament.Status.RUNNING))
    _each(open_cups, lambda number: tournament_withdraw(tournament_id=number, user=user, now=now))
    waiting = Match.objects.filter(seats__user=user, status=Match.Status.OPEN)
    _each(waiting, lambda number: match_leave(match_id=number, user=user, now=now))
    played = Match.objects.filter(seats__user=user, seats__resigned_at=None, status__in=running)
    _each(played, lambda number: seat_resign(match_id=number, user_id=user.pk, now=now))
    rungs = Rung.objects.filter(user=user)
    for number in rungs.values_list("ladder_id", flat=True):
        with suppress(Refused):
            ladder_leave(ladder_id=number, user=user, now=now)
    return not rungs.exists()


def _each(rows: "models.QuerySet[Any]", leave: Callable[[int], object]) -> None:
    """Leave each; what has ended meanwhile is left already."""
    numbers: Iterable[int] = list(rows.values_list("pk", flat=True).distinct())
    for number in numbers:
        with suppress(Refused, ObjectDoesNotExist):
            leave(number)


def rows_of(user: User) -> "dict[str, models.QuerySet[Any]]":
    """The rows of each table that name a user, those without a way back from the user too."""
    found: dict[str, models.QuerySet[Any]] = {}
    for relation in User._meta.get_fields(include_hidden=True):
        if isinstance(relation, models.ManyToOneRel) and not relation.related_model._meta.auto_created:
            manager = relation.related_model._base_manager
            rows = manager.filter(**{relation.field.name: user})
            label = relation.related_model._meta.label
            found[label] = found[label] | rows if label in found else rows
    return found


def _forget(user: User, now: datetime) -> None:
    """Remove what is the person's own, and take the name from the rest."""
    words = words_of(user)
    log_ins_end(user=user)
    for label, rows in rows_of(user).items():
        if label in OWN:
            rows.delete()
    Message.objects.filter(author=user, taken_back_at=None).update(taken_back_at=now)
    Message.objects.filter(author=user).update(text="")
    Seat.objects.filter(invited=user).update(invited=None)
    FormerName.objects.filter(user=user).update(user=None)
    _unname(user)
    words_forget(user=user, words=words)
    account_erased.send(sender=User, user=user, words=words, now=now)


def _unname(user: User) -> None:
    """Leave a number for a name, and nothing else; an office that was given while the account waited goes too."""
    user.groups.clear()
    user.user_permissions.clear()
    blank = User(pk=user.pk, username=f"{NAMELESS}{user.pk}", kind=user.kind, brain=user.brain, is_active=False)
    blank.date_joined = user.date_joined
    blank.set_unusable_password()
    for field in User._meta.concrete_fields:
        setattr(user, field.attname, getattr(blank, field.attname))
    user.save()
