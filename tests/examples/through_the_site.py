"""Plays a game through the pages of a site: run by `manage.py shell` in a checkout to which the game was added."""

import html
import re

from django.contrib.staticfiles import finders
from django.test import Client
from django.utils import timezone

from games.registry import GAMES
from games.verify import check_file
from matches.models import Match
from matches.rounds.resolve import resolve_round
from tests.matches.tables import person

SLUG = "goofspiel"
CHOICE = re.compile(r'<input type="radio"\s+name="action"\s+id="choice-\d+"\s+value="([^"]+)"')
STEP = re.compile(r'name="step" value="(\d+)"')
FORM = {"seat_1": "open", "turn_seconds": "86400", "option_cards": "5", "option_ties": "carry"}


def play() -> None:
    """Open a table, play it to its end with the game's own board, and verify the record."""
    ana, ben = client_of("ana"), client_of("ben")
    path = ana.post(f"/tables/new/{SLUG}/", FORM)["Location"]
    assert ben.post(f"{path}join/").status_code == 302
    match = Match.objects.get()
    looks_its_own(page(ana, path))
    while match.status == Match.Status.RUNNING:
        bid(ana, path, match.step)
        bid(ben, path, match.step + 1)
        assert resolve_round(match_id=match.pk, now=timezone.now())
        match.refresh_from_db()
    assert "Final places" in page(ana, path)
    assert [check.detail for check in check_file(ana.get(f"{path}match.json").content) if not check.ok] == []
    looks_its_own(page(ana, f"/rules/{SLUG}/"))
    assert GAMES[SLUG].title in page(ana, "/")
    print("It was played.")  # noqa: T201 - who started this program reads it


def client_of(name: str) -> Client:
    """A browser in which a user is logged in."""
    client = Client(headers={"host": "127.0.0.1"})
    client.force_login(person(name))
    return client


def page(client: Client, path: str) -> str:
    """The text of a page."""
    reply = client.get(path)
    assert reply.status_code == 200, f"{path} answered {reply.status_code}"
    return reply.content.decode()


def looks_its_own(text: str) -> None:
    """Check that a page has the game's own drawing and the style sheet for it."""
    assert 'class="goofspiel-card' in text
    assert "goofspiel/goofspiel.css" in text
    assert finders.find("goofspiel/goofspiel.css")


def bid(client: Client, path: str, number: int) -> None:
    """Seal one of the cards that the page offers."""
    text = page(client, path)
    step, cards = STEP.search(text), CHOICE.findall(text)
    assert step is not None
    reply = client.post(f"{path}answer/", {"step": step[1], "action": html.unescape(cards[number % len(cards)])})
    assert reply.status_code == 302
