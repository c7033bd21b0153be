"""The rules page of each game: every ruling, every option, the author and the licence."""

import re
from html import unescape

import pytest
from django.template import Context, Template
from django.test import Client

from engine import AnyGame
from games.registry import GAMES
from matches.view.options import options_table
from tests.support.html import squeezed

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())

FEWEST_FIGURES = 4
WORDS_IN_TWO_MINUTES = 400


def rules_page(game: AnyGame) -> str:
    return unescape(squeezed(Client().get(f"/rules/{game.slug}/").content.decode()))


@pytest.mark.django_db
@every_game
def test_every_ruling_stands_on_the_page_once(game: AnyGame):
    shown = re.findall(r'<div id="([A-Z]\d+)">.*?<dd>(.*?)</dd>', rules_page(game), re.DOTALL)
    assert sorted(shown) == sorted(tuple(ruling) for ruling in game.rulings)


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
def test_one_round_is_walked_through_with_drawn_pieces(game: AnyGame):
    page = rules_page(game)
    assert re.search(r"<h2[^>]*>One [^<]* in two minutes</h2>\s*<ol class=\"walk\">", page)
    (walk,) = re.findall(r'<ol class="walk">(.*?)</ol>', page, re.DOTALL)
    figures = re.findall(r"<figure\b.*?</figure>", walk, re.DOTALL)
    assert len(figures) >= FEWEST_FIGURES
    assert all("<svg" in figure for figure in figures)
    sentences = re.findall(r"<p>(.*?)</p>", walk, re.DOTALL)
    assert len(sentences) >= len(figures)
    words = len(re.sub(r"<[^>]+>", " ", " ".join(sentences)).split())
    assert words <= WORDS_IN_TWO_MINUTES


@pytest.mark.django_db
@every_game
def test_a_table_tells_what_each_option_does(game: AnyGame):
    (table,) = re.findall(r'<section class="rules-options".*?</section>', rules_page(game), re.DOTALL)
    rows = [
        re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)
        for row in re.findall(r"<tr>.*?</tr>", table, re.DOTALL)
    ]
    cells = [[re.sub(r"<span.*?</span>", "", cell) for cell in row] for row in rows[1:]]
    expected = options_table(game.Options)
    assert cells == [[one[key] for key in ("title", "values", "default", "description")] for one in expected]
    assert all(one["values"] and one["default"] and one["description"] for one in expected)


@pytest.mark.django_db
@every_game
def test_nothing_is_inline_and_ids_are_unique(game: AnyGame):
    page = rules_page(game)
    assert not re.search(r'\sstyle="|\son[a-z]+="|<style', page)
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert sorted(ids) == sorted(set(ids))


@every_game
def test_rulings_have_one_letter_and_rise(game: AnyGame):
    numbers = [ruling.number for ruling in game.rulings]
    assert len({number[0] for number in numbers}) == 1
    assert numbers == sorted(set(numbers), key=lambda number: int(number[1:]))
    assert all(ruling.text.endswith(".") for ruling in game.rulings)


def test_an_unknown_ruling_is_an_error():
    page = Template('{% load rules %}{% rulings game "B99" %}')
    with pytest.raises(KeyError):
        page.render(Context({"game": GAMES["bid"]}))
