"""Files of a match that moderators changed: they keep to their forms, and say what no longer counts."""

from typing import Any

import pytest
from django.test import Client

from games.registry import GAMES
from matches.interventions.settings import lock_chat
from matches.models import Match
from matches.view.match_view import match_view, matches
from matches.view.verification import export_json
from tests.matches.tables import NOON, table_of
from tests.matches.test_exports import PIECEPACK, SHORT, assert_lies_so, check_form
from tests.matches.test_replays import bring
from tests.matches.test_rewinding import NAMES, NOTE, go_on, take_back
from tests.support.ppn import Written, read_ppn

pytestmark = pytest.mark.django_db
BACK_TO = 2


def changed(slug: str) -> Match:
    """A finished match that was taken back from step 5 to 2 and had its chat locked twice and opened once."""
    match, people = table_of(*NAMES, slug=slug, **SHORT.get(slug, {}))
    match = go_on(match, people, 5)
    assert (match.status, match.step) == ("running", 5)
    take_back(match, BACK_TO)
    for locked in (True, False, True):
        lock_chat(match_id=match.pk, locked=locked, note=NOTE, now=NOON)
    match = go_on(match, people, seed=6)
    assert match.status == "finished"
    return matches().get(pk=match.pk)


def steps_of(match: Match) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = Client().get(f"/table/{match.pk}/view.json").json()["steps"]
    return found


def notation_of(match: Match) -> Written:
    return read_ppn(Client().get(f"/table/{match.pk}/view.ppn").content.decode())


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.sampled(2, "every game, not two")
def test_both_files_are_as_their_schemas_say(slug: str) -> None:
    match = changed(slug)
    for page, form in (("view.json", "view"), ("match.json", "match")):
        check_form(Client().get(f"/table/{match.pk}/{page}").content, slug, form)


def test_a_file_says_what_moderators_did_and_what_counts_no_more() -> None:
    steps = steps_of(changed("bid"))
    places = [(step["step"], step["part"]) for step in steps]
    assert [place for place, step in zip(places, steps, strict=True) if step["taken_back"]] == [(3, 0), (4, 0), (5, 0)]
    by_moderators = [place for place, step in zip(places, steps, strict=True) if step["moderated"]]
    assert by_moderators == [(6, 0), (6, 1), (6, 2), (6, 3)]
    assert steps[6]["seen"] == steps[BACK_TO]["seen"]


@pytest.mark.parametrize("slug", PIECEPACK)
def test_the_notation_leads_back_and_on(slug: str) -> None:
    match = changed(slug)
    found, steps = notation_of(match), steps_of(match)
    assert found.places == [f"{step['step']}.{step['part']}".removesuffix(".0") for step in steps]
    assert [number for number, comments in found.comments.items() if "Taken back." in comments] == [3, 4, 5]
    for number, seen in enumerate(match_view(match, None, log_steps=None, with_course=True).course):
        assert_lies_so(found.tables[number], tuple(GAMES[slug].notation.rows(seen, over=True)))


def test_a_brought_match_says_what_counts_no_more() -> None:
    address = bring(export_json(changed("bid")))["Location"]
    marked = [number for number in range(9) if ", taken back" in page_of(address, number)]
    assert marked == [3, 4, 5]
    drawn = [page_of(address, number) for number in (6, 7)]
    assert "A moderator took the match back to step 2" in drawn[0]
    assert "A moderator locked the chat of this table" in drawn[1]


def page_of(address: str, number: int) -> str:
    return Client().get(f"{address}step/{number}/").content.decode()
