"""A ladder and a tournament in a club of one: nothing is offered that cannot be done, and nothing goes on for ever."""

from datetime import timedelta

import pytest

from foundation.errors import Refused
from ladders.models import Ladder, Tournament
from ladders.services.challenges import make_challenge
from ladders.services.ladders import join_ladder
from ladders.services.rounds import advance_tournament
from ladders.services.sweep import sweep
from ladders.services.tournaments import enter_bot, start_tournament
from matches.models import Match
from tests.clubs.founded import club_of, words_of
from tests.clubs.test_contests import LATER, cup_in, ladder_in
from tests.ladders.play import play_to_the_end
from tests.ladders.test_news import texts_for
from tests.matches.tables import NOON, person
from tests.support.clients import client_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _one_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON)


@pytest.mark.parametrize("seats", [2, 3])
def test_who_stands_alone_on_a_ladder_reads_what_it_waits_for(seats: int) -> None:
    club = club_of("ana", "ben", "cleo")
    ladder = ladder_in(club, "ana")
    Ladder.objects.update(seats_from=seats, seats_to=seats)
    path, why = ladder.get_absolute_url(), f"A table needs {seats} players. You can challenge others when"
    offers = {2: 'name="opponent"', 3: "Challenge these"}[seats]
    page = words_of(client_of(person("ana")), path)
    assert why in page and offers not in page
    with pytest.raises(Refused):
        make_challenge(ladder_id=ladder.pk, challenger=person("ana"), opponents=[], now=NOON)
    for name in ("ben", "cleo"):
        join_ladder(ladder_id=ladder.pk, user=person(name), now=NOON)
    page = words_of(client_of(person("ana")), path)
    assert why not in page and offers in page


def test_a_tournament_of_one_is_not_offered_to_begin_and_is_called_off_at_its_hour() -> None:
    club = club_of("ana")
    cup = cup_in(club)
    page = words_of(client_of(person("ana")), cup.get_absolute_url())
    assert "There are too few players for one table" in page and "Start now" not in page
    client_of(person("ana")).post(f"{cup.get_absolute_url()}enter/")
    sweep(now=LATER)
    cup.refresh_from_db()
    assert (cup.status, cup.ended_at) == ("called_off", LATER)
    assert "too few players" in texts_for(person("ana"))[-1]
    assert not Match.objects.exists()


def test_one_who_has_nobody_else_plays_it_with_bots() -> None:
    club = club_of("ana")
    cup = cup_in(club, "ana", rounds=1)
    enter_bot(tournament_id=cup.pk, by=person("ana"), now=NOON)
    assert start_tournament(tournament_id=cup.pk, now=LATER)
    advance_tournament(tournament_id=cup.pk, now=LATER)
    play_to_the_end(Match.objects.get().pk, LATER)
    advance_tournament(tournament_id=cup.pk, now=LATER)
    cup.refresh_from_db()
    assert cup.status == "finished"


@pytest.mark.parametrize(("entered", "editions"), [((), 1), (("ana",), 2)])
def test_one_that_is_held_again_ends_when_nobody_enters_it(entered: tuple[str, ...], editions: int) -> None:
    cup_in(club_of("ana"), *entered, repeat_days=7)
    for week in range(4):
        sweep(now=LATER + timedelta(days=7 * week))
    assert list(Tournament.objects.values_list("status", flat=True)) == ["called_off"] * editions


def test_enough_for_a_table_may_begin_it() -> None:
    cup = cup_in(club_of("ana", "ben", "cleo"), "ben", "cleo")
    assert "Start now" in words_of(client_of(person("ana")), cup.get_absolute_url())
