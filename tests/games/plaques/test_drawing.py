"""Drawings of plaques: each with its figure and name, and realms in readable colours."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.template import Context, Template

from games.plaques.page.hands import house_ranking, with_plaque, without_plaque
from games.plaques.rules.finders import HAND_SIZE
from games.plaques.rules.pieces import EMBLEMS, NAMED, OFFICES, PLAQUES, RANK, REALM_NAMES, is_military
from games.plaques.rules.ranking import HOUSE_RANKING, category_of, strength
from games.plaques.templatetags.plaques import face_of, plaque_alternative, realms

STATIC = Path(settings.BASE_DIR) / "games/plaques/static"
SVG = "{http://www.w3.org/2000/svg}"
AA = 4.5


def drawn(tag: str, plaque: str) -> ElementTree.Element:
    source = f"{{% load plaques %}}{{% {tag} face %}}"
    return ElementTree.fromstring(Template(source).render(Context({"face": plaque})))


def symbols() -> set[str]:
    sprite = ElementTree.parse(STATIC / "plaques/plaques.svg")
    return {symbol.get("id", "") for symbol in sprite.iter(f"{SVG}symbol")}


@pytest.mark.parametrize("tag", ["plaque", "small_plaque"])
@pytest.mark.parametrize("plaque", PLAQUES)
def test_every_plaque_is_drawn_of_signs_that_exist(tag: str, plaque: str):
    picture = drawn(tag, plaque)
    assert picture.get("aria-label") == plaque_alternative(plaque)
    used = [use.get("href", "").partition("#")[2] for use in picture.iter(f"{SVG}use")]
    assert used
    assert {*used} <= symbols()
    assert (f"realm-{plaque[0]}" in used) == (plaque not in NAMED)


@pytest.mark.parametrize("plaque", PLAQUES)
def test_a_plaque_shows_its_rank_and_its_office(plaque: str):
    texts = [text.text for text in drawn("plaque", plaque).iter(f"{SVG}text")]
    rank = str(RANK.get(plaque, "any"))
    assert texts == [rank, NAMED.get(plaque) or OFFICES[RANK[plaque]]]


def test_frames_tell_the_kinds_apart():
    frames = {plaque: face_of(plaque).frame for plaque in PLAQUES}
    shields = {frame for plaque, frame in frames.items() if is_military(plaque)}
    arches = {frame for plaque, frame in frames.items() if plaque not in NAMED and not is_military(plaque)}
    others = {frame for plaque, frame in frames.items() if plaque in NAMED}
    assert (len(shields), len(arches), len(others)) == (1, 1, 2)
    assert len(shields | arches | others) == 4


def test_no_two_offices_nor_loners_share_a_figure():
    figures = {face_of(plaque).figure for plaque in PLAQUES}
    assert len(figures) == len(OFFICES) + len(NAMED)


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_realms_can_be_read_on_birch(scheme: int):
    birch = re.findall(
        r"--birch: light-dark\((#\w+), (#\w+)\)", (Path(settings.BASE_DIR) / "static/css/tokens.css").read_text()
    )[0][scheme]
    rules = re.findall(
        r"\.realm-(\w) \{\s*color: light-dark\((#\w+), (#\w+)\)", (STATIC / "plaques/plaques.css").read_text()
    )
    colours = {letter: pair[scheme] for letter, *pair in rules}
    assert [*colours] == [*REALM_NAMES]
    assert [letter for letter, colour in colours.items() if contrast(colour, birch) < AA] == []
    assert len({*colours.values()}) == len(colours)


def test_each_realm_has_its_emblem_in_words():
    assert [(name, emblem) for _, name, emblem in realms()] == list(
        zip(REALM_NAMES.values(), EMBLEMS.values(), strict=True)
    )


def test_each_example_makes_its_category():
    rows = house_ranking()
    assert [category for category, _ in rows] == [*HOUSE_RANKING]
    for category, hand in rows:
        assert len({*hand}) == HAND_SIZE
        assert category_of(strength(hand)) == category


def test_a_plaque_more_or_less_changes_the_hand():
    tableau = ("A5", "B5", "C2", "C3")
    assert with_plaque(tableau, "D5") == "three of a kind"
    assert without_plaque(tableau, "A5") == "high plaque"
    assert without_plaque(tableau, "C2") == "one pair"
