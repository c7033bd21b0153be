"""Results reported at the same moment: none is lost, whichever worker is first."""

from datetime import timedelta

import pytest

from ladders.models import Challenge, Entry, Rating, Result, RungChange
from ladders.services.challenges import accept_challenge, make_challenge
from ladders.services.no_shows import replace_no_shows
from ladders.services.ratings import rebuild_ratings
from ladders.services.results import follow_match
from ladders.services.rounds import advance_tournament
from ladders.services.tournaments import withdraw_from_tournament
from matches.timeouts.stand_ins import begin_stand_in
from tests.ladders.play import finish, ladder_of, match_of, order_of, people, playing, tournament_of
from tests.matches.tables import NOON
from tests.matches.test_concurrency import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


@pytest.fixture(autouse=True)
def _group_of_organisers(transactional_db: None) -> None:
    """Tests with real transactions begin with empty tables."""
    from django.apps import apps

    from ladders.groups import make_group

    make_group(apps.get_app_config("ladders"), using="default")


def test_two_workers_reporting_two_results_of_one_ladder_lose_neither() -> None:
    users = people(6)
    ladder = ladder_of(users)
    matches = []
    for low, high in ((5, 1), (4, 0)):
        challenge = make_challenge(ladder_id=ladder.pk, challenger=users[low], opponents=[users[high]], now=NOON)
        challenge = accept_challenge(challenge_id=challenge.pk, user=users[high], now=NOON)
        match = challenge.match
        assert match is not None
        winner = next(seat.number for seat in match.seats.all() if seat.user == users[low])
        matches.append(finish(match, [1, 2] if winner == 0 else [2, 1]))
    done = at_once([lambda match=match: follow_match(match_id=match.pk, now=NOON) for match in matches])  # type: ignore[misc]
    assert done == [True, True]
    assert order_of(ladder) == [users[4], users[5], users[2], users[3], users[0], users[1]]
    assert Challenge.objects.filter(state="done").count() == 2
    assert RungChange.objects.filter(why="result").count() == 4
    assert Rating.objects.count() == 4


def test_one_result_told_by_many_workers_counts_once() -> None:
    match = finish(match_of(people(3)), [1, 2, 3])
    done = at_once([lambda: follow_match(match_id=match.pk, now=NOON)] * 5)
    assert sorted(done) == [False] * 4 + [True]
    assert Result.objects.count() == 1


def test_ratings_told_at_once_are_those_of_the_log() -> None:
    users = people(4)
    matches = [finish(match_of(users), [1, 2, 3, 4], NOON + timedelta(hours=hour)) for hour in range(6)]
    at_once([lambda match=match: follow_match(match_id=match.pk, now=NOON) for match in matches])  # type: ignore[misc]
    before = sorted(Rating.objects.values_list("user_id", "mu", "sigma", "matches"))
    rebuild_ratings()
    assert sorted(Rating.objects.values_list("user_id", "mu", "sigma", "matches")) == before
    assert Rating.objects.filter(matches=6).count() == 4


def test_the_next_round_opens_once() -> None:
    tournament = tournament_of(people(8), seats=4, rounds=2)
    matches = [finish(table.match, [1, 2, 3, 4]) for table in playing(tournament) if table.match]
    at_once([lambda match=match: follow_match(match_id=match.pk, now=NOON) for match in matches])  # type: ignore[misc]
    at_once([lambda: advance_tournament(tournament_id=tournament.pk, now=NOON)] * 4)
    assert tournament.all_rounds.count() == 2 and len(playing(tournament)) == 2


def test_one_who_is_challenged_at_once_by_many_has_three_to_answer() -> None:
    users = people(9)
    ladder = ladder_of(users)
    acts = [
        lambda user=user: make_challenge(ladder_id=ladder.pk, challenger=user, opponents=[users[0]], now=NOON).pk
        for user in users[1:7]
    ]
    outcome = at_once(acts)
    assert outcome.count("may_not_be_challenged") == 3 and Challenge.objects.count() == 3


def test_a_no_show_is_replaced_while_the_tables_end_and_somebody_withdraws() -> None:
    """Workers that hold a match and those that hold its tournament never wait for each other."""
    tournament = tournament_of(people(13), seats=4, most_entries=8)
    ending, bot_held = playing(tournament)
    assert ending.match and bot_held.match
    match = finish(ending.match, [1, 2, 3, 4])
    for number in range(3):
        begin_stand_in(match=bot_held.match, seat=bot_held.match.seats.get(number=number), now=NOON)
    leaver = bot_held.seats.get(number=3).entry.user
    at_once(
        [
            lambda: follow_match(match_id=match.pk, now=NOON),
            lambda: replace_no_shows(table_id=bot_held.pk, now=NOON),
            lambda: withdraw_from_tournament(tournament_id=tournament.pk, user=leaver, now=NOON),
            lambda: replace_no_shows(table_id=ending.pk, now=NOON),
        ]
    )
    ending.refresh_from_db()
    assert ending.ended_at == NOON
    assert Entry.objects.filter(tournament=tournament, left_why="no_show").count() == 3
    assert Entry.objects.get(user=leaver, tournament=tournament).left_why == "withdrew"
