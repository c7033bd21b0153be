"""Style sheets: each game brings its own, to the pages that draw its pieces and to no other."""

import re

import pytest
from django.template.loader import select_template
from django.test import Client

from engine.table_settings import TableSettings, TimeControl
from games.registry import GAMES
from matches.lobby.tables import SeatSpec, create_match
from matches.templatetags.table import part_templates
from tests.matches.tables import DAY, NOON, person, table_of

pytestmark = pytest.mark.django_db

NEEDS = re.compile(r'(?:href|src)="([^"]+\.(?:css|js))"')


def own_styles(slug: str) -> list[str]:
    """The style sheets that a game's own pieces need."""
    return NEEDS.findall(select_template(part_templates(slug, "styles")).render())


def loaded(path: str, user: str = "ana") -> list[str]:
    """The style sheets and scripts of a page."""
    client = Client()
    client.force_login(person(user))
    reply = client.get(path)
    assert reply.status_code == 200
    return NEEDS.findall(reply.content.decode())


EVERY_STYLE = {style for slug in GAMES for style in own_styles(slug)}


@pytest.mark.parametrize("path", ["/", "/rules/", "/tables/new/"])
def test_pages_that_show_every_game_load_each_style_once(path: str) -> None:
    found = [name for name in loaded(path) if name in EVERY_STYLE]
    assert sorted(found) == sorted(EVERY_STYLE)
    assert EVERY_STYLE


@pytest.mark.parametrize("path", ["/tables/", "/turns/", "/tables/new/bid/", "/rules/manipulation/"])
def test_pages_without_their_pieces_load_none(path: str) -> None:
    assert EVERY_STYLE.isdisjoint(loaded(path))


@pytest.mark.parametrize("slug", GAMES)
def test_a_game_loads_its_own_on_its_table_and_its_rules(slug: str) -> None:
    match, _ = table_of("ana", "ben", "cleo", slug=slug)
    for path in (f"/table/{match.pk}/", f"/rules/{slug}/"):
        assert {*own_styles(slug)} == EVERY_STYLE & {*loaded(path)}


@pytest.mark.parametrize("slug", GAMES)
def test_a_table_that_waits_has_all_that_it_needs_when_it_starts(slug: str) -> None:
    """The last one to sit down turns the open page of all others into the table, without loading a page."""
    running, _ = table_of("ana", "ben", "cleo", slug=slug)
    waiting = create_match(
        host=person("ana"),
        slug=slug,
        options=GAMES[slug].Options(),
        seats=[SeatSpec("open")] * 2,
        time_control=TimeControl(DAY),
        table_settings=TableSettings(),
        contribution="",
        now=NOON,
    )
    needed = {*loaded(f"/table/{running.pk}/")}
    assert needed <= {*loaded(f"/table/{waiting.pk}/")}
