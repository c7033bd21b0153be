"""A game that is in the registry can be set up, played and checked, without a template of its own."""

import pytest
from django.test import Client

from games.bots.chance import RandomChance
from games.models import Match
from games.rules.verify import check_file
from games.services.rounds import round_resolve
from games.services.verification import export_json
from tests.games.tables import NOON, answer_all, person, table_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_the_box")]


def page(name: str, address: str) -> str:
    client = Client()
    client.force_login(person(name))
    reply = client.get(address)
    assert reply.status_code == 200
    return reply.content.decode()


def test_its_options_are_a_form_and_its_points_a_page() -> None:
    form = page("ana", "/tables/new/goofspiel/")
    assert "Hidden bids" in form
    assert "It is added to the next one" in form
    assert "Each prize is drawn when it is turned." in page("ana", "/rules/goofspiel/")


def test_it_is_played_to_its_end_and_can_be_checked() -> None:
    match, people = table_of("ana", "ben", "cleo", slug="goofspiel", cards=4, hidden_bids=True)
    chance = RandomChance(5)
    for _ in range(4):
        for user in people:
            table = page(user.username, f"/table/{match.pk}/")
            assert "Seal one card as your bid for" in table
            assert "Seal my bid" in table
        answer_all(match, people, chance)
        round_resolve(match_id=match.pk, now=NOON)
        match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert "points to" in page("ana", f"/table/{match.pk}/")
    assert [check.detail for check in check_file(export_json(match)) if not check.ok] == []
