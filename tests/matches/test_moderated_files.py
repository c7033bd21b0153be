"""Files of a match that moderators changed: they keep to their forms, and say what no longer counts."""

import re
from typing import Any

import pytest
from django.test import Client

from foundation.errors import Refused
from games.registry import GAMES
from matches.interventions.settings import lock_chat
from matches.lobby.forks import start_in_replay
from matches.models import Match
from matches.models.social import Replay
from matches.view.match_view import match_view, matches
from matches.view.replays import unpack_record
from matches.view.verification import export_json
from tests.matches.tables import NOON, person, table_of
from tests.matches.test_exports import PIECEPACK, SHORT, assert_lies_so, check_form, played
from tests.matches.test_forks import to_the_end, with_people
from tests.matches.test_replays import bring
from tests.matches.test_rewinding import NAMES, NOTE, go_on, take_back
from tests.support.clients import client_of
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


def offered_at(kept: Replay, index: int) -> str:
    """The address at which the page of a replay offers to play on, if it does."""
    page = Client().get(f"/replays/{kept.token}/step/{index}/").content.decode()
    found = re.search(r'href="([^"]*/play-on/)"', page)
    return found[1] if found else ""


def test_an_uploaded_match_offers_to_play_on_where_that_works_and_nowhere_else() -> None:
    """Its pages count all steps of the file, also those of moderators that share the number of the step before."""
    match = changed("bid")
    lock_chat(match_id=match.pk, locked=False, note=NOTE, now=NOON)
    bring(export_json(match))
    kept = Replay.objects.get()
    steps = unpack_record(bytes(kept.record)).steps
    assert steps[-1].step.part == 1
    for index, chained in enumerate(steps[:-1]):
        number, works = chained.step.number, True
        try:
            start_in_replay(kept, number)
        except Refused:
            works = False
        assert works is (number < match.step)
        assert offered_at(kept, index) == (f"/replays/{kept.token}/step/{number}/play-on/" if works else "")
    after = next(index for index, chained in enumerate(steps) if chained.step.number == BACK_TO + 5)
    page = client_of(person("zora")).get(offered_at(kept, after)).content.decode()
    assert f'href="/replays/{kept.token}/step/{after}/"' in page
    assert f'src="/replays/{kept.token}/step/{after}.svg?seat=1"' in page


def test_an_uploaded_match_that_was_played_on_itself_is_not_offered_again(monkeypatch: pytest.MonkeyPatch) -> None:
    match, people = played("bid")
    bring(export_json(to_the_end(*with_people(match, people[0]))))
    kept = Replay.objects.get()
    assert not offered_at(kept, 0)
    with pytest.raises(Refused, match="itself played on"):
        start_in_replay(kept, 0)
    bring(export_json(match))
    kept = Replay.objects.latest("pk")
    assert offered_at(kept, 0)
    monkeypatch.setattr(GAMES["bid"], "rules_version", GAMES["bid"].rules_version + 1)
    assert not offered_at(kept, 0)
