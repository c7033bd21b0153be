"""Locks are taken in one order, so that no two workers wait for each other: match, pool, ladder, tournament."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.services.stand_ins import stand_in_begin
from ladders.models import Entry, Tournament, TournamentTable
from ladders.services.challenges import challenge_accept, challenge_expire, challenge_make
from ladders.services.no_shows import no_shows_replace
from ladders.services.results import match_follow
from ladders.services.rounds import table_judge, table_play_out
from ladders.services.tournaments import tournament_withdraw
from tests.games.tables import NOON
from tests.ladders.play import finish, ladder_of, people, playing, tournament_of

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
LATER = NOON + timedelta(hours=5)
ORDER = ["games_match", "ladders_pool", "ladders_ladder", "ladders_tournament"]
LOCK = re.compile(r'FROM "(\w+)".*FOR UPDATE', re.DOTALL)


def locks(act: Callable[[], Any]) -> list[str]:
    """The tables whose rows an act locks, each where it does so first."""
    with CaptureQueriesContext(connection) as queries:
        act()
    taken = [found[1] for query in queries if (found := LOCK.search(query["sql"]))]
    return [table for table in dict.fromkeys(taken) if table in ORDER]


def in_order(taken: list[str]) -> bool:
    return [ORDER.index(table) for table in taken] == sorted(ORDER.index(table) for table in taken)


def begun() -> tuple[Tournament, TournamentTable]:
    """A tournament at whose first table somebody never came, and one player in reserve."""
    tournament = tournament_of(people(9), seats=4, most_entries=8)
    table = playing(tournament)[0]
    assert table.match
    stand_in_begin(match=table.match, seat=table.match.seats.get(number=1), now=NOON)
    return tournament, table


def test_the_result_of_a_tournaments_table() -> None:
    _, table = begun()
    assert table.match
    match = finish(table.match, [1, 2, 3, 4])
    taken = locks(lambda: match_follow(match_id=match.pk, now=LATER))
    assert in_order(taken) and set(taken) == {"games_match", "ladders_pool", "ladders_tournament"}


def test_the_result_of_a_challenge() -> None:
    users = people(2)
    ladder = ladder_of(users)
    challenge = challenge_make(ladder_id=ladder.pk, challenger=users[1], opponents=[users[0]], now=NOON)
    challenge = challenge_accept(challenge_id=challenge.pk, user=users[0], now=NOON)
    assert challenge.match
    match = finish(challenge.match, [1, 2])
    taken = locks(lambda: match_follow(match_id=match.pk, now=LATER))
    assert in_order(taken) and set(taken) == {"games_match", "ladders_pool", "ladders_ladder"}


def test_a_challenge_that_begins_without_those_who_are_late_locks_its_ladder_alone() -> None:
    users = people(3)
    ladder = ladder_of(users, seats=range(2, 4))
    challenge = challenge_make(ladder_id=ladder.pk, challenger=users[2], opponents=users[:2], now=NOON)
    challenge_accept(challenge_id=challenge.pk, user=users[1], now=NOON)
    late = NOON + timedelta(days=3)
    assert set(locks(lambda: challenge_expire(challenge_id=challenge.pk, now=late))) == {"ladders_ladder"}


def test_one_in_reserve_who_comes_in_for_a_no_show() -> None:
    _, table = begun()
    taken = locks(lambda: no_shows_replace(table_id=table.pk, now=LATER))
    assert in_order(taken) and set(taken) == {"games_match", "ladders_tournament"}
    assert Entry.objects.filter(left_why="no_show").count() == 1


def test_one_who_withdraws_from_a_running_table() -> None:
    tournament, table = begun()
    seat = table.seats.select_related("entry__user")[0]
    taken = locks(lambda: tournament_withdraw(tournament_id=tournament.pk, user=seat.entry.user, now=LATER))
    assert in_order(taken) and set(taken) == {"games_match", "ladders_tournament"}


def test_a_round_that_bots_play_out_and_one_that_is_stopped() -> None:
    _, table = begun()
    ends = table.round.deadline
    assert in_order(locks(lambda: table_play_out(table_id=table.pk, now=ends - timedelta(hours=1))))
    taken = locks(lambda: table_judge(table_id=table.pk, now=ends))
    assert in_order(taken) and set(taken) == {"games_match", "ladders_tournament"}
