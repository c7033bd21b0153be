"""One press starts a match against bots in any game."""

import pytest
from django.test import Client

from accounts.models import User
from games.registry import GAMES
from matches.models import Match
from tests.accounts.people import person

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("slug", GAMES)
def test_a_visitor_starts_any_game_from_its_card(slug: str):
    client = Client()
    front = client.get("/").text
    assert f'name="choice" value="{slug}"' in front
    page = client.post("/people/guest/", {"choice": slug}, follow=True)
    match = Match.objects.get()
    assert (match.game, match.status, match.rated) == (slug, "running", False)
    assert page.redirect_chain == [(f"/table/{match.pk}/", 302)]
    assert match.host == User.objects.get(kind="guest")


def test_a_request_for_no_game_is_answered_by_the_first_one():
    Client().post("/people/guest/", {"choice": "chess"})
    assert Match.objects.get().game == next(iter(GAMES))


def test_a_person_plays_bots_at_once_and_visitors_log_in_first(client: Client):
    assert client.post("/tables/new/bid/bots/")["Location"].startswith("/accounts/login/")
    client.force_login(person("ana"))
    assert client.get("/tables/new/bid/bots/").status_code == 405
    assert client.post("/tables/new/chess/bots/").status_code == 404
    page = client.post("/tables/new/hexes/bots/")
    match = Match.objects.get()
    assert page["Location"] == f"/table/{match.pk}/"
    assert match.seats.filter(user__kind="house").count() == GAMES["hexes"].players[0] - 1
