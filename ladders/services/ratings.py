"""Ratings follow from the log of results, in the order in which matches ended.

The log has a line for each player of each rated match. A new last line is computed from the current ratings. After a
line that comes late or is voided, all later lines of its pool are recomputed with the same function. So the current
ratings always equal those computed from the whole log.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import Count, Q, QuerySet

from ladders.methods.ratings import Finish, Skill, places_with_forfeits, skills_after
from ladders.models import Pool, Rating, RatingChange, Result
from ladders.selectors.ratings import COUNTING, SeatFact, speed_of
from matches.models import Match

Skills = dict[int, Skill]
A_CHUNK = 500


def lock_pool(match: Match) -> Pool:
    """The pool of a match, locked until the transaction ends: its ratings change one match at a time."""
    pool, _ = Pool.objects.get_or_create(game=match.game, speed=speed_of(match))
    return Pool.objects.select_for_update().get(pk=pool.pk)


def rate_result(*, result: Result, facts: list[SeatFact]) -> None:
    """Write the log lines of a new result in a locked pool, and update the ratings."""
    ratings = result.pool.ratings.filter(user__in=[fact.user_id for fact in facts])
    skills = {rating.user_id: rating.skill for rating in ratings}
    places = places_with_forfeits([fact.place for fact in facts], [fact.forfeit for fact in facts])
    lines = []
    for fact, place in zip(facts, places, strict=True):
        before = skills.get(fact.user_id, Skill())
        lines.append(
            RatingChange(
                result=result,
                user_id=fact.user_id,
                place=place,
                away=fact.away,
                forfeit=fact.forfeit,
                mu_before=before.mu,
                sigma_before=before.sigma,
                mu=before.mu,
                sigma=before.sigma,
            )
        )
    RatingChange.objects.bulk_create(lines)
    if _from(result).exclude(pk=result.pk).exists():
        recompute_pool(pool=result.pool, since=result)
        return
    lines = list(result.changes.order_by("pk"))
    _compute(lines, skills)
    RatingChange.objects.bulk_update(lines, ["mu", "sigma"])
    _keep(result.pool, skills)


def _compute(lines: list[RatingChange], skills: Skills) -> None:
    """Fill in the lines of one result and update the skills."""
    before = [skills.get(line.user_id, Skill()) for line in lines]
    finishes = [Finish(skill, line.place, line.away or line.forfeit) for line, skill in zip(lines, before, strict=True)]
    for line, skill, after in zip(lines, before, skills_after(finishes), strict=True):
        line.mu_before, line.sigma_before = skill
        line.mu, line.sigma = after
        skills[line.user_id] = after


def _from(result: Result) -> QuerySet[Result]:
    """The counting results of the pool from this one on, in order."""
    later = Q(ended_at__gt=result.ended_at) | Q(ended_at=result.ended_at, match_id__gte=result.match_id)
    return Result.objects.filter(COUNTING, later, pool_id=result.pool_id).order_by("ended_at", "match_id")


def recompute_pool(*, pool: Pool, since: Result | None = None) -> int:
    """Recompute the lines of a locked pool, all or from one result on; return the number of results."""
    skills: Skills = {}
    results = Result.objects.filter(COUNTING, pool=pool).order_by("ended_at", "match_id")
    if since is not None:
        skills, results = _skills_before(since), _from(since)
    done = 0
    for result in results.prefetch_related("changes").iterator(chunk_size=A_CHUNK):
        lines = sorted(result.changes.all(), key=lambda line: line.pk)
        _compute(lines, skills)
        RatingChange.objects.bulk_update(lines, ["mu_before", "sigma_before", "mu", "sigma"])
        done += 1
    pool.ratings.exclude(user__in=list(skills)).delete()
    _keep(pool, skills)
    return done


def _skills_before(result: Result) -> Skills:
    """The skill of each player of the pool just before a result."""
    earlier = Q(result__ended_at__lt=result.ended_at) | Q(
        result__ended_at=result.ended_at, result__match_id__lt=result.match_id
    )
    lines = RatingChange.objects.filter(
        earlier, result__pool_id=result.pool_id, result__unrated="", result__voided_at=None
    ).order_by("result__ended_at", "result__match_id", "pk")
    return {line.user_id: line.after for line in lines.iterator(chunk_size=A_CHUNK)}


def _keep(pool: Pool, skills: Skills) -> None:
    """Store the ratings of the log; players without a line left have no rating."""
    counts = dict(
        RatingChange.objects.filter(result__pool=pool, result__unrated="", result__voided_at=None, user__in=skills)
        .order_by()
        .values_list("user_id")
        .annotate(Count("pk"))
    )
    rows = [
        Rating(pool=pool, user_id=user, mu=skill.mu, sigma=skill.sigma, matches=counts[user])
        for user, skill in skills.items()
        if user in counts
    ]
    fields = ["mu", "sigma", "matches"]
    Rating.objects.bulk_create(rows, update_conflicts=True, unique_fields=["pool", "user"], update_fields=fields)


def void_result(*, match_id: int, reason: str, now: datetime) -> bool:
    """Void a match's ratings and recompute all later ones; return True if it counted until now."""
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
        recompute_pool(pool=pool, since=result)
    return True


def rebuild_ratings() -> int:
    """Recompute all ratings from the log; return the number of results."""
    done = 0
    for pool_id in Pool.objects.order_by("pk").values_list("pk", flat=True):
        with transaction.atomic():
            done += recompute_pool(pool=Pool.objects.select_for_update().get(pk=pool_id))
    return done
