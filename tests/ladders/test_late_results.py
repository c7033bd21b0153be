"""Results that come late or are voided: what follows from them is recomputed, and nothing else."""

import random
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.models import F
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from ladders.models import Pool, Rating, RatingChange, Result
from ladders.selectors.ratings import SeatFact
from ladders.services.ratings import FEW, lock_pool, rate_result, rebuild_ratings, void_result
from matches.models import Match
from tests.ladders.play import SLUG, match_of, people
from tests.matches.tables import NOON

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
Table = Sequence[tuple[int, int]]
"""Players with their places."""


def ended(count: int) -> list[Match]:
    """So many matches of one pool, of which two end in each hour."""
    match, matches = match_of(people(2)), []
    for number in range(count):
        values = {field.attname: getattr(match, field.attname) for field in Match._meta.concrete_fields}
        own = {"id": None, "invite_token": str(number), "seed_hash": f"{number:064x}"}
        matches.append(Match(**{**values, **own, "ended_at": NOON + timedelta(hours=number // 2)}))
    return Match.objects.bulk_create(matches)


def result_of(match: Match, pool: Pool) -> Result:
    """The result of a match, to be saved."""
    return Result(match=match, pool=pool, ended_at=match.ended_at or NOON, recorded_at=NOON)


def rate(match: Match, table: Table) -> None:
    """Rate a match as if it had ended so."""
    with transaction.atomic():
        result = result_of(match, lock_pool(match))
        result.save()
        rate_result(result=result, facts=[SeatFact(user, place, False, place == 4) for user, place in table])


def tables_of(users: Sequence[User], count: int, luck: random.Random) -> list[Table]:
    """Tables of neighbours, so that a result concerns more and more players, but not at once."""
    found = list[Table]()
    for _ in range(count):
        first = luck.randrange(len(users))
        some = luck.sample([users[(first + step) % len(users)].pk for step in range(4)], luck.randint(2, 4))
        found.append([(user, luck.randint(1, 4)) for user in some])
    return found


def shown() -> tuple[list[Any], list[Any]]:
    """All ratings, and the log of what counts, to the last digit."""
    ratings = Rating.objects.order_by("user").values_list("user", "mu", "sigma", "matches")
    lines = RatingChange.objects.filter(result__voided_at=None).order_by("pk")
    return list(ratings), list(lines.values_list("pk", "mu_before", "sigma_before", "mu", "sigma"))


def asked(work: Callable[[], object]) -> int:
    """The number of queries of some work."""
    with CaptureQueriesContext(connection) as queries:
        work()
    return len(queries)


@pytest.mark.parametrize(("players", "count", "seed"), [(8, 40, 1), (24, 60, 2), (2 * FEW, 120, 3)])
def test_any_history_gives_the_ratings_of_the_whole_log(players: int, count: int, seed: int) -> None:
    luck, users, matches = random.Random(seed), people(players), ended(count)
    told = list(zip(matches, tables_of(users, count, luck), strict=True))
    luck.shuffle(told)
    for number, (match, table) in enumerate(told):
        rate(match, table)
        if number % 8 == 7:
            void_result(match_id=luck.choice(told[:number])[0].pk, reason="a test", now=NOON)
    along = shown()
    RatingChange.objects.update(mu=F("mu") + 1, sigma_before=1)
    assert rebuild_ratings() == Result.objects.filter(voided_at=None).count() < count
    assert shown() == along


def test_a_late_result_leaves_alone_whom_it_does_not_concern() -> None:
    users, late = people(12), people(2, "late")
    first, second, *matches = ended(FEW + 12)
    table = [(user.pk, place) for place, user in enumerate(late, 1)]
    rated = list(zip(matches, tables_of(users, len(matches), random.Random(4)), strict=True))
    for match, others in rated[:1]:
        rate(match, others)
    few = asked(lambda: rate(first, table))
    for match, others in rated[1:]:
        rate(match, others)
    ratings, lines = shown()
    with CaptureQueriesContext(connection) as queries:
        rate(second, table)
    assert len(queries) == few
    assert not [one["sql"] for one in queries.captured_queries if one["sql"].startswith("UPDATE")]
    others_ratings = {row for row in ratings if row[0] not in {user.pk for user in late}}
    assert others_ratings <= set(shown()[0]) and set(lines) <= set(shown()[1])


def test_the_results_that_follow_are_written_many_at_a_time() -> None:
    users = people(6)
    first, *matches = ended(121)
    for match, table in zip(matches, tables_of(users, 120, random.Random(5)), strict=True):
        rate(match, table)
    assert asked(lambda: rate(first, [(users[0].pk, 1), (users[1].pk, 2)])) < 40
    before = shown()
    rebuild_ratings()
    assert shown() == before


def test_no_statement_names_all_players_of_a_pool() -> None:
    """PostgreSQL takes 65,535 values in one."""
    users, table = people(800), 4
    matches = ended(len(users) // table)
    pool = Pool.objects.create(game=SLUG, speed="days")
    results = Result.objects.bulk_create(result_of(match, pool) for match in matches)
    numbers = {"mu_before": 25.0, "sigma_before": 8.0, "mu": 25.0, "sigma": 8.0}
    RatingChange.objects.bulk_create(
        RatingChange(result=results[number // table], user=user, place=number % table + 1, **numbers)
        for number, user in enumerate(users)
    )
    most = 0

    def count(execute: Callable[..., Any], sql: str, values: Any, many: bool, context: Any) -> Any:
        nonlocal most
        most = max(most, sql.count("%s") if "IN (%s" in sql else 0)
        return execute(sql, values, many, context)

    with connection.execute_wrapper(count):
        rebuild_ratings()
    assert 0 < most < len(users)
