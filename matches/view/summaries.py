"""Lists of matches, a line each, as one reader may see them; and what a substitute finds."""

from dataclasses import dataclass
from typing import Any

from django.db.models import F, Prefetch, Q, QuerySet

from accounts.models import User
from games.engine import game_of
from games.models import Match, Plan, Seat
from games.paces import pace_words
from games.planbook import is_settled
from games.rules.core import Player
from games.selectors import game_title, match_view_light, matches, may_see, seat_name, seat_of
from games.terms import Clock, Manners

GOING_ON = (Match.Status.RUNNING, Match.Status.PAUSED)


@dataclass(frozen=True)
class Brief:
    """One line of a list of matches, as one reader may see it."""

    number: int
    title: str
    slug: str
    stage: str
    status: str
    task: str
    seal: str
    deadline: Any
    turn_seconds: int
    seats_taken: int
    players: int
    waiting_for: str
    answered: bool
    place: int | None
    result: str
    at: Any
    names: tuple[str, ...]
    pace: str
    clock: Clock | None
    manners: Manners | None
    options: Any
    """None, as clock and manners, where the reader may see no more than this line and may not sit down either."""
    paused: bool
    held: bool
    """Whether a bot holds the reader's seat, which they may take back."""
    closed: bool
    """Whether this reader may see no more of it than this line."""
    open_seats: tuple[int, ...]
    """Seats that a substitute may take over."""
    vote: str
    """The question on which this reader's vote is awaited."""
    unread: int
    """Messages that this reader has not read, at tables of their own."""


def brief(match: Match, user_id: int | None, *, unread: int = 0) -> Brief:
    """Sum a match up for a list; needs `matches()` with its answers for those that run."""
    game, seats = game_of(match), list(match.seats.all())
    me = seat_of(match, user_id)
    view = match_view_light(match, me)
    taken = sum(seat.user_id is not None for seat in seats)
    closed = not may_see(match, user_id)
    open_seats = tuple(seat.number for seat in seats if seat.substitute_wanted)
    untold = closed and (match.private or not open_seats)
    return Brief(
        number=match.pk,
        title=game.title,
        slug=match.game,
        stage="" if closed else match.stage,
        status=match.status,
        task=view.asked.task if view.asked else "",
        seal=view.asked.seal if view.asked else "",
        deadline=None if closed else (view.asked.deadline if view.asked else None) or view.deadline,
        turn_seconds=match.turn_seconds,
        seats_taken=taken,
        players=match.players,
        waiting_for="" if closed else ", ".join(view.waiting_for),
        answered=bool(view.asked and view.asked.answer),
        place=None if me is None else seats[me].place,
        result="" if closed else match.result,
        at=match.ended_at or match.moved_at or match.created_at,
        names=tuple(seat_name(seat) for seat in seats if seat.user_id),
        pace=pace_words(match),
        clock=None if untold else view.clock,
        manners=None if untold else view.manners,
        options=None if untold else view.options,
        paused=match.status == Match.Status.PAUSED,
        held=_is_held(match, None if me is None else seats[me]),
        closed=closed,
        open_seats=open_seats,
        vote=view.vote.question if view.vote and view.vote.asks_me else "",
        unread=unread,
    )


def _is_held(match: Match, seat: Seat | None) -> bool:
    """Whether a bot plays a seat for a player who may come back."""
    going_on = match.status in GOING_ON
    return going_on and seat is not None and bool(seat.stand_in) and seat.resigned_at is None


def lists() -> QuerySet[Match]:
    """Matches with all that their briefs need."""
    return matches().prefetch_related("answers")


def open_matches(user_id: int | None) -> QuerySet[Match]:
    """Tables that wait for players, which this reader may join or see."""
    public = Q(private=False)
    mine = Q(host_id=user_id) | Q(seats__invited_id=user_id) | Q(seats__user_id=user_id) if user_id else Q(pk=None)
    return lists().filter(public | mine, status=Match.Status.OPEN).distinct().order_by("-pk")


def my_matches(user: User) -> QuerySet[Match]:
    """All matches in which a user sits, with this user's own plans."""
    own_plans = Prefetch("seats__plan", Plan.objects.filter(seat__user=user))
    return lists().prefetch_related(own_plans).filter(seats__user=user).order_by("-pk")


def public_matches(*statuses: str) -> QuerySet[Match]:
    """Matches that stand in everyone's lists."""
    return lists().filter(private=False, status__in=statuses).order_by("-moved_at", "-pk")


def matches_short_of_players() -> QuerySet[Match]:
    """Matches that go on and have a seat for a substitute, in everyone's lists."""
    return public_matches(*GOING_ON).filter(seats__substitute_wanted=True).distinct()


def open_seat(match: Match, number: Player, *, invited: bool) -> Seat | None:
    """The seat that a substitute may take over, if it is open to one who is invited, or to all.

    Who may not watch the table may know this much of it: a seat that nobody finds is not open.
    """
    if match.status not in GOING_ON or (match.private and not invited):
        return None
    wanted = (seat for seat in match.seats.all() if seat.substitute_wanted and seat.resigned_at is None)
    return next((seat for seat in wanted if seat.number == number), None)


@dataclass(frozen=True)
class Turn:
    """A decision that a table waits for."""

    number: int
    """The table's."""
    title: str
    deadline: Any


def turns_waiting(user_id: int) -> list[Turn]:
    """The tables that wait for a user's first answer and have no plan that gives it, soonest first."""
    seats = Seat.objects.filter(user_id=user_id, awaited=True, match__status=Match.Status.RUNNING, stand_in="")
    waiting = seats.exclude(answers__step=F("match__step") + 1).select_related("match", "user", "plan")
    asked = (seat for seat in waiting.order_by("deadline", "pk") if not is_settled(seat))
    return [Turn(seat.match_id, game_title(seat.match), seat.deadline) for seat in asked]


def matches_inviting(user: User) -> QuerySet[Match]:
    """Matches that wait for players and keep a seat for this user."""
    return lists().filter(seats__invited=user, seats__user=None, status=Match.Status.OPEN)


def starred_matches(user: User) -> QuerySet[Match]:
    """Matches that a user follows without sitting there."""
    starred = lists().filter(followings__user=user, followings__starred=True)
    return starred.exclude(seats__user=user).order_by("-moved_at", "-pk")
