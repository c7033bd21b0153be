"""Locks are taken in one order, so that no two workers wait for each other: match, pool, ladder, tournament."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ladders.models import Entry, Tournament, TournamentTable
from ladders.services.challenges import accept_challenge, lapse_challenge, make_challenge
from ladders.services.no_shows import replace_no_shows
from ladders.services.results import follow_match
from ladders.services.rounds import judge_table, play_out_table
from ladders.services.tournaments import withdraw_from_tournament
from matches.timeouts.stand_ins import begin_stand_in
from tests.ladders.play import finish, ladder_of, people, playing, tournament_of
from tests.matches.tables import NOON

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
LATER = NOON + timedelta(hours=5)
ORDER = ["matches_match", "ladders_pool", "ladders_ladder", "ladders_tournament"]
LOCK = re.compile(r'(?:FROM "(\w+)".*FOR (?:NO KEY )?UPDATE|UPDATE "(\w+)" SET "version")', re.DOTALL)


def locks(act: Callable[[], Any]) -> list[str]:
    """The tables whose rows an act locks, each where it does so first."""
    with CaptureQueriesContext(connection) as queries:
        act()
    taken = [found[1] or found[2] for query in queries if (found := LOCK.search(query["sql"]))]
    return [table for table in dict.fromkeys(taken) if table in ORDER]


def in_order(taken: list[str]) -> bool:
    return [ORDER.index(table) for table in taken] == sorted(ORDER.index(table) for table in taken)


def begun() -> tuple[Tournament, TournamentTable]:
    """A tournament with a player who never came to its first table, and one player in reserve."""
    tournament = tournament_of(people(9), seats=4, most_entries=8)
    table = playing(tournament)[0]
    assert table.match
    begin_stand_in(match=table.match, seat=table.match.seats.get(number=1), now=NOON)
    return tournament, table


def test_the_result_of_a_tournaments_table() -> None:
    _, table = begun()
    assert table.match
    match = finish(table.match, [1, 2, 3, 4])
    taken = locks(lambda: follow_match(match_id=match.pk, now=LATER))
    assert in_order(taken) and set(taken) == {"matches_match", "ladders_pool", "ladders_tournament"}


def test_the_result_of_a_challenge() -> None:
    users = people(2)
    ladder = ladder_of(users)
    challenge = make_challenge(ladder_id=ladder.pk, challenger=users[1], opponents=[users[0]], now=NOON)
    challenge = accept_challenge(challenge_id=challenge.pk, user=users[0], now=NOON)
    assert challenge.match
    match = finish(challenge.match, [1, 2])
    taken = locks(lambda: follow_match(match_id=match.pk, now=LATER))
    assert in_order(taken) and set(taken) == {"matches_match", "ladders_pool", "ladders_ladder"}


def test_a_challenge_that_begins_without_those_who_are_late_locks_its_ladder_alone() -> None:
    users = people(3)
    ladder = ladder_of(users, seats=range(2, 4))
    challenge = make_challenge(ladder_id=ladder.pk, challenger=users[2], opponents=users[:2], now=NOON)
    accept_challenge(challenge_id=challenge.pk, user=users[1], now=NOON)
    late = NOON + timedelta(days=3)
    assert set(locks(lambda: lapse_challenge(challenge_id=challenge.pk, now=late))) == {"ladders_ladder"}


def test_one_in_reserve_who_comes_in_for_a_no_show() -> None:
    _, table = begun()
    taken = locks(lambda: replace_no_shows(table_id=table.pk, now=LATER))
    assert in_order(taken) and set(taken) == {"matches_match", "ladders_tournament"}
    assert Entry.objects.filter(left_why="no_show").count() == 1


def test_one_who_withdraws_from_a_running_table() -> None:
    tournament, table = begun()
    seat = table.seats.select_related("entry__user")[0]
    taken = locks(lambda: withdraw_from_tournament(tournament_id=tournament.pk, user=seat.entry.user, now=LATER))
    assert in_order(taken) and set(taken) == {"matches_match", "ladders_tournament"}


def test_a_round_that_bots_play_out_and_one_that_is_stopped() -> None:
    _, table = begun()
    ends = table.round.deadline
    assert in_order(locks(lambda: play_out_table(table_id=table.pk, now=ends - timedelta(hours=1))))
    taken = locks(lambda: judge_table(table_id=table.pk, now=ends))
    assert in_order(taken) and set(taken) == {"matches_match", "ladders_tournament"}
