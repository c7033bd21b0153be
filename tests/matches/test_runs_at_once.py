"""A run of hexes sent as one is laid whole or not at all."""

import json
from typing import Any

import pytest
from django.test import Client

from games.hexes.rules import HEXES
from games.hexes.rules.actions import FINISH, Place
from games.hexes.rules.board import open_cells
from games.hexes.rules.state import HexState
from matches.log.states import state_of
from matches.models import Answer, Match, Step
from matches.rounds.resolve import resolve_round
from tests.games.hexes.site_tables import match_about_to_lay
from tests.matches.tables import NOON, person

pytestmark = pytest.mark.django_db
FINISH_NOW = {"act": "finish"}


def post(match: Match, **fields: Any) -> Any:
    client = Client(raise_request_exception=False)
    client.force_login(person("ana"))
    return client.post(f"/table/{match.pk}/answer/", {"step": str(match.next_step), **fields})


def send(match: Match, *actions: dict[str, Any]) -> Any:
    return post(match, several="1", action=[json.dumps(action) for action in actions])


def run_of(match: Match, length: int) -> list[dict[str, Any]]:
    """That many legal placements in a row."""
    state: HexState = state_of(match)
    placed: list[Place] = []
    for _ in range(length):
        place = next(action for action in HEXES.legal_actions(state, 0) if isinstance(action, Place))
        state = HEXES.apply(state, {0: place}, None).state  # type: ignore[arg-type]
        placed.append(place)
    return [as_json(place) for place in placed]


def as_json(place: Place) -> dict[str, Any]:
    return {"act": "place", "hex": place.hex, "q": place.q, "r": place.r, "rotation": place.rotation}


def after(match: Match) -> HexState:
    """The state once all that was answered has taken effect."""
    resolve_round(match_id=match.pk, now=NOON)
    match.refresh_from_db()
    state: HexState = state_of(match)
    return state


def test_a_run_and_its_finish_are_laid_together() -> None:
    match = match_about_to_lay("ana", "ben")
    run = run_of(match, 2)
    assert send(match, *run, FINISH_NOW).status_code == 302
    state = after(match)
    assert [as_json(Place(laid.hex, laid.q, laid.r, laid.rotation)) for laid in state.board[1:]] == run
    assert state.run == 0
    assert state.to_move[:1] != (0,)


def test_a_run_of_the_whole_hand_needs_no_finish() -> None:
    match = match_about_to_lay("ana", "ben")
    run = run_of(match, len(state_of(match).hands[0]))
    assert send(match, *run).status_code == 302
    assert len(after(match).board) == 1 + len(run)


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        ({"q": 0, "r": 0}, "A hex lies on this cell already."),
        ({"q": 40, "r": 0}, "The next hex must touch the one just laid."),
        ({"hex": "no such hex"}, "This hex is not in your hand."),
        ({"rotation": 6}, "This answer cannot be read"),
        ({"act": "take"}, "This answer cannot be read"),
    ],
)
def test_one_illegal_placement_in_the_middle_and_nothing_is_laid(spoil: dict[str, Any], sentence: str) -> None:
    match = match_about_to_lay("ana", "ben")
    before, steps = state_of(match), Step.objects.count()
    first, middle, last = run_of(match, 3)
    reply = send(match, first, middle | spoil, last, FINISH_NOW)
    assert reply.status_code == 400
    assert sentence in reply.content.decode()
    assert state_of(Match.objects.get()) == before == after(match)
    assert Step.objects.count() == steps
    assert not Answer.objects.filter(step=match.next_step).exists()


def test_a_finish_after_the_run_has_ended_is_refused_with_all_before_it() -> None:
    match = match_about_to_lay("ana", "ben")
    before = state_of(match)
    run = run_of(match, len(before.hands[0]))
    reply = send(match, *run, FINISH_NOW)
    assert reply.status_code == 409
    assert "You are not asked for an answer now." in reply.content.decode()
    assert after(match) == before


def test_a_refused_run_shows_the_table_with_the_reason() -> None:
    match = match_about_to_lay("ana", "ben")
    first, *_ = run_of(match, 1)
    page = send(match, first | {"q": 40}, FINISH_NOW).content.decode()
    assert "The first hex of a run must touch the board." in page
    assert 'data-send data-busy="Laying …"' in " ".join(page.split())


def test_one_hex_is_laid_by_a_form_of_its_parts() -> None:
    match = match_about_to_lay("ana", "ben")
    state = state_of(match)
    q, r = open_cells(state.board)[0]
    assert post(match, hex=state.hands[0][1], cell=f"{q},{r}", rotation="5").status_code == 302
    laid = after(match).board[-1]
    assert (laid.hex, laid.q, laid.r) == (state.hands[0][1], q, r)


def test_a_choice_of_the_list_is_used_instead_of_the_parts() -> None:
    match = match_about_to_lay("ana", "ben")
    state = state_of(match)
    reply = post(match, hex=state.hands[0][1], cell="1,0", rotation="0", action=json.dumps(FINISH_NOW))
    assert reply.status_code == 302
    assert HEXES.legal_actions(state, 0)[0] == FINISH
    assert after(match).board == state.board


def test_a_form_without_a_place_says_what_is_missing() -> None:
    match = match_about_to_lay("ana", "ben")
    reply = post(match, hex=state_of(match).hands[0][1], rotation="0")
    assert reply.status_code == 400
    assert "Choose a hex of your hand, an open cell and how the hex is turned." in reply.content.decode()
