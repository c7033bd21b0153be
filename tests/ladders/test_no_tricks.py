"""Nobody gains by staying away, by calling off, or by being an organiser."""

from datetime import datetime, timedelta
from itertools import combinations
from typing import Any

import pytest
from django.test import Client

from accounts.identity.blocks import block_user
from accounts.identity.bot_accounts import create_bot_account
from accounts.models import User
from foundation.errors import Refused
from games.registry import GAMES
from ladders.models import Apart, RungChange, TableSeat, Tournament, TournamentTable
from ladders.selectors.ladders import kept_apart
from ladders.services.challenges import accept_challenge, make_challenge
from ladders.services.imports import ImportLine, import_list
from ladders.services.ladders import close_ladder, join_ladder, set_apart
from ladders.services.rounds import judge_table
from ladders.services.seasons import end_season_of, open_season
from ladders.services.sweep import sweep
from ladders.services.tournaments import (
    Plan,
    call_off_tournament,
    enter_bot,
    enter_tournament,
    make_tournament,
    start_tournament,
    withdraw_from_tournament,
)
from matches.bots.play import play_bots
from matches.lobby.resigning import resign_seat
from matches.lobby.votes import open_vote
from matches.models import Match
from matches.rounds.resolve import resolve_round
from matches.timeouts.timeouts import pass_deadlines
from tests.ladders.play import (
    CLOCK,
    SLUG,
    finish,
    house,
    ladder_of,
    order_of,
    organiser,
    people,
    play_round,
    playing,
    tournament_of,
)
from tests.matches.tables import NOON

pytestmark = pytest.mark.django_db


def code(act: Any, **kwargs: Any) -> str:
    with pytest.raises(Refused) as refused:
        act(**kwargs)
    return refused.value.code


def time_runs_out_for_all(match: Match | None) -> Match:
    """Let bots answer and all deadlines pass until a match is no longer running."""
    assert match is not None
    now: datetime = NOON
    for _ in range(300):
        if match.status != Match.Status.RUNNING:
            break
        play_bots(match_id=match.pk, now=now)
        resolve_round(match_id=match.pk, now=now)
        now += timedelta(days=1)
        pass_deadlines(match_id=match.pk, now=now)
        match.refresh_from_db()
    return match


def came(table: TournamentTable) -> dict[str, tuple[int | None, bool]]:
    seats = TableSeat.objects.filter(table=table).select_related("entry__user")
    return {seat.entry.user.username: (seat.place, seat.away) for seat in seats}


def test_a_player_who_plays_bots_alone_cannot_call_the_table_off() -> None:
    (me,) = people(1)
    (table,) = playing(tournament_of([me, *house(2)], seats=3))
    assert code(open_vote, match_id=table.match_id, user_id=me.pk, kind="abandon", now=NOON) == "played_to_its_end"


def test_a_player_who_stays_away_from_bots_alone_comes_last() -> None:
    (me,) = people(1)
    (table,) = playing(tournament_of([me, *house(2)], seats=3))
    assert time_runs_out_for_all(table.match).status == "finished"
    sweep(now=NOON)
    assert came(table)[me.username] == (3, True)


def test_staying_away_from_the_first_turn_undoes_no_challenge() -> None:
    top, below = people(2)
    ladder = ladder_of([top, below])
    challenge = make_challenge(ladder_id=ladder.pk, challenger=below, opponents=[top], now=NOON)
    challenge = accept_challenge(challenge_id=challenge.pk, user=top, now=NOON)
    assert time_runs_out_for_all(challenge.match).status == "finished"


def test_a_player_who_gave_up_shares_no_place_of_a_table_that_is_stopped() -> None:
    gave_up, stayed = people(2)
    (table,) = playing(tournament_of([gave_up, stayed], seats=2))
    resign_seat(match_id=table.match_id or 0, user_id=gave_up.pk, now=NOON)
    assert judge_table(table_id=table.pk, now=table.round.deadline)
    assert came(table) == {stayed.username: (1, False), gave_up.username: (2, True)}


def met_by(user: User, cup: Tournament) -> list[int]:
    """Whom a player has met in a tournament, as often as they have."""
    seats = TableSeat.objects.filter(table__round__tournament=cup, table__seats__entry__user=user)
    return sorted(seats.exclude(entry__user=user).values_list("entry__user", flat=True))


def test_an_organiser_who_plays_chooses_no_opponent_by_blocking_the_others() -> None:
    users = people(4)
    for strong in users[:2]:
        block_user(user=users[2], other=strong, now=NOON)
    cup = tournament_of(users, seats=2, rounds=3)
    for _ in range(3):
        play_round(cup, NOON)
    assert met_by(users[2], cup) == [users[0].pk, users[1].pk, users[3].pk]


def test_the_first_two_whom_somebody_blocked_do_not_challenge_them_and_others_do() -> None:
    first, *others = people(4)
    ladder = ladder_of([first, *others])
    for minutes, other in enumerate(others):
        block_user(user=first, other=other, now=NOON + timedelta(minutes=minutes))
    refused = [
        code(make_challenge, ladder_id=ladder.pk, challenger=user, opponents=[first], now=NOON) for user in others[:2]
    ]
    assert refused == ["may_not_be_challenged"] * 2
    made = make_challenge(ladder_id=ladder.pk, challenger=others[2], opponents=[first], now=NOON)
    assert made.state == "open"


def test_organisers_do_not_choose_whom_they_meet() -> None:
    by, (strong,) = organiser(), people(1)
    assert code(set_apart, by=by, one=by, other=strong, apart=True, now=NOON) == "own_pair"


def test_an_organiser_on_the_ladder_does_not_end_its_season_early() -> None:
    by = organiser()
    ladder = ladder_of([by, *people(3)])
    dates = {"starts_at": NOON, "ends_at": NOON + timedelta(days=90)}
    season = open_season(ladder_id=ladder.pk, by=by, title="Spring", now=NOON, **dates)
    assert code(end_season_of, season_id=season.pk, by=by, now=NOON + timedelta(days=1)) == "plays_in_it"
    assert end_season_of(season_id=season.pk, by=by, now=NOON + timedelta(days=90))


def test_a_closed_ladder_keeps_its_order() -> None:
    first, second, third = people(3)
    ladder = ladder_of([first, second, third])
    waits = make_challenge(ladder_id=ladder.pk, challenger=third, opponents=[first], now=NOON)
    runs = make_challenge(ladder_id=ladder.pk, challenger=third, opponents=[second], now=NOON)
    match = accept_challenge(challenge_id=runs.pk, user=second, now=NOON).match
    assert match is not None
    close_ladder(ladder_id=ladder.pk, by=organiser(), now=NOON)
    finish(match, [1, 2] if match.seats.get(number=0).user == third else [2, 1])
    sweep(now=NOON + timedelta(days=4))
    waits.refresh_from_db()
    runs.refresh_from_db()
    assert (waits.state, runs.state) == ("lapsed", "done") and order_of(ladder) == [first, second, third]


def announced(kind: str = "swiss", days: int = 1, **wanted: Any) -> dict[str, Any]:
    """The arguments of announcing a tournament, except who does it."""
    starts_at = NOON + timedelta(days=days)
    wanted = {"title": "The cup", "seats": 2, "time_control": CLOCK, "starts_at": starts_at, **wanted}
    return {"plan": Plan(slug=SLUG, kind=kind, options=GAMES[SLUG].Options(), **wanted), "now": NOON}


def test_who_stands_on_a_ladder_chooses_no_moment_at_which_it_is_looked_at() -> None:
    by = organiser("paul")
    ladder = ladder_of([by, *people(3)])
    soon: dict[str, Any] = {"ladder_id": ladder.pk, "title": "Spring", "starts_at": NOON, "now": NOON}
    assert code(open_season, by=by, ends_at=NOON + timedelta(days=27), **soon) == "too_near"
    assert code(make_tournament, by=by, **announced("final", 27, ladder=ladder)) == "too_near"
    assert code(close_ladder, ladder_id=ladder.pk, by=by, now=NOON) == "plays_in_it"
    final = make_tournament(by=by, **announced("final", 28, ladder=ladder))
    assert code(start_tournament, tournament_id=final.pk, by=by, now=NOON) == "plays_in_it"
    open_season(by=by, ends_at=NOON + timedelta(days=28), **soon)
    starts_at, ends_at = NOON + timedelta(days=28), NOON + timedelta(days=29)
    open_season(ladder_id=ladder.pk, title="Summer", starts_at=starts_at, ends_at=ends_at, by=organiser(), now=NOON)
    close_ladder(ladder_id=ladder.pk, by=organiser(), now=NOON)


def test_who_has_entered_a_tournament_neither_starts_it_nor_enters_others() -> None:
    by, users = organiser("paul"), people(4)
    cup = make_tournament(by=by, **announced())
    enter_tournament(tournament_id=cup.pk, user=users[0], by=by, now=NOON)
    for user in (by, *users[1:3]):
        enter_tournament(tournament_id=cup.pk, user=user, now=NOON)
    assert code(start_tournament, tournament_id=cup.pk, by=by, now=NOON) == "plays_in_it"
    assert code(enter_tournament, tournament_id=cup.pk, user=users[3], by=by, now=NOON) == "plays_in_it"
    enter_tournament(tournament_id=cup.pk, user=users[3], by=organiser(), now=NOON)
    assert start_tournament(tournament_id=cup.pk, by=organiser(), now=NOON)


def test_who_starts_a_tournament_early_does_not_come_in_behind_those_left_out() -> None:
    by, users = organiser("paul"), people(4)
    robot = create_bot_account(owner=by, name="Robo", about="", link="", now=NOON).user
    in_time = make_tournament(by=by, **announced(late_rounds=1, rounds=2, title="In time"))
    cups = [make_tournament(by=by, **announced(late_rounds=late, rounds=2)) for late in (0, 1)]
    waits = make_tournament(by=by, **announced())
    for cup in (in_time, *cups):
        for user in users[:2]:
            enter_tournament(tournament_id=cup.pk, user=user, now=NOON)
        start_tournament(
            tournament_id=cup.pk, **({"now": cup.starts_at} if cup == in_time else {"by": by, "now": NOON})
        )
    closed = {"tournament_id": cups[1].pk, "now": NOON}
    assert code(enter_tournament, user=by, **closed) == "started_early"
    assert code(enter_tournament, user=robot, by=organiser(), **closed) == "started_early"
    assert enter_tournament(tournament_id=in_time.pk, user=by, now=in_time.starts_at).state == "in"
    browser = Client()
    browser.force_login(by)
    offers = [
        "Enter this tournament" in browser.get(cup.get_absolute_url()).content.decode() for cup in (cups[1], waits)
    ]
    assert offers == [False, True]
    came = [enter_tournament(tournament_id=cup.pk, user=users[2], now=NOON).state for cup in cups]
    assert came == ["reserve", "in"], "no round is drawn yet, but the first is on"


def test_who_stands_on_a_ladder_puts_nobody_between_them_and_relegation_nor_below_for_promotion() -> None:
    by, (one, other) = organiser("paul"), people(2)
    robot = create_bot_account(owner=by, name="Robo", about="", link="", now=NOON).user
    ladder = ladder_of([], divisions=["First", "Second"])
    join_ladder(ladder_id=ladder.pk, user=by, by=organiser(), division_title="First", now=NOON)
    wanted: dict[str, Any] = {"ladder_id": ladder.pk, "by": by, "now": NOON}
    assert code(join_ladder, user=one, division_title="First", **wanted) == "plays_in_it"
    assert code(join_ladder, user=one, division_title="Second", **wanted) == "plays_in_it"
    assert code(join_ladder, user=robot, **wanted) == code(join_ladder, user=house(1)[0], **wanted) == "plays_in_it"
    wanted["ladder_id"] = ladder_of([by], title="Of one division").pk
    for user in (one, other):
        join_ladder(user=user, **wanted)
    assert set(RungChange.objects.filter(user__in=[one, other]).values_list("why", "by")) == {("entered", by.pk)}


def test_whom_others_may_meet_is_not_for_who_meets_them() -> None:
    by, users = organiser("paul"), people(4)
    pair: dict[str, Any] = {"one": users[0], "other": users[1], "apart": True, "now": NOON}
    ladder = ladder_of([by, users[0]])
    assert code(set_apart, by=by, **pair) == "own_table"
    close_ladder(ladder_id=ladder.pk, by=organiser(), now=NOON)
    final = make_tournament(by=organiser(), **announced("final", ladder=ladder))
    assert code(set_apart, by=by, **pair) == "own_table", "the final seats them as it begins"
    call_off_tournament(tournament_id=final.pk, by=organiser(), now=NOON)
    cup = make_tournament(by=by, **announced())
    for user in (by, *users[1:]):
        enter_tournament(tournament_id=cup.pk, user=user, now=NOON)
    assert code(set_apart, by=by, **pair) == "own_table"
    set_apart(by=organiser(), **pair)
    assert code(set_apart, by=by, **{**pair, "apart": False}) == "own_table"
    assert start_tournament(tournament_id=cup.pk, by=organiser(), now=NOON)
    assert code(set_apart, by=by, **{**pair, "apart": False}) == "own_table"
    set_apart(by=organiser(), **{**pair, "apart": False})
    assert not Apart.objects.exists()


def test_who_noted_a_pair_does_not_come_among_them() -> None:
    by, users = organiser("paul"), people(3)
    robot = create_bot_account(owner=by, name="Robo", about="", link="", now=NOON).user
    pair: dict[str, Any] = {"one": users[0], "other": users[1], "now": NOON}
    ladder, cup = ladder_of(users), make_tournament(by=by, **announced())
    for user in (by, *users):
        enter_tournament(tournament_id=cup.pk, user=user, now=NOON)
    withdraw_from_tournament(tournament_id=cup.pk, user=by, now=NOON)
    set_apart(by=by, apart=True, **pair)
    cup_entry: dict[str, Any] = {"tournament_id": cup.pk, "now": NOON}
    for user in (by, robot):
        assert code(enter_tournament, user=user, by=organiser(), **cup_entry) == "own_pair_plays"
        assert code(join_ladder, ladder_id=ladder.pk, user=user, by=organiser(), now=NOON) == "own_pair_plays"
    for apart in (False, True):
        set_apart(by=organiser(), apart=apart, **pair)
    enter_tournament(user=by, **cup_entry)
    join_ladder(ladder_id=ladder.pk, user=by, now=NOON)


def test_a_pair_that_comes_after_the_one_who_noted_it_is_no_pair_there() -> None:
    by, users = organiser("paul"), people(3)
    robot = create_bot_account(owner=by, name="Robo", about="", link="", now=NOON).user
    set_apart(by=by, one=users[0], other=users[1], apart=True, now=NOON)
    for late in (by, robot):
        assert kept_apart([user.pk for user in users]) == {(users[0].pk, users[1].pk)}
        assert kept_apart([late.pk, *(user.pk for user in users)]) == frozenset()
        cup = tournament_of([late, *users], seats=2, rounds=3)
        for _ in range(3):
            play_round(cup, NOON)
        assert users[1].pk in met_by(users[0], cup)


def test_who_withdraws_enters_nobody_before_entering_again() -> None:
    by, (one,) = organiser("paul"), people(1)
    cup = make_tournament(by=by, **announced())
    enter_tournament(tournament_id=cup.pk, user=by, now=NOON)
    withdraw_from_tournament(tournament_id=cup.pk, user=by, now=NOON)
    assert code(enter_tournament, tournament_id=cup.pk, user=one, by=by, now=NOON) == "plays_in_it"
    enter_tournament(tournament_id=cup.pk, user=by, now=NOON)


def test_who_plays_fills_one_table_with_bots_and_no_more() -> None:
    by, (one, late) = organiser("paul"), people(2)
    cup = make_tournament(by=by, **announced(seats=4))
    for user in (by, one):
        enter_tournament(tournament_id=cup.pk, user=user, now=NOON)
    wanted: dict[str, Any] = {"tournament_id": cup.pk, "by": by, "now": NOON}
    assert code(enter_tournament, user=late, **wanted) == "plays_in_it"
    assert enter_bot(**wanted).user != enter_bot(**wanted).user
    assert code(enter_bot, **wanted) == code(enter_tournament, user=house(1)[0], **wanted) == "plays_in_it"
    assert start_tournament(tournament_id=cup.pk, now=cup.starts_at)
    assert code(enter_bot, **wanted) == "plays_in_it"
    assert cup.entries.filter(state="in").count() == 4
    assert code(enter_bot, **{**wanted, "by": late}) == "not_an_organiser"


def test_who_stands_on_a_ladder_does_not_call_its_final_off() -> None:
    by = organiser("paul")
    final = make_tournament(by=organiser(), **announced("final", ladder=ladder_of([by, *people(3)])))
    assert code(call_off_tournament, tournament_id=final.pk, by=by, now=NOON) == "plays_in_it"
    other = make_tournament(by=by, **announced())
    enter_tournament(tournament_id=other.pk, user=by, now=NOON)
    for cup in (final, other):
        call_off_tournament(tournament_id=cup.pk, by=organiser() if cup == final else by, now=NOON)


def test_nobody_meets_another_account_of_their_own_for_points() -> None:
    one, other = people(2)
    robots = [create_bot_account(owner=one, name=name, about="", link="", now=NOON).user for name in ("Robo", "Roba")]
    ladder = ladder_of([one])
    for robot in robots:
        join_ladder(ladder_id=ladder.pk, user=robot, by=organiser(), now=NOON)
    join_ladder(ladder_id=ladder.pk, user=other, now=NOON)
    for challenger, opponent in ((one, robots[0]), (robots[0], one), (robots[0], robots[1])):
        asked = {"ladder_id": ladder.pk, "challenger": challenger, "opponents": [opponent], "now": NOON}
        assert code(make_challenge, **asked) == "may_not_be_challenged"
    make_challenge(ladder_id=ladder.pk, challenger=robots[0], opponents=[other], now=NOON)
    assert kept_apart([one.pk, other.pk, *(robot.pk for robot in robots)]) == {
        tuple(sorted(pair)) for pair in combinations((one.pk, *(robot.pk for robot in robots)), 2)
    }
    cup = tournament_of([one, other, *people(3)[2:], robots[0]], seats=2, rounds=3)
    for _ in range(3):
        play_round(cup, NOON)
    assert robots[0].pk not in met_by(one, cup)


def test_a_bot_account_of_ones_own_counts_as_oneself() -> None:
    by, (one, other) = organiser("paul"), people(2)
    robot = create_bot_account(owner=by, name="Robo", about="", link="", now=NOON).user
    ladder = ladder_of([one], divisions=["First", "Second"])
    wanted: dict[str, Any] = {"by": by, "now": NOON}
    on_it: dict[str, Any] = {"ladder_id": ladder.pk, **wanted}
    assert code(join_ladder, user=robot, division_title="First", **on_it) == "own_division"
    join_ladder(user=robot, **on_it)
    assert code(join_ladder, user=other, division_title="First", **on_it) == "plays_in_it"
    assert code(close_ladder, **on_it) == "plays_in_it"
    assert code(set_apart, one=robot, other=other, apart=True, **wanted) == "own_pair"
    assert code(set_apart, one=one, other=other, apart=True, **wanted) == "own_table"
    cup = make_tournament(by=by, **announced())
    for user in (by, robot):
        enter_tournament(tournament_id=cup.pk, user=user, **wanted)
    withdraw_from_tournament(tournament_id=cup.pk, user=by, now=NOON)
    assert code(start_tournament, tournament_id=cup.pk, **wanted) == "plays_in_it"
    assert code(enter_tournament, tournament_id=cup.pk, user=one, **wanted) == "plays_in_it"


def test_organisers_may_be_in_their_own_list() -> None:
    by, users = organiser("paul"), people(2)
    lines = [ImportLine(number, user.username) for number, user in enumerate((users[0], by, users[1]), start=1)]
    cup = make_tournament(by=by, **announced())
    done = import_list(target=cup, lines=lines, by=by, now=NOON, keep=True)
    assert [(line.number, line.error) for line in done] == [(1, ""), (2, ""), (3, "")]
    assert [entry.user for entry in cup.entries.order_by("pk")] == [*users, by]
    ladder = ladder_of([], divisions=["First", "Second"])
    lines = [ImportLine(1, "paul"), *(ImportLine(2, user.username, "First") for user in users)]
    assert not any(line.error for line in import_list(target=ladder, lines=lines, by=by, now=NOON, keep=True))
    late = [ImportLine(1, people(3)[2].username, "First")]
    assert import_list(target=ladder, lines=late, by=by, now=NOON, keep=True)[0].error
