"""Standings have correct reasons, and no one is notified twice or of too much."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from ladders.models import StandingChange, TournamentTable
from ladders.selectors.calendar import calendar_of
from ladders.selectors.tournaments import standings_of, tables_of, trophies_of
from ladders.services.results import follow_match
from ladders.services.rounds import advance_tournament
from ladders.services.tournaments import (
    call_off_tournament,
    enter_tournament,
    make_tournament,
    start_tournament,
    withdraw_from_tournament,
)
from ladders.templatetags.ladders import points_in_digits
from matches.models import Seat
from notifications.models import Notice
from tests.ladders.play import finish, ladder_of, organiser, people, play_round, playing, tournament_of
from tests.ladders.test_tournaments import plan
from tests.matches.tables import NOON
from tests.support.html import squeezed

pytestmark = pytest.mark.django_db


def test_points_have_the_decimal_sign_of_the_readers_language() -> None:
    assert [points_in_digits(points) for points in (1 / 3, 2.5, 3.0)] == ["0.33", "2.5", "3"]
    with translation.override("fr"):
        assert [points_in_digits(points) for points in (1 / 3, 2.5, 3.0)] == ["0,33", "2,5", "3"]


def test_who_withdrew_before_sitting_anywhere_has_no_place() -> None:
    tournament = make_tournament(by=organiser(), now=NOON, plan=plan(seats=2, rounds=1))
    gone, *others = people(3)
    for user in (gone, *others):
        enter_tournament(tournament_id=tournament.pk, user=user, now=NOON)
    withdraw_from_tournament(tournament_id=tournament.pk, user=gone, now=NOON)
    start_tournament(tournament_id=tournament.pk, by=organiser(), now=NOON)
    advance_tournament(tournament_id=tournament.pk, now=NOON)
    play_round(tournament, NOON)
    assert dict(tournament.entries.values_list("user", "rank"))[gone.pk] is None
    assert trophies_of(gone) == [] and [len(trophies_of(user)) for user in others] == [1, 1]


def whys_of(user: Any) -> list[str]:
    return list(StandingChange.objects.filter(entry__user=user).values_list("why", flat=True))


def test_the_reasons_of_a_knock_out_are_those_that_hold() -> None:
    """Players who left are not knocked out and do not advance; from the last table nobody does."""
    users = people(6)
    tournament = tournament_of(users, "knockout", seats=3, go_on=2)
    first, second = playing(tournament)
    withdrew, bot_played = (Seat.objects.get(match=table.match_id, number=0) for table in (first, second))
    assert withdrew.user is not None
    withdraw_from_tournament(tournament_id=tournament.pk, user=withdrew.user, now=NOON)
    Seat.objects.filter(pk=bot_played.pk).update(stand_in="random")
    play_round(tournament, NOON)
    assert whys_of(withdrew.user) == ["entered_by", "withdrew", "table"]
    assert whys_of(bot_played.user) == ["entered_by", "table", "no_show"]
    assert StandingChange.objects.filter(why="on").count() == 4
    (last,) = playing(tournament)
    play_round(tournament, NOON)
    table = TournamentTable.objects.get(pk=last.pk)
    assert set(table.changes.values_list("why", flat=True)) == {"table"}
    assert not Notice.objects.filter(context__text__startswith="You did not reach the next round").exists()


@pytest.mark.parametrize(("slug", "seats", "go_on"), [("plaque-auction", 2, 1), ("bid", 3, 2)])
def test_nobody_who_left_stands_above_who_is_still_in(slug: str, seats: int, go_on: int) -> None:
    """All players at the leader's table withdraw, and too few advance from the other for another round."""
    cup = tournament_of(people(2 * seats), "knockout", slug=slug, seats=seats, go_on=go_on)
    for table in playing(cup):
        assert table.match is not None
        follow_match(match_id=finish(table.match, range(1, seats + 1)).pk, now=NOON)
    best = standings_of(cup, tables_of(cup))[0].player
    tables = sorted(tables_of(cup), key=lambda table: best not in {seat.entry_id for seat in table.seats.all()})
    gone, (*still_in, _) = ([seat.entry for seat in table.seats.all()] for table in tables)
    for entry in gone:
        withdraw_from_tournament(tournament_id=cup.pk, user=entry.user, now=NOON)
    advance_tournament(tournament_id=cup.pk, now=NOON)
    cup.refresh_from_db()
    ranked = cup.entries.order_by("rank")
    assert cup.status == "finished" and list(ranked[: go_on + 1]) == [*still_in, gone[0]]


def test_a_final_with_too_few_is_told_once() -> None:
    ladder = ladder_of(people(1))
    final = make_tournament(by=organiser("paul"), now=NOON, plan=plan(kind="final", seats=2, ladder=ladder))
    assert not start_tournament(tournament_id=final.pk, now=NOON + timedelta(days=2))
    texts = Notice.objects.filter(topic=f"tournament:{final.pk}", user=people(1)[0]).values_list(
        "context__text", flat=True
    )
    assert {text.split(",")[0] for text in texts} == {"There were too few players for one table"}


def test_a_calendar_keeps_no_deadline_of_a_tournament_that_was_called_off() -> None:
    tournament = tournament_of(people(4), seats=4, rounds=2)
    call_off_tournament(tournament_id=tournament.pk, by=organiser(), now=NOON)
    tournament.refresh_from_db()
    events = calendar_of(tournament, "https://example.org/t/1/", NOON).split("BEGIN:VEVENT")[1:]
    assert ["STATUS:CANCELLED" in event for event in events] == [True, False, True]
    assert "ends at the latest" in events[2]


BY_LOT = "These ties were broken at random"


def test_the_lot_is_shown_where_nothing_else_parts_players() -> None:
    cup = tournament_of(people(4), seats=4, rounds=1)
    page = squeezed(Client().get(cup.get_absolute_url()).content.decode())
    assert all(line.lot in page for line in standings_of(cup, tables_of(cup))) and BY_LOT in page
    play_round(cup, NOON)
    assert BY_LOT not in squeezed(Client().get(cup.get_absolute_url()).content.decode())


def test_a_knock_out_says_what_parts_its_players_first() -> None:
    cup = tournament_of(people(8), "knockout", seats=4, go_on=2)
    play_round(cup, NOON)
    play_round(cup, NOON)
    page = squeezed(Client().get(cup.get_absolute_url()).content.decode())
    found = [page.index(f"<dt>{number}. {name}</dt>") for number, name in ((1, "Round"), (2, "Place"), (3, "Points"))]
    assert found == sorted(found) and "Players who got further stand higher;" in page
    swiss = tournament_of(people(4), seats=4, rounds=1, title="Another")
    assert "<dt>1. Points</dt>" in squeezed(Client().get(swiss.get_absolute_url()).content.decode())
