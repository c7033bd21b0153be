"""A game made by docs/new-game.md, registered by one line, is played through the site to its end."""

import copy
import html
import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.test import Client
from django.utils import timezone

import examples.goofspiel
from examples.goofspiel.rules import GOOFSPIEL
from games.registry import GAMES
from games.verify import check_file
from matches.models import Match
from matches.rounds.resolve import resolve_round
from tests.matches.tables import person

pytestmark = pytest.mark.django_db
CHOICE = re.compile(r'<input type="radio"\s+name="action"\s+id="choice-\d+"\s+value="([^"]+)"')
FORM = {"seat_1": "open", "turn_seconds": "86400", "option_cards": "5", "option_ties": "carry"}


@pytest.fixture(autouse=True)
def _in_the_box(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    """Put Goofspiel into the box, and its template where the site looks."""
    monkeypatch.setitem(GAMES, GOOFSPIEL.slug, GOOFSPIEL)
    templates: Any = copy.deepcopy(django_settings.TEMPLATES)
    templates[0]["DIRS"].append(Path(examples.goofspiel.__file__).parent / "templates")
    settings.TEMPLATES = templates


def client_of(name: str) -> Client:
    client = Client()
    client.force_login(person(name))
    return client


def bid(client: Client, path: str, number: int) -> None:
    """Seal one of the cards that the page offers."""
    page = client.get(path).content.decode()
    step = re.search(r'name="step" value="(\d+)"', page)
    cards = CHOICE.findall(page)
    assert step is not None
    reply = client.post(f"{path}answer/", {"step": step[1], "action": html.unescape(cards[number % len(cards)])})
    assert reply.status_code == 302


def test_goofspiel_is_played_through_the_site() -> None:
    ana, ben = client_of("ana"), client_of("ben")
    path = ana.post(f"/tables/new/{GOOFSPIEL.slug}/", FORM)["Location"]
    assert ben.post(f"{path}join/").status_code == 302
    match = Match.objects.get()
    assert "Your cards" in ana.get(path).content.decode()
    while match.status == Match.Status.RUNNING:
        bid(ana, path, match.step)
        bid(ben, path, match.step + 1)
        assert resolve_round(match_id=match.pk, now=timezone.now())
        match.refresh_from_db()
    assert "Final places" in ana.get(path).content.decode()
    assert [check.detail for check in check_file(ana.get(f"{path}match.json").content) if not check.ok] == []


def test_its_rules_page_and_form_need_nothing_more() -> None:
    assert GOOFSPIEL.title in Client().get("/rules/").content.decode()
    assert Client().get(f"/rules/{GOOFSPIEL.slug}/").status_code == 200
    form = client_of("ana").get(f"/tables/new/{GOOFSPIEL.slug}/").content.decode()
    assert 'name="option_cards"' in form
