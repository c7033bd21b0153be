"""Summaries for lists of matches, as one reader may see them, and the seats open to substitutes."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet

from accounts.models import User, UserKind
from engine import Player
from engine.table_settings import TableSettings, TimeControl
from engine.view import MatchView
from foundation.kept_queries import KeptQuery, given
from matches.audience import is_admitted
from matches.clocks.time_controls import pace_words
from matches.conditional_moves.book import is_settled
from matches.log.states import game_of, state_of
from matches.models import ConditionalBook, Match, Seat
from matches.notices import topic_of
from matches.view.joining import joining_line
from matches.view.match_view import game_title, match_view_light, matches, may_see, seat_name, seat_of


@dataclass(frozen=True)
class Summary:
    """One line in a list of matches, as one reader may see it."""

    number: int
    title: str
    slug: str
    stage: str
    fork: str
    """Where it was played on from, or ""."""
    status: str
    task: str
    seal: str
    deadline: Any
    no_hurry: bool
    """True if one person plays bots alone, so that lists show no deadline."""
    turn_seconds: int
    seats_taken: int
    players: int
    waiting_for: str
    answered: bool
    place: int | None
    places: tuple[int | None, ...]
    """The place of each seat."""
    result: str
    at: Any
    names: tuple[str, ...]
    pace: str
    joining: str
    """Whom the host wants, in a few words, or ""."""
    time_control: TimeControl | None
    table_settings: TableSettings | None
    options: Any
    """None, like `time_control` and `table_settings`, if the reader may see only this line and may not join."""
    paused: bool
    held: bool
    """True if a bot holds the reader's seat, which they may take back."""
    closed: bool
    """True if the reader may see only this line."""
    open_seats: tuple[int, ...]
    """Seats open to a substitute."""
    vote: str
    """The vote question that awaits the reader, or ""."""
    unread: int
    """The reader's unread messages, at their own tables."""


def summary(match: Match, user_id: int | None, *, unread: int = 0) -> Summary:
    """Return the summary of a match, which needs `lists()` if it is running."""
    return summary_of(match, match_view_light(match, seat_of(match, user_id)), user_id, unread=unread)


def summary_of(match: Match, view: MatchView, user_id: int | None, *, unread: int = 0) -> Summary:
    """Return the summary of a match from this reader's view of it."""
    game, seats, me = game_of(match), list(match.seats.all()), view.me
    taken = sum(seat.user_id is not None for seat in seats)
    closed = not may_see(match, user_id)
    open_seats = tuple(seat.number for seat in seats if seat.substitute_wanted)
    hidden = closed and (match.private or not open_seats)
    return Summary(
        number=match.pk,
        title=game.title,
        slug=match.game,
        stage="" if closed else view.stage,
        fork="" if closed else view.fork_words,
        status=match.status,
        task=view.asked.task if view.asked else "",
        seal=view.asked.seal if view.asked else "",
        deadline=None if closed else (view.asked.deadline if view.asked else None) or view.deadline,
        no_hurry=view.is_against_bots,
        turn_seconds=match.turn_seconds,
        seats_taken=taken,
        players=match.players,
        waiting_for="" if closed else ", ".join(view.waiting_for),
        answered=bool(view.asked and view.asked.answer),
        place=None if me is None else seats[me].place,
        places=tuple(seat.place for seat in seats),
        result="" if closed else view.result,
        at=match.ended_at or match.moved_at or match.created_at,
        names=tuple(seat_name(seat) for seat in seats if seat.user_id),
        pace=pace_words(match),
        joining=joining_line(view.table_settings) if view.table_settings and not hidden else "",
        time_control=None if hidden else view.time_control,
        table_settings=None if hidden else view.table_settings,
        options=None if hidden else view.options,
        paused=match.status == Match.Status.PAUSED,
        held=_is_held(match, None if me is None else seats[me]),
        closed=closed,
        open_seats=open_seats,
        vote=view.vote.question if view.vote and view.vote.asks_me else "",
        unread=unread,
    )


def result_words(match: Match) -> str:
    """Return how a match ended, as everybody may know it; empty before its end."""
    if match.status != Match.Status.FINISHED:
        return ""
    game = game_of(match)
    return game.wording.result(game.observation(state_of(match), None))


def _is_held(match: Match, seat: Seat | None) -> bool:
    """True if a bot plays a seat for a player who may return."""
    going_on = match.status in Match.GOING_ON
    return going_on and seat is not None and bool(seat.stand_in) and seat.resigned_at is None


def lists() -> QuerySet[Match]:
    """Matches with the related rows that their summaries need."""
    return matches().prefetch_related("answers")


def open_matches(user_id: int | None) -> QuerySet[Match]:
    """Open tables that this reader may join or see."""
    public = Q(private=False, beacon_round=None)
    # Not by a join, which finds a table once for each of its seats and makes the database compare whole rows.
    sitting = Seat.objects.filter(Q(invited_id=user_id) | Q(user_id=user_id), match__status=Match.Status.OPEN)
    mine = Q(host_id=user_id) | Q(pk__in=sitting.values("match")) if user_id else Q(pk=None)
    return lists().filter(public | mine, status=Match.Status.OPEN).order_by("-pk")


def my_matches(user: User) -> QuerySet[Match]:
    """All matches in which a user has a seat, with their own conditional moves."""
    return lists().prefetch_related(own_books(user)).filter(seats__user=user).order_by("-pk")


def with_players() -> "Prefetch[Any]":
    """The seats of matches with their players, to prefetch, as `matches()` does."""
    return Prefetch("seats", Seat.objects.select_related("user"))


def own_books(user: User) -> "Prefetch[Any]":
    """The conditional moves of a user's own seats, to prefetch for matches."""
    return Prefetch("seats__conditional_book", ConditionalBook.objects.filter(seat__user=user))


def my_ended_matches(user: User) -> QuerySet[Match]:
    """All matches that a user has played, the last one first. Nothing is open in these, so their seats are enough."""
    ended = matches().filter(seats__user=user, started_at__isnull=False, ended_at__isnull=False)
    return ended.order_by("-ended_at")


def public_matches(*statuses: str) -> QuerySet[Match]:
    """Public matches with one of these statuses."""
    return lists().filter(private=False, status__in=statuses).order_by("-moved_at", "-pk")


def matches_short_of_players() -> QuerySet[Match]:
    """Ongoing public matches with a seat for a substitute."""
    wanted = Seat.objects.filter(substitute_wanted=True)
    return public_matches(*Match.GOING_ON).filter(pk__in=wanted.values("match"))


def open_seat(match: Match, number: Player, user_id: int | None, *, token: str) -> Seat | None:
    """Return a seat if it is open to a reader: to everyone, by the token of an invitation link, or to members.

    Users who may not watch the table may know this too, as any other seat looks closed.
    """
    admitted = not match.private or match.is_invitation(token) or (user_id and is_admitted(match.pk, user_id))
    if match.status not in Match.GOING_ON or not admitted:
        return None
    wanted = (seat for seat in match.seats.all() if seat.substitute_wanted and seat.resigned_at is None)
    return next((seat for seat in wanted if seat.number == number), None)


@dataclass(frozen=True)
class Turn:
    """A decision that a table waits for."""

    number: int
    """The number of the table."""
    title: str
    deadline: Any
    no_hurry: bool
    """True if all others at the table are bots, who do not mind when it comes."""


# A seat that a stand-in holds for its player, or that waits for a substitute, is a person's.
OTHER_PEOPLE = (
    Seat.objects.filter(match=OuterRef("match"))
    .exclude(pk=OuterRef("pk"))
    .exclude(user__kind=UserKind.HOUSE, stand_in="", resigned_at=None)
)
WAITING = KeptQuery(
    lambda: (
        Seat.objects.filter(user_id=given("user"), awaited=True, match__status=Match.Status.RUNNING, stand_in="")
        .exclude(answers__step=F("match__step") + 1)
        .annotate(with_people=Exists(OTHER_PEOPLE))
        .select_related("match", "user", "conditional_book")
        .order_by("-with_people", "deadline", "pk")
    )
)


class Awaited(NamedTuple):
    """The decisions that tables ask a user for."""

    turns: list[Turn]
    """What the user and their conditional moves have not answered, by deadline; tables of bots come last."""
    settled: set[tuple[str, int]]
    """What their conditional moves answer, as topics and steps of notices."""


def decisions_awaited(user_id: int) -> Awaited:
    """Return which decisions a user is asked for now, and which are settled ahead."""
    turns, settled = list[Turn](), set[tuple[str, int]]()
    for seat in WAITING.rows(user=user_id):
        match: Match = seat.match
        if is_settled(seat):
            settled.add((topic_of(match.pk), match.next_step))
        else:
            alone = not getattr(seat, "with_people", True)
            turns.append(Turn(match.pk, game_title(match), seat.deadline, no_hurry=alone))
    return Awaited(turns, settled)


def matches_inviting(user: User) -> QuerySet[Match]:
    """Open tables that keep a seat for this user."""
    return lists().filter(seats__invited=user, seats__user=None, status=Match.Status.OPEN)


def starred_matches(user: User) -> QuerySet[Match]:
    """Starred matches in which the user has no seat."""
    starred = lists().filter(followings__user=user, followings__starred=True)
    return starred.exclude(seats__user=user).order_by("-moved_at", "-pk")
