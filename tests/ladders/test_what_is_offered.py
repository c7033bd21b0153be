"""What is offered: how long entry is open, and what the pages say about it and about tables without a result."""

import pytest

from ladders.services.results import follow_match
from ladders.services.tournaments import enter_tournament
from matches.interventions.outcomes import call_off_as_moderator
from tests.ladders.play import SLUG, ladder_of, organiser, people, play_round, playing, tournament_of
from tests.matches.tables import NOON, person
from tests.support.clients import client_of
from tests.support.html import squeezed

pytestmark = pytest.mark.django_db


def page(path: str) -> str:
    return squeezed(client_of(person("reader")).get(path).content.decode())


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        ({"late_rounds": 1, "rounds": 3}, "Until round 1 ends;"),
        ({"late_rounds": 5, "rounds": 3}, "Until round 2 ends;"),
        ({"late_rounds": 0, "rounds": 3}, "Only before the start;"),
        ({"late_rounds": 2, "kind": "knockout"}, "Only before the start;"),
    ],
)
def test_the_page_says_until_when_players_may_enter(plan: dict[str, object], words: str) -> None:
    assert words in page(tournament_of(people(8), **plan).get_absolute_url())  # type: ignore[arg-type]


def test_nobody_enters_late_in_a_round_that_no_other_follows() -> None:
    tournament = tournament_of(people(4), rounds=2, late_rounds=2)
    assert enter_tournament(tournament_id=tournament.pk, user=person("late"), now=NOON).state == "in"
    play_round(tournament, NOON)
    assert enter_tournament(tournament_id=tournament.pk, user=person("later"), now=NOON).state == "reserve"


def test_a_table_that_was_called_off_shares_its_places_and_names_no_deadline() -> None:
    tournament = tournament_of(people(4), rounds=2)
    match = playing(tournament)[0].match
    assert match is not None
    call_off_as_moderator(match_id=match.pk, note={"action": "call-off", "by": "a moderator"}, now=NOON)
    follow_match(match_id=match.pk, now=NOON)
    shown = page(tournament.get_absolute_url())
    assert "no result: the places are shared" in shown and "at the deadline" not in shown
    assert "at the deadline" not in page(f"{tournament.get_absolute_url()}why/")


def test_only_the_lowest_division_asks_for_a_first_player() -> None:
    ladder = ladder_of([], divisions=["First", "Second"])
    shown = page(ladder.get_absolute_url())
    assert shown.count("Nobody is here yet.") == 2 and shown.count("Be the first") == 1


def test_a_final_is_offered_once_there_is_a_ladder_of_the_game() -> None:
    client, path = client_of(organiser()), f"/tournaments/new/{SLUG}/"
    assert "Final of a ladder" not in squeezed(client.get(path).content.decode())
    ladder_of([])
    assert "Final of a ladder" in squeezed(client.get(path).content.decode())


@pytest.mark.parametrize(("kind", "offered"), [("swiss", True), ("knockout", False)])
def test_organisers_enter_nobody_where_no_more_entries_are_taken(kind: str, offered: bool) -> None:
    path = tournament_of(people(8), kind).get_absolute_url()
    shown = squeezed(client_of(organiser()).get(path).content.decode())
    assert "Call it off" in shown
    for words in ("Enter this player", "Import a list", "Enter a bot"):
        assert (words in shown) == offered
