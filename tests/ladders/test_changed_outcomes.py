"""Ratings, rungs and standings follow when a moderator changes the result of a match."""

from datetime import timedelta

import pytest

from accounts.models import User
from ladders.models import Challenge, Rating, RatingChange, Result, RungChange, StandingChange, Tournament
from ladders.selectors.tournaments import standings_of, tables_of
from ladders.services.challenges import accept_challenge, make_challenge
from ladders.services.results import follow_match
from ladders.services.rounds import advance_tournament
from ladders.services.sweep import sweep
from matches.interventions.outcomes import call_off_as_moderator, set_places, set_voided
from matches.interventions.rewinding import rewind_match
from matches.models import Match
from tests.ladders.play import finish, ladder_of, order_of, people, play_round, played, playing, tournament_of
from tests.matches.tables import NOON

pytestmark = pytest.mark.django_db
NOTE = {"by": "a moderator", "category": "bug", "audit": 1}
LATER = NOON + timedelta(days=2)


def numbers() -> dict[str, float]:
    ratings = list(Rating.objects.all())
    return {f"mu {one.user_id}": one.mu for one in ratings} | {f"sigma {one.user_id}": one.sigma for one in ratings}


def follow(match: Match) -> None:
    """What the task does; the sweep does the same."""
    assert follow_match(match_id=match.pk, now=LATER)
    assert not follow_match(match_id=match.pk, now=LATER)


def test_a_voided_result_gives_ratings_back_and_a_restored_one_takes_them() -> None:
    users = people(3)
    played(users, [1, 2, 3])
    before = numbers()
    match = played(users, [3, 2, 1], NOON + timedelta(days=1))
    after = numbers()
    set_voided(match_id=match.pk, voided=True, note=NOTE, now=LATER)
    follow(match)
    assert numbers() == pytest.approx(before)
    assert Result.objects.get(match=match).void_reason == "A moderator took the result away."
    set_voided(match_id=match.pk, voided=False, note=NOTE, now=LATER)
    follow(match)
    assert numbers() == pytest.approx(after)


def test_an_adjusted_result_counts_as_if_it_had_been_played_so() -> None:
    users = people(3)
    match = played(users, [1, 2, 3])
    played(users, [2, 1, 3], NOON + timedelta(days=1))
    set_places(match_id=match.pk, places=[3, 1, 2], note=NOTE, now=LATER)
    follow(match)
    adjusted = numbers()
    Match.objects.all().delete()
    Rating.objects.all().delete()
    played(users, [3, 1, 2])
    played(users, [2, 1, 3], NOON + timedelta(days=1))
    assert numbers() == pytest.approx(adjusted)


def test_a_match_that_runs_again_gives_all_back_and_counts_when_it_ends_again() -> None:
    users = people(2)
    match = played(users, [1, 2])
    assert numbers()
    rewind_match(match_id=match.pk, to=0, note=NOTE, now=NOON)
    follow(match)
    assert numbers() == {}
    assert not Result.objects.get(match=match).counts
    Match.objects.filter(pk=match.pk).update(outcome=9)
    finish(match, [2, 1], LATER)
    follow(match)
    assert [change.place for change in RatingChange.objects.order_by("user")] == [2, 1]


def test_what_a_lost_task_missed_is_found_by_the_sweep() -> None:
    match = played(people(2), [1, 2])
    set_voided(match_id=match.pk, voided=True, note=NOTE, now=LATER)
    sweep(now=LATER)
    assert numbers() == {}


def climbed() -> tuple[Challenge, list[User]]:
    """A ladder of four, on which the last has won against the first."""
    users = people(4)
    ladder = ladder_of(users)
    challenge = make_challenge(ladder_id=ladder.pk, challenger=users[3], opponents=users[:1], now=NOON)
    challenge = accept_challenge(challenge_id=challenge.pk, user=users[0], now=NOON)
    match = challenge.match
    assert match is not None
    finish(match, [1 if seat.user == users[3] else 2 for seat in match.seats.order_by("number")])
    follow_match(match_id=match.pk, now=NOON)
    assert order_of(ladder) == [users[3], users[1], users[2], users[0]]
    return challenge, users


def test_rungs_are_given_back_with_a_row_that_says_why() -> None:
    challenge, users = climbed()
    match = challenge.match
    assert match is not None
    set_voided(match_id=match.pk, voided=True, note=NOTE, now=LATER)
    follow(match)
    assert order_of(challenge.ladder) == users
    assert {change.user for change in RungChange.objects.filter(why="corrected")} == {users[0], users[3]}
    challenge.refresh_from_db()
    assert challenge.state == Challenge.State.VOID
    set_voided(match_id=match.pk, voided=False, note=NOTE, now=LATER)
    follow(match)
    assert order_of(challenge.ladder) == [users[3], users[1], users[2], users[0]]


def test_an_adjusted_result_deals_the_rungs_again() -> None:
    challenge, users = climbed()
    match = challenge.match
    assert match is not None
    places = [2 if seat.user == users[3] else 1 for seat in match.seats.order_by("number")]
    set_places(match_id=match.pk, places=places, note=NOTE, now=LATER)
    follow(match)
    assert order_of(challenge.ladder) == users
    challenge.refresh_from_db()
    assert challenge.state == Challenge.State.DONE


def test_a_challenge_whose_match_was_called_off_and_reopened_is_played() -> None:
    users = people(4)
    ladder = ladder_of(users)
    challenge = make_challenge(ladder_id=ladder.pk, challenger=users[3], opponents=users[:1], now=NOON)
    match = accept_challenge(challenge_id=challenge.pk, user=users[0], now=NOON).match
    assert match is not None
    call_off_as_moderator(match_id=match.pk, note=NOTE, now=NOON)
    follow_match(match_id=match.pk, now=NOON)
    rewind_match(match_id=match.pk, to=0, note=NOTE, now=NOON)
    sweep(now=NOON)
    challenge.refresh_from_db()
    assert challenge.state == Challenge.State.RUNNING


def points(tournament: Tournament) -> dict[int, float]:
    lines = standings_of(tournament, tables_of(tournament))
    return {line.player: line.points for line in lines}


def test_a_tournament_follows_an_adjusted_result_and_every_point_has_a_row() -> None:
    tournament = tournament_of(people(4), seats=2, rounds=2)
    table = playing(tournament)[0]
    match = table.match
    assert match is not None
    finish(match, [1, 2])
    follow_match(match_id=match.pk, now=NOON)
    set_places(match_id=match.pk, places=[2, 1], note=NOTE, now=NOON)
    follow(match)
    first, second = table.seats.order_by("number")
    assert (first.place, second.place) == (2, 1)
    for entry, given in points(tournament).items():
        assert sum(change.points for change in StandingChange.objects.filter(entry=entry)) == pytest.approx(given)
    assert StandingChange.objects.filter(table=table, why="corrected").count() == 2


def test_a_table_runs_again_while_its_round_does() -> None:
    tournament = tournament_of(people(4), seats=2, rounds=2)
    table = playing(tournament)[0]
    match = table.match
    assert match is not None
    finish(match, [1, 2])
    follow_match(match_id=match.pk, now=NOON)
    rewind_match(match_id=match.pk, to=0, note=NOTE, now=NOON)
    follow_match(match_id=match.pk, now=NOON)
    table.refresh_from_db()
    assert table.ended_at is None
    assert not any(points(tournament).values())
    assert table in playing(tournament)


def test_final_ranks_follow_when_a_tournament_is_over() -> None:
    tournament = tournament_of(people(2), seats=2, rounds=1)
    table = playing(tournament)[0]
    match = table.match
    assert match is not None
    play_round(tournament, NOON)
    advance_tournament(tournament_id=tournament.pk, now=NOON)
    tournament.refresh_from_db()
    assert tournament.status == "finished"
    before = {entry.pk: entry.rank for entry in tournament.entries.all()}
    set_places(match_id=match.pk, places=[2, 1], note=NOTE, now=NOON)
    follow(match)
    assert {entry.pk: 3 - (entry.rank or 0) for entry in tournament.entries.all()} == before
