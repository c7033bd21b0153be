"""Ratings follow from the log of results, in the order in which matches ended.

The log has a line for each player of each rated match. A new last line is computed from the current ratings. After a
line that comes late or is voided, the later lines that follow from it are recomputed with the same function. So the
current ratings always equal those computed from the whole log.
"""

from collections.abc import Collection, Iterable, Iterator
from datetime import datetime
from itertools import islice

from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery

from accounts.models import User
from foundation.rows import save_rows
from foundation.shares import in_shares, rows_after
from ladders.methods.ratings import Finish, Skill, places_with_forfeits, skills_after
from ladders.models import Pool, Rating, RatingChange, Result
from ladders.selectors.ratings import COUNTING, SeatFact, speed_of
from matches.models import Match

Skills = dict[int, Skill]
A_CHUNK = 500
FEW = 50
"""Up to so many players, later results are looked up by who played; beyond, reading them all is quicker."""
IN_ORDER = ("ended_at", "match_id")
NUMBERS = ("mu_before", "sigma_before", "mu", "sigma")
COUNTED = {"result__unrated": "", "result__voided_at": None}


def lock_pool(match: Match) -> Pool:
    """The pool of a match, locked until the transaction ends: its ratings change one match at a time."""
    pool, _ = Pool.objects.get_or_create(game=match.game, speed=speed_of(match))
    return Pool.objects.select_for_update().get(pk=pool.pk)


def rate_result(*, result: Result, facts: list[SeatFact]) -> None:
    """Write the log lines of a new result in a locked pool, and update the ratings."""
    players = [fact.user_id for fact in facts]
    is_last = not _after(result).exists()
    # The last result begins from the current ratings, which need no search.
    skills = _current(result.pool, players) if is_last else _skills_before(result, players)
    places = places_with_forfeits([fact.place for fact in facts], [fact.forfeit for fact in facts])
    lines = [
        RatingChange(result=result, user_id=fact.user_id, place=place, away=fact.away, forfeit=fact.forfeit)
        for fact, place in zip(facts, places, strict=True)
    ]
    _compute(lines, skills)
    RatingChange.objects.bulk_create(lines)
    if not is_last:
        _save(_recompute_after(result, skills))
    _keep(result.pool, skills, counted=players)


def _compute(lines: list[RatingChange], skills: Skills) -> None:
    """Fill in the lines of one result and update the skills."""
    before = [skills.get(line.user_id, Skill()) for line in lines]
    finishes = [Finish(skill, line.place, line.away or line.forfeit) for line, skill in zip(lines, before, strict=True)]
    for line, skill, after in zip(lines, before, skills_after(finishes), strict=True):
        line.mu_before, line.sigma_before = skill
        line.mu, line.sigma = after
        skills[line.user_id] = after


def _current(pool: Pool, users: Collection[int]) -> Skills:
    return {rating.user_id: rating.skill for rating in pool.ratings.filter(user__in=users)}


def _skills_before(result: Result, users: Collection[int]) -> Skills:
    """The skill of each of these players just before a result: of newcomers, none."""
    ended_at, match_id = result.ended_at, result.match_id
    # The first condition follows from the second, but only it is found in an index.
    earlier = Q(result__ended_at__lte=ended_at) & (
        Q(result__ended_at__lt=ended_at) | Q(result__ended_at=ended_at, result__match_id__lt=match_id)
    )
    mine = RatingChange.objects.filter(earlier, **COUNTED, result__pool=result.pool_id, user=OuterRef("pk"))
    newest = Subquery(mine.order_by("-result__ended_at", "-result__match_id").values("pk")[:1])
    lines = RatingChange.objects.filter(pk__in=User.objects.filter(pk__in=users).values(line=newest))
    return {line.user_id: line.after for line in lines}


def _after(result: Result) -> QuerySet[Result]:
    """The counting results of the pool after this one, in order."""
    return rows_after(_counting(result.pool_id), [result.ended_at, result.match_id], by=IN_ORDER)


def _counting(pool_id: int) -> QuerySet[Result]:
    """The counting results of a pool in order."""
    return Result.objects.filter(COUNTING, pool_id=pool_id).order_by(*IN_ORDER).prefetch_related("changes")


def _recompute_after(result: Result, skills: Skills) -> Iterator[RatingChange]:
    """Recompute the later results of players whose skill has changed, and of those whose skill changes by that."""
    for later in _concerning(result, skills):
        lines = _lines_of(later)
        if any(skills.get(line.user_id, line.before) != line.before for line in lines):
            skills |= {line.user_id: line.before for line in lines if line.user_id not in skills}
            yield from _recompute(lines, skills)
        else:
            skills |= {line.user_id: line.after for line in lines if line.user_id in skills}


def _concerning(result: Result, skills: Skills) -> Iterator[Result]:
    """The later results of these players in order; players who are added meanwhile count from there on."""
    while len(skills) <= FEW:
        known = len(skills)
        found = RatingChange.objects.filter(user__in=list(skills)).values("result")
        some = list(_after(result).filter(pk__in=found)[:FEW])
        for later in some:
            yield later
            result = later
            if len(skills) > known:
                # The others of these may come after a result of the new players.
                break
        else:
            if len(some) < FEW:
                return
    yield from in_shares(_after(result), A_CHUNK, by=IN_ORDER)


def _lines_of(result: Result) -> list[RatingChange]:
    return sorted(result.changes.all(), key=lambda line: line.pk)


def _recompute(lines: list[RatingChange], skills: Skills) -> list[RatingChange]:
    """Recompute the lines of one result; return those that differ now."""
    stored = [(line.before, line.after) for line in lines]
    _compute(lines, skills)
    return [line for line, was in zip(lines, stored, strict=True) if (line.before, line.after) != was]


def _save(lines: Iterator[RatingChange]) -> None:
    """Write lines while they are computed, so that those of a whole pool are never held at once."""
    while some := list(islice(lines, A_CHUNK)):
        save_rows(some, NUMBERS)


def recompute_pool(*, pool: Pool) -> int:
    """Recompute all lines of a locked pool; return the number of results."""
    skills: Skills = {}
    results = _counting(pool.pk)
    in_order = in_shares(results, A_CHUNK, by=IN_ORDER)
    _save(line for result in in_order for line in _recompute(_lines_of(result), skills))
    pool.ratings.filter(~Exists(_counting_lines(pool).filter(user=OuterRef("user")))).delete()
    _keep(pool, skills, counted=skills)
    return results.count()


def _counting_lines(pool: Pool) -> QuerySet[RatingChange]:
    return RatingChange.objects.filter(**COUNTED, result__pool=pool)


def _keep(pool: Pool, skills: Skills, *, counted: Iterable[int]) -> None:
    """Store the ratings of the log, and the number of matches of players for whom it may differ.

    Of these, players without a line left have no rating.
    """
    for users in _chunks(list(skills.keys() - counted)):
        _store(pool, skills, dict.fromkeys(users, 0), ["mu", "sigma"])
    for users in _chunks(list(counted)):
        lines = _counting_lines(pool).filter(user__in=users).order_by()
        counts = dict(lines.values_list("user_id").annotate(Count("pk")))
        _store(pool, skills, counts, ["mu", "sigma", "matches"])
        pool.ratings.filter(user__in=[user for user in users if user not in counts]).delete()


def _store(pool: Pool, skills: Skills, counts: dict[int, int], fields: list[str]) -> None:
    rows = [
        Rating(pool=pool, user_id=user, mu=skills[user].mu, sigma=skills[user].sigma, matches=count)
        for user, count in counts.items()
    ]
    Rating.objects.bulk_create(rows, update_conflicts=True, unique_fields=["pool", "user"], update_fields=fields)


def _chunks(users: list[int]) -> Iterator[list[int]]:
    return (users[first : first + A_CHUNK] for first in range(0, len(users), A_CHUNK))


def void_result(*, match_id: int, reason: str, now: datetime) -> bool:
    """Void a match's ratings and recompute the later ones that follow from it; return True if it counted until now."""
    with transaction.atomic():
        result = Result.objects.select_related("match").filter(match_id=match_id).first()
        if result is None:
            return False
        pool = lock_pool(result.match)
        result.refresh_from_db()
        if not result.counts:
            return False
        result.voided_at, result.void_reason = now, reason
        result.save(update_fields=["voided_at", "void_reason"])
        players = list(result.changes.values_list("user_id", flat=True))
        skills = dict.fromkeys(players, Skill()) | _skills_before(result, players)
        _save(_recompute_after(result, skills))
        _keep(pool, skills, counted=players)
    return True


def rebuild_ratings() -> int:
    """Recompute all ratings from the log; return the number of results."""
    done = 0
    for pool_id in Pool.objects.order_by("pk").values_list("pk", flat=True):
        with transaction.atomic():
            done += recompute_pool(pool=Pool.objects.select_for_update().get(pk=pool_id))
    return done
