"""Style sheets: each game brings its own, to the pages that draw its pieces and to no other."""

import re

import pytest
from django.template.loader import select_template
from django.test import Client

from games.registry import GAMES
from matches.templatetags.table import part_templates
from tests.matches.tables import person, table_of

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


def test_the_page_of_a_table_that_waited_loads_the_table_when_it_starts() -> None:
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    client = Client()
    client.force_login(ana)
    reply = client.get(f"/table/{match.pk}/", headers={"HX-Request": "true"})
    assert reply.headers["HX-Refresh"] == "true"
    assert reply.content == b""
