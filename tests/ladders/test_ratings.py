"""Ratings follow from the log: in time or late, voided or not, the same as computed from the beginning."""

import random
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command

from ladders.charts import Scale
from ladders.models import Rating, RatingChange, Result
from ladders.selectors.ratings import courses_for, ratings_of
from ladders.services.ratings import rebuild_ratings, void_result
from ladders.services.results import follow_match
from ladders.services.sweep import sweep
from matches.models import Match, Seat
from tests.ladders.play import SLUG, finish, house, match_of, people, played
from tests.matches.tables import NOON

pytestmark = pytest.mark.django_db


def shown() -> dict[str, Any]:
    """All ratings, and the log they follow from, to the last digit."""
    ratings = {(row.pool_id, row.user_id): (row.mu, row.sigma, row.matches) for row in Rating.objects.all()}
    lines = list(
        RatingChange.objects.filter(result__voided_at=None).values_list(
            "result__match_id", "user_id", "mu_before", "sigma_before", "mu", "sigma"
        )
    )
    return {"ratings": ratings, "lines": lines}


def season(count: int, seed: int, order: str = "in time") -> list[Match]:
    """Matches of eight players, followed up in the order in which they ended or in another."""
    luck, users = random.Random(seed), people(8)
    matches = []
    for number in range(count):
        table = luck.sample(users, luck.randint(2, 5))
        match = match_of(table, NOON)
        places = [luck.randint(1, len(table)) for _ in table]
        matches.append(finish(match, places, NOON + timedelta(hours=number // 2)))
    shuffled = list(matches)
    if order != "in time":
        luck.shuffle(shuffled)
    for match in shuffled:
        follow_match(match_id=match.pk, now=NOON)
    return matches


def test_one_match_gives_each_player_a_rating() -> None:
    users = people(3)
    played(users, [2, 1, 3])
    order = [rating.user for rating in Rating.objects.order_by("-mu")]
    assert order == [users[1], users[0], users[2]]
    line = ratings_of(users[1])[0]
    assert line.number > 1500 and line.error < 167 and line.provisional and line.history == (line.number,)


@pytest.mark.parametrize("order", ["in time", "as told"])
def test_the_log_gives_the_same_ratings_as_playing_along(order: str) -> None:
    season(24, seed=3, order=order)
    before = shown()
    assert rebuild_ratings() == 24
    assert shown() == before


def test_the_order_in_which_results_are_told_does_not_matter() -> None:
    season(16, seed=5)
    in_time = sorted(shown()["ratings"].values())
    Rating.objects.all().delete()
    Result.objects.all().delete()
    for match in Match.objects.order_by("-pk"):
        follow_match(match_id=match.pk, now=NOON)
    assert sorted(shown()["ratings"].values()) == in_time


def test_a_voided_match_gives_its_rating_back_as_if_it_had_not_been() -> None:
    matches = season(14, seed=8)
    assert void_result(match_id=matches[4].pk, reason="one hand for two", now=NOON)
    voided = shown()["ratings"]
    assert not void_result(match_id=matches[4].pk, reason="again", now=NOON)
    call_command("ratings_rebuild")
    assert shown()["ratings"] == voided
    Result.objects.all().delete()
    Rating.objects.all().delete()
    for match in matches[:4] + matches[5:]:
        follow_match(match_id=match.pk, now=NOON)
    assert shown()["ratings"] == voided


def test_who_played_only_a_voided_match_has_no_rating() -> None:
    users = people(4)
    match = played(users[:2], [1, 2])
    played(users[2:], [1, 2], NOON + timedelta(days=1))
    void_result(match_id=match.pk, reason="", now=NOON)
    assert {rating.user for rating in Rating.objects.all()} == set(users[2:])


def test_an_unrated_match_is_noted_and_changes_nothing() -> None:
    played(people(3), [1, 2, 3], rated=False)
    assert Result.objects.get().unrated == "agreed"
    assert not Rating.objects.exists() and not RatingChange.objects.exists()


def test_a_lost_task_is_made_up_for_and_a_repeated_one_changes_nothing() -> None:
    match = finish(match_of(people(3)), [1, 2, 3])
    assert sweep(now=NOON) == 1
    before = shown()
    assert sweep(now=NOON) == 0 and not follow_match(match_id=match.pk, now=NOON)
    assert shown() == before


def test_bots_are_rated_too_and_live_tables_apart() -> None:
    bots = house(2)
    played(bots, [1, 2])
    match = finish(match_of(bots), [2, 1])
    Match.objects.filter(pk=match.pk).update(turn_seconds=900)
    follow_match(match_id=match.pk, now=NOON)
    assert sorted(line.speed for line in ratings_of(bots[0])) == ["live", "over days"]


def test_pages_read_off_the_log_what_the_ratings_are() -> None:
    matches, users = season(24, seed=7, order="as told"), people(8)
    void_result(match_id=matches[3].pk, reason="a test", now=NOON)
    kept = {row.user_id: row for row in Rating.objects.all()}
    courses = courses_for(SLUG, "days", [user.pk for user in users])
    assert {user: (one.rating.mu, one.rating.sigma, one.rating.matches) for user, one in courses.items()} == {
        user: (row.mu, row.sigma, row.matches) for user, row in kept.items()
    }
    for user in users:
        (line,) = ratings_of(user)
        assert (line.number, line.matches) == (kept[user.pk].number, kept[user.pk].matches)
        assert len(line.history) == line.matches and line.history[-8:] == tuple(courses[user.pk].spark)


def test_all_ratings_of_a_player_are_read_at_once(django_assert_num_queries: Any) -> None:
    bots = house(2)
    for seconds in (900, 90_000):
        match = finish(match_of(bots), [2, 1])
        Match.objects.filter(pk=match.pk).update(turn_seconds=seconds)
        follow_match(match_id=match.pk, now=NOON)
    with django_assert_num_queries(1):
        assert len(ratings_of(bots[0])) == 2


def test_a_substitute_plays_for_the_rating_of_who_sat_there_first() -> None:
    users = people(3)
    match = match_of(users[:2])
    Seat.objects.filter(match=match, number=0).update(user=users[2], first_user=users[0])
    follow_match(match_id=finish(match, [1, 2]).pk, now=NOON)
    assert not Rating.objects.filter(user=users[2]).exists()
    assert Rating.objects.get(user=users[0]).mu == 25.0, "another's win lifts nobody"
    assert Rating.objects.get(user=users[1]).mu < 25.0


@pytest.mark.parametrize("seat", [{"stand_in": "random"}, {"resigned_at": NOON}])
def test_neither_a_bot_nor_giving_up_lifts_a_rating(seat: dict[str, Any]) -> None:
    users = people(3)
    match = match_of(users)
    Seat.objects.filter(match=match, number=0).update(**seat)
    follow_match(match_id=finish(match, [1, 2, 3]).pk, now=NOON)
    assert Rating.objects.get(user=users[0]).mu <= 25.0
    if "resigned_at" in seat:
        assert RatingChange.objects.get(user=users[0]).place == 3, "giving up comes last"


def test_the_lines_of_a_scale_are_one_path() -> None:
    assert Scale(1400, 1600).grid == "M0.0 0 V28 M106.0 0 V28 M212.0 0 V28"
