"""Whom a person follows, who waits for whom, and the tables that friends have open."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from django.db.models import QuerySet

from accounts.models import User
from engine.view import Envelope, MatchView
from friends.models import Follow
from games.registry import GAMES
from matches.models import Match, Seat
from matches.view.match_view import match_view_light, seat_of
from matches.view.summaries import lists

MOST_MATCHES = 200
"""How many running matches are looked at."""


@dataclass(frozen=True)
class Common:
    """A running match of the reader and a friend."""

    number: int
    title: str
    my_turn: bool
    their_turn: bool
    """True if the table waits for the friend, where it shows who has answered."""


@dataclass(frozen=True)
class OpenTable:
    """A friend's table that anyone may join."""

    number: int
    title: str
    free: int


@dataclass
class Friend:
    """Someone whom the reader follows."""

    user: User
    mutual: bool
    """True if they follow the reader too."""
    matches: list[Common] = field(default_factory=list)
    tables: list[OpenTable] = field(default_factory=list)

    @property
    def mine(self) -> list[Common]:
        """The matches that wait for the reader."""
        return [match for match in self.matches if match.my_turn]

    @property
    def theirs(self) -> list[Common]:
        """The matches that wait for the friend."""
        return [match for match in self.matches if match.their_turn]


def people_followed(user: User) -> QuerySet[Follow]:
    """The people whom a user follows, newest first."""
    return _shown(user.follows.select_related("other").filter(other__is_active=True))


def followers(user: User) -> QuerySet[Follow]:
    """The people who follow a user, newest first."""
    return _shown(user.followers.select_related("by").filter(by__is_active=True))


def _shown(rows: QuerySet[Follow]) -> QuerySet[Follow]:
    return rows.filter(refused=False).order_by("-pk")


def follows(user: User, other: User) -> bool:
    """True if one person follows another."""
    return Follow.objects.filter(by=user, other=other, refused=False).exists()


def followed_among(user: User, others: Iterable[User]) -> set[int]:
    """The ids of those whom a user follows."""
    return set(Follow.objects.filter(by=user, other__in=list(others), refused=False).values_list("other_id", flat=True))


def friends_of(user: User, rows: Collection[Follow]) -> list[Friend]:
    """Return these people with what goes on between them and the reader; those who wait for the reader come first."""
    ids = [row.other_id for row in rows]
    mutual = set(Follow.objects.filter(by__in=ids, other=user, refused=False).values_list("by_id", flat=True))
    friends = {row.other_id: Friend(row.other, row.other_id in mutual) for row in rows}
    _add_matches(user, friends)
    _add_tables(friends)
    return sorted(friends.values(), key=lambda friend: (not friend.mine, not friend.theirs, not friend.tables))


def _add_matches(user: User, friends: dict[int, Friend]) -> None:
    """Add the reader's running matches. Those that hide names are left out: they would tell who sits there."""
    found = lists().filter(seats__user=user, status__in=Match.GOING_ON, anonymous=False)
    found = found.filter(pk__in=Seat.objects.filter(user__in=list(friends)).values("match"))
    for match in found.order_by("-moved_at", "-pk")[:MOST_MATCHES]:
        view = match_view_light(match, seat_of(match, user.pk))
        for seat in match.seats.all():
            if seat.user_id in friends:
                friends[seat.user_id].matches.append(_common(match, view, seat))


def _common(match: Match, view: MatchView, seat: Seat) -> Common:
    running = match.status == Match.Status.RUNNING
    mine = running and view.asked is not None and not view.asked.answer
    theirs = running and view.seats[seat.number].envelope == Envelope.AWAITED
    return Common(match.pk, view.title, mine, theirs)


def _add_tables(friends: dict[int, Friend]) -> None:
    found = lists().filter(host__in=list(friends), status=Match.Status.OPEN, private=False, anonymous=False)
    for match in found.filter(beacon_round=None).order_by("pk"):
        seats = match.seats.all()
        free = sum(seat.user_id is None and seat.offer == Seat.Offer.OPEN for seat in seats)
        if free and match.host_id is not None:
            friends[match.host_id].tables.append(OpenTable(match.pk, GAMES[match.game].title, free))
