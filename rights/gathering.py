"""All that the site keeps of one user, part by part, as an archive tells it."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db.models import Q, QuerySet

from accounts.models import User
from games.api.shapes import match_shape
from games.beside import Following, Message, Muting, Note
from games.models import Match
from games.selectors import match_view, matches, may_see, seat_of
from games.vault import unseal

WHOLE_LOG = 100_000
A_BATCH = 200
Rows = list[dict[str, Any]]


class Part(NamedTuple):
    """One part of an archive."""

    name: str
    title: str
    rows: Callable[[User], Rows]


def _account(user: User) -> Rows:
    names = ("username", "kind", "email", "time_zone", "date_language", "quiet_from", "quiet_until")
    dates = ("date_joined", "last_login", "consented_at")
    return [{name: getattr(user, name) for name in (*names, *dates)} | {"groups": list(_groups(user))}]


def _groups(user: User) -> QuerySet[Any, str]:
    return user.groups.values_list("name", flat=True)


def _messages(user: User) -> Rows:
    found = Message.objects.filter(author=user)
    return _of(found, "match_id", "room", "number", "text", "at", "taken_back_at")


def _notes(user: User) -> Rows:
    found = Note.objects.filter(writer=user).order_by("at")
    return [{"match_id": note.match_id, "at": note.at, "text": unseal(note.sealed, str)} for note in found]


def _of(manager: Any, *columns: str) -> Rows:
    return list(manager.order_by("pk").values(*columns))


PARTS = (
    Part("account", "Your account", _account),
    Part("addresses", "Mail addresses", lambda user: _of(EmailAddress.objects.filter(user=user), "email", "verified")),
    Part(
        "log-ins",
        "Where you are logged in",
        lambda user: _of(UserSession.objects.filter(user=user), "user_agent", "ip", "created_at", "last_seen_at"),
    ),
    Part(
        "second-factors",
        "Second factors",
        lambda user: _of(Authenticator.objects.filter(user=user), "type", "created_at", "last_used_at"),
    ),
    Part("vacation", "Vacation days", lambda user: _of(user.vacation_days, "day")),
    Part(
        "tokens",
        "Tokens",
        lambda user: _of(user.tokens, "name", "scopes", "made_at", "expires_at", "revoked_at", "used_at"),
    ),
    Part("programs", "Programs", lambda user: _of(user.programs, "user__username", "about", "link")),
    Part(
        "notices",
        "Notices",
        lambda user: _of(
            user.notices, "kind", "channel", "context", "address", "state", "reason", "made_at", "read_at"
        ),
    ),
    Part("browsers", "Browsers for pushed notices", lambda user: _of(user.devices, "name", "made_at", "used_at")),
    Part("messages", "Messages that you wrote", _messages),
    Part("notes", "Notes for yourself", _notes),
    Part(
        "followed",
        "Tables that you follow",
        lambda user: _of(Following.objects.filter(user=user), "match_id", "muted", "starred"),
    ),
    Part("answered", "Hours in which you answered", lambda user: _of(user.answer_hours, "match_id", "hour")),
    Part("traces", "Days on which a browser or network was noted", lambda user: _of(user.traces, "kind", "day")),
    Part("replays", "Replays that you brought", lambda user: _of(user.replays, "title", "token", "added_at")),
    Part("blocked", "Whom you have blocked", lambda user: _of(user.blocks, "other__username", "at")),
    Part("muted", "Whom you do not read", lambda user: _of(Muting.objects.filter(reader=user), "muted__username")),
    Part("ratings", "Ratings", lambda user: _of(user.ratings, "pool__game", "pool__speed", "mu", "sigma", "matches")),
    Part(
        "rungs",
        "Rungs on ladders",
        lambda user: _of(user.rungs, "ladder__title", "division__level", "position", "joined_at"),
    ),
    Part(
        "tournaments",
        "Tournaments",
        lambda user: _of(user.tournament_entries, "tournament__title", "state", "entered_at"),
    ),
)
"""The parts, in the order in which one reads them."""


def tables_of(user: User) -> list[int]:
    """The numbers of the tables at which a user holds a seat, or held one where they may still look on."""
    mine = matches().filter(Q(seats__user=user) | Q(former_holders__user=user)).order_by("pk").distinct()
    return [match.pk for match in mine.iterator(chunk_size=A_BATCH) if may_see(match, user.pk)]


def table_as_seen(number: int, user: User) -> bytes:
    """A table as this user may see it today, to the last step of its log."""
    match = Match.objects.get(pk=number)
    view = match_view(match, seat_of(match, user.pk), log_steps=WHOLE_LOG)
    return msgspec.json.format(msgspec.json.encode(match_shape(view)), indent=1)


def parts_of(user: User) -> Iterator[tuple[Part, Rows]]:
    """Every part with its rows."""
    return ((part, part.rows(user)) for part in PARTS)
