"""Tournaments: entering, withdrawing, rounds that end in time, and that no trick gives a better seat."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from engine.log import seed_hash
from foundation.errors import Refused
from games.registry import GAMES
from ladders.models import Entry, RatingChange, StandingChange, Tournament, TournamentTable
from ladders.selectors.calendar import calendar_of
from ladders.selectors.tournaments import seed_shown, standings_of, tables_of
from ladders.services.ladders import set_apart
from ladders.services.results import follow_match
from ladders.services.rounds import advance_tournament, judge_table, play_out_at, play_out_table
from ladders.services.sweep import sweep
from ladders.services.tournaments import (
    Plan,
    call_off_tournament,
    enter_tournament,
    make_tournament,
    start_tournament,
    withdraw_from_tournament,
)
from matches.clocks.pauses import pause_match
from matches.models import Match, Seat
from tests.ladders.play import (
    CLOCK,
    SLUG,
    finish,
    ladder_of,
    organiser,
    people,
    play_round,
    play_to_the_end,
    playing,
    tournament_of,
)
from tests.matches.tables import NOON, person

pytestmark = pytest.mark.django_db


def plan(**wanted: Any) -> Plan:
    chosen: dict[str, Any] = {"title": "The cup", "kind": "swiss", "slug": SLUG, "options": GAMES[SLUG].Options()}
    chosen |= {"seats": 4, "starts_at": NOON + timedelta(days=2), "time_control": CLOCK}
    return Plan(**chosen | wanted)


def code(act: Any, **kwargs: Any) -> str:
    with pytest.raises(Refused) as refused:
        act(**kwargs)
    assert refused.value.message.endswith(".")
    return refused.value.code


def state_of(tournament: Tournament, user: Any) -> str:
    return Entry.objects.get(tournament=tournament, user=user).state


def test_a_swiss_tournament_runs_round_after_round() -> None:
    tournament = tournament_of(people(9), "swiss", seats=3, rounds=3)
    for number in (1, 2, 3):
        assert [table.match.players for table in playing(tournament) if table.match] == [3, 3, 3]
        assert tournament.all_rounds.count() == number
        play_round(tournament, NOON)
    tournament.refresh_from_db()
    assert tournament.status == "finished"
    assert Match.objects.filter(rated=True, vacations=False, excuses=0).count() == 9, "hard clocks"
    assert sorted(entry.rank or 0 for entry in tournament.entries.all()) == list(range(1, 10))


def test_only_organisers_announce_and_what_they_say_must_make_sense() -> None:
    by = organiser()
    wrong: dict[str, dict[str, Any]] = {
        "no_such_kind": {"kind": "lottery"},
        "starts_in_the_past": {"starts_at": NOON},
        "go_on": {"go_on": 4},
        "rounds": {"rounds": 41},
        "entries": {"most_entries": 1},
        "final_of_what": {"kind": "final"},
        "seats_out_of_range": {"seats": 11},
        "no_such_game": {"slug": "chess"},
        "round_too_short": {"round_seconds": 2 * CLOCK.turn_seconds - 1},
    }
    assert code(make_tournament, by=person("ana"), plan=plan(), now=NOON) == "not_an_organiser"
    for expected, change in wrong.items():
        assert code(make_tournament, by=by, plan=plan(**change), now=NOON) == expected


def test_a_round_that_just_holds_its_clock_is_taken() -> None:
    made = make_tournament(by=organiser(), plan=plan(round_seconds=2 * CLOCK.turn_seconds), now=NOON)
    assert made.round_seconds == 2 * CLOCK.turn_seconds


def test_the_seed_is_fixed_before_anyone_enters_and_opened_at_the_end() -> None:
    tournament = make_tournament(by=organiser(), plan=plan(), now=NOON)
    assert seed_shown(tournament) == ""
    for user in people(4):
        enter_tournament(tournament_id=tournament.pk, user=user, now=NOON)
    start_tournament(tournament_id=tournament.pk, now=NOON, by=organiser())
    tournament.refresh_from_db()
    assert tournament.status == Tournament.Status.RUNNING and seed_shown(tournament) == ""
    for over in (Tournament.Status.FINISHED, Tournament.Status.CALLED_OFF):
        tournament.status = over
        assert seed_hash(bytes.fromhex(seed_shown(tournament))) == tournament.seed_hash


def test_a_tournament_starts_by_itself_and_is_announced_again() -> None:
    tournament = make_tournament(by=organiser(), plan=plan(repeat_days=7), now=NOON)
    for user in people(5):
        enter_tournament(tournament_id=tournament.pk, user=user, now=NOON)
    assert sweep(now=NOON + timedelta(days=1)) == 0
    sweep(now=NOON + timedelta(days=2))
    tournament.refresh_from_db()
    assert tournament.status == "running" and tournament.all_rounds.count() == 1
    following = Tournament.objects.get(follows=tournament)
    assert following.starts_at == NOON + timedelta(days=9) and following.status == "announced"
    assert following.seed_hash != tournament.seed_hash and following.entries.count() == 0


def test_too_few_players_are_refused_or_end_it() -> None:
    tournament = make_tournament(by=organiser(), plan=plan(seats=4), now=NOON)
    enter_tournament(tournament_id=tournament.pk, user=person("ana"), now=NOON)
    assert code(start_tournament, tournament_id=tournament.pk, now=NOON, by=organiser()) == "too_few"
    sweep(now=NOON + timedelta(days=2))
    tournament.refresh_from_db()
    assert tournament.status == "called_off"


def test_late_entry_reserve_and_a_no_show_replaced() -> None:
    users = people(8)
    tournament = tournament_of(users, "swiss", seats=4, rounds=3, late_rounds=1, most_entries=9)
    late, spare = person("late"), person("spare")
    assert enter_tournament(tournament_id=tournament.pk, user=late, now=NOON).state == "in"
    assert enter_tournament(tournament_id=tournament.pk, user=spare, now=NOON).state == "reserve"
    absent = Seat.objects.filter(match=playing(tournament)[0].match_id).order_by("number")[0]
    absent.stand_in = "random"
    absent.save()
    play_round(tournament, NOON)
    assert state_of(tournament, absent.user) == "withdrawn" and state_of(tournament, spare) == "in"
    seated = {seat.user for table in playing(tournament) for seat in Seat.objects.filter(match=table.match_id)}
    assert {late, spare} <= seated and absent.user not in seated
    whys = set(StandingChange.objects.values_list("why", flat=True))
    assert {"no_show", "came_in", "reserve", "table"} <= whys


def test_who_leaves_a_table_to_a_bot_comes_last_there() -> None:
    tournament = tournament_of(people(4), seats=4, rounds=1)
    first = Seat.objects.get(match=playing(tournament)[0].match_id, number=0)
    first.stand_in = "random"
    first.save()
    play_round(tournament, NOON)
    assert Entry.objects.get(user=first.user).rank == 4


def test_withdrawing_leaves_the_seat_to_a_bot_and_the_tournament_goes_on() -> None:
    users = people(8)
    tournament = tournament_of(users, seats=4, rounds=2)
    withdraw_from_tournament(tournament_id=tournament.pk, user=users[0], now=NOON)
    seat = Seat.objects.get(user=users[0])
    assert seat.stand_in and seat.resigned_at == NOON
    assert code(withdraw_from_tournament, tournament_id=tournament.pk, user=users[0], now=NOON) == "not_entered"
    assert code(enter_tournament, tournament_id=tournament.pk, user=users[0], now=NOON) == "left_already"
    assert code(enter_tournament, tournament_id=tournament.pk, user=users[1], now=NOON) == "already_entered"
    play_round(tournament, NOON)
    assert sum(table.match.players for table in playing(tournament) if table.match) == 7
    play_round(tournament, NOON)
    tournament.refresh_from_db()
    assert tournament.status == "finished"


def test_a_round_is_played_out_by_bots_before_its_deadline() -> None:
    users = people(4)
    tournament = tournament_of(users, seats=4, rounds=1, round_seconds=7 * 24 * 3600)
    table = playing(tournament)[0]
    away = Seat.objects.get(match=table.match_id, number=2)
    away.stand_in = "random"
    away.save()
    late = play_out_at(table.round)
    assert sweep(now=late - timedelta(minutes=1)) == 0
    sweep(now=late)
    assert Seat.objects.filter(match=table.match_id).exclude(stand_in="").count() == 4
    play_to_the_end(table.match_id or 0, late)
    advance_tournament(tournament_id=tournament.pk, now=late)
    assert Entry.objects.get(rank=4).user == away.user, "the position decides, but not for who left before"


def test_who_left_a_match_that_ended_just_before_bots_would_have_come_is_away() -> None:
    tournament = tournament_of(people(4), seats=4, rounds=1)
    (table,) = playing(tournament)
    assert table.match is not None
    left = table.match.seats.get(number=0)
    left.stand_in = "random"
    left.save()
    late = play_out_at(table.round)
    finish(table.match, [1, 2, 3, 4], late)
    assert not play_out_table(table_id=table.pk, now=late)
    follow_match(match_id=table.match.pk, now=late)
    assert table.seats.get(number=0).away and table.seats.get(number=0).place == 4


def test_a_pause_does_not_stall_a_round() -> None:
    tournament = tournament_of(people(3), seats=3, rounds=1)
    (table,) = playing(tournament)
    assert table.match is not None
    pause_match(match=table.match, reason="vote", now=NOON)
    sweep(now=play_out_at(table.round))
    play_to_the_end(table.match.pk, play_out_at(table.round))
    advance_tournament(tournament_id=tournament.pk, now=NOON)
    tournament.refresh_from_db()
    assert tournament.status == "finished" and not TournamentTable.objects.get(pk=table.pk).judged


def test_a_round_ends_at_its_deadline_whatever_happens() -> None:
    tournament = tournament_of(people(6), "knockout", seats=3, go_on=2)
    for number in (1, 2, 3):
        tables = playing(tournament)
        deadline = tables[0].round.deadline
        sweep(now=deadline)
        assert not Match.objects.filter(status=Match.Status.RUNNING, pk__in=[one.match_id for one in tables]).exists()
        assert all(TournamentTable.objects.get(pk=table.pk).judged for table in tables), number
        tournament.refresh_from_db()
        if tournament.status == "finished":
            break
    assert tournament.status == "finished" and Entry.objects.filter(rank=1).count() == 1


def test_a_match_called_off_shares_its_places() -> None:
    tournament = tournament_of(people(4), seats=4, rounds=1)
    Match.objects.update(status=Match.Status.CALLED_OFF)
    sweep(now=NOON)
    tournament.refresh_from_db()
    assert tournament.status == "finished"
    assert {line.points for line in standings_of(tournament, tables_of(tournament))} == {0.5}


def test_the_best_of_each_table_go_on() -> None:
    tournament = tournament_of(people(8), "knockout", seats=4, go_on=2)
    firsts = {
        seat.user for table in playing(tournament) for seat in Seat.objects.filter(match=table.match_id, number__lt=2)
    }
    play_round(tournament, NOON)
    (final,) = playing(tournament)
    assert {seat.user for seat in Seat.objects.filter(match=final.match_id)} == firsts
    winner = Seat.objects.get(match=final.match_id, number=0).user
    play_round(tournament, NOON)
    assert Entry.objects.get(rank=1).user == winner
    assert {entry.user for entry in Entry.objects.filter(rank__lte=4)} == firsts


def test_organisers_cannot_seat_themselves_better() -> None:
    """A tournament cannot change once announced, no one seats by hand, and its players cannot stop it."""
    by = organiser("paul")
    tournament = tournament_of([*people(7), by], seats=4, rounds=2)
    assert code(call_off_tournament, tournament_id=tournament.pk, by=by, now=NOON) == "plays_in_it"
    assert code(call_off_tournament, tournament_id=tournament.pk, by=people(1)[0], now=NOON) == "not_an_organiser"
    assert not start_tournament(tournament_id=tournament.pk, now=NOON, by=by)
    assert not advance_tournament(tournament_id=tournament.pk, now=NOON), "no round opens while one is played"
    call_off_tournament(tournament_id=tournament.pk, by=organiser(), now=NOON)
    tournament.refresh_from_db()
    assert tournament.status == "called_off" and Entry.objects.filter(rank__isnull=False).count() == 0


def test_the_matches_of_a_tournament_that_was_called_off_go_on_as_ordinary_ones() -> None:
    tournament = tournament_of(people(4), seats=4, rounds=1)
    (table,) = playing(tournament)
    call_off_tournament(tournament_id=tournament.pk, by=organiser(), now=NOON)
    assert not play_out_table(table_id=table.pk, now=table.round.deadline)
    assert not judge_table(table_id=table.pk, now=table.round.deadline)
    for late in (play_out_at(table.round), table.round.deadline):
        sweep(now=late)
    match = Match.objects.get(pk=table.match_id or 0)
    assert match.status == Match.Status.RUNNING and not match.seats.exclude(stand_in="").exists()


def test_the_tables_follow_from_seed_and_standings_alone() -> None:
    """Neither the maker of the tournament nor the order in which tables are processed changes a seat."""
    from ladders.methods.pairing.swiss import swiss
    from ladders.selectors.tournaments import field_of, score_groups

    tournament = tournament_of(people(12), seats=4, rounds=2)
    tables: list[TournamentTable] = []
    drawn = swiss(field_of(tournament, tables, 1), score_groups(standings_of(tournament, tables)))
    seated = {frozenset(seat.entry_id for seat in table.seats.all()) for table in tables_of(tournament)}
    assert {frozenset(table) for table in drawn.tables} == seated


def test_two_of_one_household_sit_apart() -> None:
    users = people(8)
    for one, other in ((0, 1), (2, 3), (4, 5)):
        set_apart(by=organiser(), one=users[one], other=users[other], apart=True, now=NOON)
    tournament = tournament_of(users, seats=4, rounds=2)
    for _ in range(2):
        for table in playing(tournament):
            seated = {seat.user for seat in Seat.objects.filter(match=table.match_id)}
            assert not any({users[one], users[one + 1]} <= seated for one in (0, 2, 4))
        play_round(tournament, NOON)


def test_a_final_seats_the_top_of_its_ladder() -> None:
    users = people(10)
    ladder = ladder_of(users)
    final = tournament_of([], "final", seats=4, go_on=2, ladder=ladder, most_entries=6)
    assert {entry.user for entry in final.entries.all()} == set(users[:6])
    assert code(enter_tournament, tournament_id=final.pk, user=users[9], now=NOON) == "entries_closed"


def test_a_result_told_twice_or_after_the_judgement_changes_nothing() -> None:
    tournament = tournament_of(people(4), seats=4, rounds=1)
    (table,) = playing(tournament)
    sweep(now=table.round.deadline)
    before = list(StandingChange.objects.values_list("pk", flat=True))
    assert table.match is not None
    finish(table.match, [1, 2, 3, 4])
    sweep(now=table.round.deadline)
    assert list(StandingChange.objects.values_list("pk", flat=True)) == before


def test_the_calendar_has_the_start_and_every_deadline() -> None:
    tournament = tournament_of(people(4), seats=4, rounds=2, title="Cup; of moons, and " + "long " * 12)
    text = calendar_of(tournament, "https://example.org/t/1/", NOON)
    lines = text.split("\r\n")
    assert lines[0] == "BEGIN:VCALENDAR" and lines[-2:] == ["END:VCALENDAR", ""]
    assert text.count("BEGIN:VEVENT") == text.count("END:VEVENT") == 3
    assert all(len(line.encode()) <= 75 for line in lines)
    assert "Cup\\; of moons\\, and" in text.replace("\r\n ", "")
    assert f"DTSTART:{playing(tournament)[0].round.deadline:%Y%m%dT%H%M%SZ}" in text


def test_the_reserve_comes_in_for_who_withdraws_before_the_start() -> None:
    tournament = make_tournament(by=organiser(), now=NOON, plan=plan(kind="knockout", seats=2, most_entries=2))
    gone, stays, spare = people(3)
    for user in (gone, stays, spare):
        enter_tournament(tournament_id=tournament.pk, user=user, now=NOON)
    withdraw_from_tournament(tournament_id=tournament.pk, user=gone, now=NOON)
    assert start_tournament(tournament_id=tournament.pk, now=NOON + timedelta(days=2))
    assert state_of(tournament, spare) == "in"


def test_nobody_comes_in_for_who_withdrew_before_the_start_or_from_the_reserve() -> None:
    tournament = make_tournament(by=organiser(), now=NOON, plan=plan(seats=2, most_entries=4, rounds=2))
    gone, *users, late, later = people(7)
    enter_tournament(tournament_id=tournament.pk, user=gone, now=NOON)
    withdraw_from_tournament(tournament_id=tournament.pk, user=gone, now=NOON)
    for user in users:
        enter_tournament(tournament_id=tournament.pk, user=user, now=NOON)
    now = NOON + timedelta(days=2)
    assert start_tournament(tournament_id=tournament.pk, now=now)
    assert advance_tournament(tournament_id=tournament.pk, now=now)
    for user in (late, later):
        assert enter_tournament(tournament_id=tournament.pk, user=user, now=now).state == "reserve"
    withdraw_from_tournament(tournament_id=tournament.pk, user=late, now=now)
    play_round(tournament, now)
    assert state_of(tournament, later) == "reserve" and tournament.entries.filter(state="in").count() == 4


def test_tables_have_only_sizes_at_which_the_options_can_be_played() -> None:
    options = GAMES["tp5"].Options(phestivities=frozenset({"commune"}), chosen_by="host")
    tournament = tournament_of(people(7), seats=4, slug="tp5", options=options)
    assert [table.match.players for table in playing(tournament) if table.match] == [7]


def test_who_was_there_when_bots_played_the_round_out_is_rated_as_present() -> None:
    tournament = tournament_of(people(3), seats=3, rounds=1)
    match = playing(tournament)[0].match
    assert match
    gone = match.seats.get(number=2)
    gone.stand_in = "steady"
    gone.save()
    late = play_out_at(tournament.all_rounds.get(number=1))
    assert play_out_table(table_id=playing(tournament)[0].pk, now=late)
    finish(match, [1, 2, 3], late)
    assert follow_match(match_id=match.pk, now=late)
    risen = {change.user_id: change.mu > 25 for change in RatingChange.objects.filter(result__match=match)}
    seats = {seat.number: seat.user_id or 0 for seat in match.seats.all()}
    assert (risen[seats[0]], risen[seats[2]]) == (True, False)


def test_the_list_of_tournaments_is_never_an_empty_page(client: Client):
    assert "Announce a tournament" not in client.get("/tournaments/").text
    client.force_login(organiser())
    page = client.get("/tournaments/").text
    assert "No tournament is announced yet." in page
    assert 'href="/tournaments/new/"' in page
