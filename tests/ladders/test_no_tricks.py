"""Nobody gains by staying away, by calling off, or by being an organiser."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from games.models import Match
from games.services.bots import bots_play
from games.services.errors import Refused
from games.services.misses import deadlines_pass
from games.services.resigning import seat_resign
from games.services.rounds import round_resolve
from games.services.votes import vote_open
from ladders.models import TableSeat, TournamentTable
from ladders.services.challenges import challenge_accept, challenge_make
from ladders.services.ladders import apart_set, ladder_close
from ladders.services.rounds import table_judge
from ladders.services.seasons import season_end, season_open
from ladders.services.sweep import sweep
from tests.games.tables import NOON
from tests.ladders.play import finish, house, ladder_of, order_of, organiser, people, playing, tournament_of

pytestmark = pytest.mark.django_db


def code(act: Any, **kwargs: Any) -> str:
    with pytest.raises(Refused) as refused:
        act(**kwargs)
    return refused.value.code


def time_runs_out_for_all(match: Match | None) -> Match:
    """Let bots answer and all deadlines pass until a match is not running any more."""
    assert match is not None
    now: datetime = NOON
    for _ in range(300):
        if match.status != Match.Status.RUNNING:
            break
        bots_play(match_id=match.pk, now=now)
        round_resolve(match_id=match.pk, now=now)
        now += timedelta(days=1)
        deadlines_pass(match_id=match.pk, now=now)
        match.refresh_from_db()
    return match


def came(table: TournamentTable) -> dict[str, tuple[int | None, bool]]:
    seats = TableSeat.objects.filter(table=table).select_related("entry__user")
    return {seat.entry.user.username: (seat.place, seat.away) for seat in seats}


def test_whoever_plays_bots_alone_cannot_call_the_table_off() -> None:
    (me,) = people(1)
    (table,) = playing(tournament_of([me, *house(2)], seats=3))
    assert code(vote_open, match_id=table.match_id, user_id=me.pk, kind="abandon", now=NOON) == "played_to_its_end"


def test_whoever_stays_away_from_bots_alone_comes_last() -> None:
    (me,) = people(1)
    (table,) = playing(tournament_of([me, *house(2)], seats=3))
    assert time_runs_out_for_all(table.match).status == "finished"
    sweep(now=NOON)
    assert came(table)[me.username] == (3, True)


def test_staying_away_from_the_first_turn_undoes_no_challenge() -> None:
    top, below = people(2)
    ladder = ladder_of([top, below])
    challenge = challenge_make(ladder_id=ladder.pk, challenger=below, opponents=[top], now=NOON)
    challenge = challenge_accept(challenge_id=challenge.pk, user=top, now=NOON)
    assert time_runs_out_for_all(challenge.match).status == "finished"


def test_whoever_gave_up_shares_no_place_of_a_table_that_is_stopped() -> None:
    gave_up, stayed = people(2)
    (table,) = playing(tournament_of([gave_up, stayed], seats=2))
    seat_resign(match_id=table.match_id or 0, user_id=gave_up.pk, now=NOON)
    assert table_judge(table_id=table.pk, now=table.round.deadline)
    assert came(table) == {stayed.username: (1, False), gave_up.username: (2, True)}


def test_organisers_do_not_choose_whom_they_meet() -> None:
    by, (strong,) = organiser(), people(1)
    assert code(apart_set, by=by, one=by, other=strong, apart=True, now=NOON) == "own_pair"


def test_an_organiser_on_the_ladder_does_not_end_its_season_early() -> None:
    by = organiser()
    ladder = ladder_of([by, *people(3)])
    dates = {"starts_at": NOON, "ends_at": NOON + timedelta(days=90)}
    season = season_open(ladder_id=ladder.pk, by=by, title="Spring", now=NOON, **dates)
    assert code(season_end, season_id=season.pk, by=by, now=NOON + timedelta(days=1)) == "plays_in_it"
    assert season_end(season_id=season.pk, by=by, now=NOON + timedelta(days=90))


def test_a_closed_ladder_keeps_its_order() -> None:
    first, second, third = people(3)
    ladder = ladder_of([first, second, third])
    waits = challenge_make(ladder_id=ladder.pk, challenger=third, opponents=[first], now=NOON)
    runs = challenge_make(ladder_id=ladder.pk, challenger=third, opponents=[second], now=NOON)
    match = challenge_accept(challenge_id=runs.pk, user=second, now=NOON).match
    assert match is not None
    ladder_close(ladder_id=ladder.pk, by=organiser(), now=NOON)
    finish(match, [1, 2] if match.seats.get(number=0).user == third else [2, 1])
    sweep(now=NOON + timedelta(days=4))
    waits.refresh_from_db()
    runs.refresh_from_db()
    assert (waits.state, runs.state) == ("lapsed", "done") and order_of(ladder) == [first, second, third]
