"""Drawings of hexes, alone and on a board."""

import re
from math import hypot
from xml.etree import ElementTree

import pytest
from django.template import Context, Template
from django.test import Client

from games.hexes.rules.board import Laid, neighbours
from games.hexes.rules.scoring import score_run
from games.hexes.rules.tiles import HEXES
from games.hexes.templatetags.hex_board import sample_of
from games.hexes.templatetags.hexes import Band, bands_of, place_of

SVG = "{http://www.w3.org/2000/svg}"
BOARD = (Laid("PPPSSS", 0, 0, 0), Laid("AAAPPP", 1, 0, 0), Laid("AAAFFF", 2, 0, 3))


def drawn(source: str, **context: object) -> ElementTree.Element:
    return ElementTree.fromstring(Template("{% load hexes hex_board %}" + source).render(Context(context)))


@pytest.mark.parametrize("tile", HEXES)
def test_every_hex_is_drawn_with_its_name_and_letters(tile: str):
    picture = drawn("{% hex tile rotation=1 %}", tile=tile)
    letters = "".join(text.text or "" for text in picture.iter(f"{SVG}text"))
    assert letters == tile[-1] + tile[:-1]
    assert picture.get("aria-label")


@pytest.mark.parametrize("tile", ["AAABBB", "ABCFIP"])
def test_a_light_hex_refers_to_the_edges_that_stand_once_on_the_page(tile: str):
    edges = {group.get("id"): group for group in drawn("{% hex_edges %}").iter(f"{SVG}g")}
    picture = drawn("{% light_hex tile rotation=1 %}", tile=tile)
    used = [use.get("href", "").removeprefix("#") for use in picture.iter(f"{SVG}use")]
    letters = [edges[name].find(f"{SVG}text").text for name in used if name in edges]  # type: ignore[union-attr]
    assert "".join(map(str, letters)) == tile[-1] + tile[:-1]
    assert [use for use in used if use not in edges] == ["hex-outline"] * 2
    assert (picture.find(f"{SVG}circle") is not None) == (tile == "ABCFIP")


def test_bands_go_clockwise_from_the_right():
    right, *_, upper_right = bands_of("ABCFIP")
    assert (right.letter, float(right.x) > 0, float(right.y)) == ("A", True, 0.0)
    assert (upper_right.letter, float(upper_right.x) > 0, float(upper_right.y) < 0) == ("P", True, True)


@pytest.mark.parametrize("band", bands_of("ABCFIP"))
def test_a_letter_stands_in_the_middle_of_its_band(band: Band):
    corners = [tuple(map(float, corner.split())) for corner in band.path.strip("Mz").split("L")]
    middle = [sum(numbers) / 4 for numbers in zip(*corners, strict=True)]
    assert (float(band.x), float(band.y)) == pytest.approx(middle, abs=1.5)


def test_neighbours_touch():
    middle = place_of((2, -1))
    away = [hypot(x - middle[0], y - middle[1]) for x, y in map(place_of, neighbours((2, -1)))]
    assert away == pytest.approx([83.14] * 6, abs=0.01)


def test_edges_that_agree_get_a_bar_between_their_hexes():
    score = score_run(BOARD, 2)
    picture = drawn("{% hex_picture board run met %}", board=BOARD, run=BOARD[1:], met=score.within + score.against)
    bars = re.findall(r"translate\((\S+) ", " ".join(rect.get("transform", "") for rect in picture.iter(f"{SVG}rect")))
    assert sorted(map(float, bars)) == pytest.approx([41.6, 124.7], abs=0.1)
    outlines = [use for use in picture.iter(f"{SVG}use") if "hex-of-run" in use.get("class", "")]
    assert len(outlines) == 2
    left, _, width, _ = map(float, picture.get("viewBox", "").split())
    assert left < -41.6
    assert left + width > 2 * 83.1 + 41.6


@pytest.mark.django_db
def test_the_turn_on_the_rules_page_scores_as_it_says():
    page = " ".join(Client().get("/rules/hexes/").content.decode().split())
    ana = sample_of("PPPSSS 0,0,0; AABBPP 0,1,0; AAAPPP 1,0,5; AAAFFF 2,0,2", 2)
    assert ana["board"][2:] == (Laid("AAAPPP", 1, 0, 5), Laid("AAAFFF", 2, 0, 2))
    assert "a hex that was there before: 1 point." in page
    assert "where it meets Plum on two sides: 2 points." in page
    assert "Her run of two is worth 4 points." in page
    assert page.count('class="hex-picture"') == 3
    assert page.count('class="hex-meeting"') == 1 + 3
    used = set(re.findall(r'href="#(edge-\d-\w)"', page))
    assert used < set(re.findall(r'id="(edge-\d-\w)"', page))
