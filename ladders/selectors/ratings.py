"""Queries for ratings, and the results of a finished match."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.core.cache import caches
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from accounts.models import User
from games.registry import GAMES
from ladders.methods.ratings import Skill, provisional
from ladders.models import Pool, Rating, RatingChange
from ladders.models.time_controls import HasClock
from matches import policy
from matches.lobby.arranged import left_by_player
from matches.models import Match, Seat

COUNTING = Q(unrated="", voided_at=None)
SPARK = 8
KEPT_SECONDS = 60
"""How long the place cards of a table may show a rating that has changed."""


class SeatRating(NamedTuple):
    """A player's rating as their place card shows it."""

    number: int
    provisional: bool


class Course(NamedTuple):
    """A player's rating now, and how they came to it."""

    rating: Rating
    spark: Sequence[int]
    """The last few numbers, oldest first."""


class SeatFact(NamedTuple):
    """One player's result in a finished match."""

    user_id: int
    place: int
    away: bool
    """A bot or a substitute ended the match for them."""
    forfeit: bool
    """They resigned."""


def speed_of(clocked: Match | HasClock) -> str:
    """The speed at which a match, or every match of a ladder or tournament, counts."""
    return Pool.Speed(policy.POLICY.speed(clocked.turn_seconds))


def seat_facts(seats: Sequence[Seat]) -> list[SeatFact]:
    """The results of a finished match by seat; a substitute's result counts for the player who first had the seat."""
    facts = []
    for seat in seats:
        user_id = seat.first_user_id or seat.user_id
        if user_id is not None and seat.place is not None:
            place = seat.rated_place or seat.place
            # Places that a moderator set stand, even for players who left or resigned.
            away, forfeit = left_by_player(seat), seat.resigned_at is not None
            by_rules = not seat.match.adjusted
            facts.append(SeatFact(user_id, place, away and by_rules, forfeit and by_rules))
    return facts


@dataclass(frozen=True)
class RatingLine:
    """One rating as displayed."""

    game: str
    title: str
    """The game."""
    speed: str
    number: int
    error: int
    matches: int
    provisional: bool
    history: tuple[int, ...]
    """The number after each match, oldest first."""
    pool_id: int


def rating_numbers(user: User) -> dict[tuple[str, str], int]:
    """A player's rating by game and speed; a newcomer's where there is none yet."""
    newcomer = Skill().number
    numbers = {(slug, str(speed)): newcomer for slug in GAMES for speed in Pool.Speed}
    found = Rating.objects.filter(user=user).select_related("pool")
    return numbers | {(row.pool.game, row.pool.speed): row.number for row in found}


def ratings_of(user: User) -> list[RatingLine]:
    """All ratings of a player with their histories, by the log."""
    lines = RatingChange.objects.filter(user=user, result__unrated="", result__voided_at=None)
    pool = ("result__pool__game", "result__pool__speed", "result__pool")
    rows = lines.order_by(*pool, "result__ended_at", "result__match_id").values_list(*pool, "mu", "sigma")
    found: dict[tuple[str, str, int], list[Skill]] = {}
    for game, speed, pool_id, mu, sigma in rows:
        found.setdefault((game, speed, pool_id), []).append(Skill(mu, sigma))
    return [
        RatingLine(
            game=game,
            title=_title(game),
            speed=str(Pool.Speed(speed).label),
            number=skills[-1].number,
            error=skills[-1].error,
            matches=len(skills),
            provisional=provisional(skills[-1], len(skills)),
            history=tuple(skill.number for skill in skills),
            pool_id=pool_id,
        )
        for (game, speed, pool_id), skills in found.items()
    ]


def _title(slug: str) -> str:
    game = GAMES.get(slug)
    return game.title if game else slug


def ratings_for(game: str, speed: str, users: Sequence[int]) -> dict[int, Rating]:
    """The ratings of several players in one pool."""
    found = Rating.objects.filter(pool__game=game, pool__speed=speed, user__in=users)
    return {rating.user_id: rating for rating in found}


def ratings_listed(pool: Pool) -> QuerySet[Rating]:
    """All ratings of a pool with their players, best first."""
    return pool.ratings.select_related("user").order_by("-mu", "user_id")


def ratings_counted(pool: Pool) -> int:
    """The number of ratings of a pool; kept for a minute, as counting takes longer the more there are."""
    key = f"ratings-of:{pool.pk}"
    kept: int | None = caches["near"].get(key)
    if kept is None:
        kept = pool.ratings.count()
        caches["near"].set(key, kept, KEPT_SECONDS)
    return kept


def pools_rated() -> QuerySet[Pool]:
    """The pools in which somebody has a rating. Their ratings are not read: one of each is enough."""
    return Pool.objects.filter(Exists(Rating.objects.filter(pool=OuterRef("pk")))).order_by("pk")


def ratings_at_table(number: int, game: str, turn_seconds: int) -> dict[str, SeatRating]:
    """The ratings of a table's players by the address of their page; kept for a minute, as open tables often ask."""
    key = f"ratings-at:{number}"
    kept: dict[str, SeatRating] | None = caches["near"].get(key)
    if kept is None:
        pool = {"pool__game": game, "pool__speed": policy.POLICY.speed(turn_seconds)}
        found = Rating.objects.filter(**pool, user__seats__match=number).select_related("user")
        kept = {row.user.get_absolute_url(): SeatRating(row.number, row.provisional) for row in found}
        caches["near"].set(key, kept, KEPT_SECONDS)
    return kept


def courses_for(game: str, speed: str, users: Collection[int]) -> dict[int, Course]:
    """The ratings of several players in one pool, by its log."""
    lines = RatingChange.objects.filter(
        result__pool__game=game,
        result__pool__speed=speed,
        result__unrated="",
        result__voided_at=None,
        user__in=users,
    ).order_by("result__ended_at", "result__match_id")
    found: dict[int, list[Skill]] = {}
    for user_id, mu, sigma in lines.values_list("user_id", "mu", "sigma"):
        found.setdefault(user_id, []).append(Skill(mu, sigma))
    return {
        user_id: Course(
            Rating(user_id=user_id, mu=skills[-1].mu, sigma=skills[-1].sigma, matches=len(skills)),
            [skill.number for skill in skills[-SPARK:]],
        )
        for user_id, skills in found.items()
    }


def to_follow(limit: int) -> list[int]:
    """Matches that ended, or whose outcome a moderator changed, since they were last processed."""
    found = Match.objects.filter(outcome__gt=F("followed")).order_by("ended_at", "pk")
    return list(found.values_list("pk", flat=True)[:limit])
