"""The rules page of each game: every settled point, every option, the author and the licence."""

import re
from html import unescape
from typing import Any

import pytest
from django.template import Context, Template
from django.test import Client

from games.options import options_table
from games.rules.core import Game
from games.rules.registry import GAMES

AnyGame = Game[Any, Any, Any, Any]
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


def rules_page(game: AnyGame) -> str:
    return unescape(Client().get(f"/rules/{game.slug}/").content.decode())


@pytest.mark.django_db
@every_game
def test_every_settled_point_stands_on_the_page_once(game: AnyGame):
    shown = re.findall(r'<div id="([A-Z]\d+)">.*?<dd>(.*?)</dd>', rules_page(game), re.DOTALL)
    assert sorted(shown) == sorted(tuple(point) for point in game.points)


@pytest.mark.django_db
@every_game
def test_options_author_and_licence_are_named(game: AnyGame):
    page = rules_page(game)
    for option in options_table(game.Options):
        assert option["title"] in page
        assert option["description"] in page
    assert game.authors in page
    assert game.licence in page


@pytest.mark.django_db
@every_game
def test_nothing_is_inline_and_ids_are_unique(game: AnyGame):
    page = rules_page(game)
    assert not re.search(r'\sstyle="|\son[a-z]+="|<style', page)
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert sorted(ids) == sorted(set(ids))


@every_game
def test_points_have_one_letter_and_rise(game: AnyGame):
    numbers = [point.number for point in game.points]
    assert len({number[0] for number in numbers}) == 1
    assert numbers == sorted(set(numbers), key=lambda number: int(number[1:]))
    assert all(point.text.endswith(".") for point in game.points)


def test_an_unknown_point_is_an_error():
    page = Template('{% load rules %}{% settled game "B99" %}')
    with pytest.raises(KeyError):
        page.render(Context({"game": GAMES["bid"]}))
