"""Pages that have nothing to list yet say so, with one link or button that leads on."""

import re
from datetime import timedelta

import pytest
from django.test import Client

from accounts.models import User
from games.registry import GAMES
from ladders.services.seasons import open_season
from ladders.services.tournaments import Plan, make_tournament
from tests.ladders.play import CLOCK, SLUG, ladder_of, organiser
from tests.matches.tables import NOON, person
from tests.support.html import squeezed

pytestmark = pytest.mark.django_db
EMPTY = re.compile(r'<div class="empty">(.*?)</div>')
"""What a page says instead of a list."""


def empties(user: User, path: str) -> list[str]:
    client = Client()
    client.force_login(user)
    reply = client.get(path)
    assert reply.status_code == 200
    return EMPTY.findall(squeezed(reply.content.decode()))


def has_one_act(empty: str) -> bool:
    return len(re.findall(r"<a |<button ", empty)) == 1 and "<p" in empty


@pytest.mark.parametrize("organises", [True, False])
def test_a_page_without_content_offers_one_act(organises: bool) -> None:
    reader = organiser() if organises else person("reader")
    paths = {"/ladders/": 2, "/tournaments/": 1, "/friends/followers/": 1, "/notices/sent/": 1, "/people/{}/": 1}
    for path, number in paths.items():
        found = empties(reader, path.format(reader.username))
        assert len(found) == number, path
        assert all(map(has_one_act, found)), path


def test_a_new_ladder_its_season_and_a_new_tournament_offer_one_act() -> None:
    by = organiser()
    ladder = ladder_of([])
    dates = {"starts_at": NOON, "ends_at": NOON + timedelta(days=9999)}
    season = open_season(ladder_id=ladder.pk, by=by, title="Spring", now=NOON, **dates)
    plan = Plan("The cup", "swiss", SLUG, GAMES[SLUG].Options(), 3, NOON + timedelta(days=9999), CLOCK)
    cup = make_tournament(by=by, plan=plan, now=NOON)
    here = ladder.get_absolute_url()
    for path in (here, f"{here}why/", season.get_absolute_url(), cup.get_absolute_url()):
        found = empties(by, path)
        assert found, path
        assert all(map(has_one_act, found)), path
