"""Lists and places are worded as the reader's language words them."""

import json
from collections.abc import Sequence

import pytest
from django.test import override_settings
from django.utils import translation
from playwright.sync_api import BrowserContext

from engine.words import and_list, or_list, ordinal
from foundation.catalogues import ROOT
from foundation.language import spoken_here
from foundation.locales import place_form_in
from foundation.spoken import _Compiled
from games.tp5.page.says import composer_says

MANY = override_settings(LANGUAGES=[(code, code) for code in ("en-gb", "de", "fr", "es")])


@pytest.mark.parametrize(
    ("words", "listed"),
    [
        (("Ana", "Berto"), "Ana y Berto"),
        (("Ana", "Inés"), "Ana e Inés"),
        (("Inés", "Ana", "Íñigo"), "Inés, Ana e Íñigo"),
        (("Ana", "Hilario"), "Ana e Hilario"),
        (("agua", "hielo"), "agua y hielo"),
        (("Ana", "Yves"), "Ana e Yves"),
        (("Ana", "Yago"), "Ana y Yago"),
    ],
)
def test_spanish_joins_before_the_sound_of_i(words: Sequence[str], listed: str):
    with MANY, translation.override("es"):
        assert and_list(words) == listed


@pytest.mark.parametrize(
    ("words", "listed"),
    [
        (("uno", "dos"), "uno o dos"),
        (("siete", "ocho"), "siete u ocho"),
        (("7", "8"), "7 u 8"),
        (("10", "11"), "10 u 11"),
        (("10", "110"), "10 o 110"),
        (("mujer", "hombre"), "mujer u hombre"),
    ],
)
def test_spanish_offers_a_choice_before_the_sound_of_o(words: Sequence[str], listed: str):
    with MANY, translation.override("es"):
        assert or_list(words) == listed


def test_other_languages_join_all_alike():
    assert (and_list(("Ana", "Inés")), or_list(("7", "8"))) == ("Ana and Inés", "7 or 8")
    for language, listed in (("de", "Ana und Inés"), ("fr", "Ana et Inés")):
        with MANY, translation.override(language):
            assert and_list(("Ana", "Inés")) == listed


@pytest.mark.parametrize(
    ("language", "places"),
    [
        ("en-gb", ["1st", "2nd", "3rd", "4th", "11th", "12th", "21st", "103rd"]),
        ("de", ["1.", "2.", "3.", "4.", "11.", "12.", "21.", "103."]),
        ("fr", ["1re", "2e", "3e", "4e", "11e", "12e", "21e", "103e"]),
        ("es", ["1.º", "2.º", "3.º", "4.º", "11.º", "12.º", "21.º", "103.º"]),
    ],
)
def test_places(language: str, places: list[str]):
    with MANY, translation.override(language):
        assert [ordinal(place) for place in (1, 2, 3, 4, 11, 12, 21, 103)] == places


def test_each_language_has_its_own_forms_of_places():
    assert [place_form_in("ca", place) for place in (1, 2, 3, 4, 5)] == ["one", "two", "one", "few", "other"]
    assert place_form_in("it", 8) == "many"
    assert place_form_in("tlh", 2) == "two"


def test_a_process_without_django_has_them_too():
    with MANY, translation.override("de"):
        assert _Compiled(spoken_here()).place_form(2) == "other"


def test_scripts_join_as_the_site_does(context: BrowserContext):
    page = context.new_page()
    page.add_script_tag(path=ROOT / "static/js/texts.js")
    with MANY, translation.override("es"):
        said = json.dumps(composer_says())
        joined = [(["Ana", "Inés"], "and"), (["Ana", "Yago"], "and"), (["siete", "ocho"], "or"), (["as", "dos"], "or")]
        for words, last in joined:
            listed = page.evaluate("([said, words, last]) => textsIn(said).list(words, last)", [said, words, last])
            assert listed == (and_list(words) if last == "and" else or_list(words))
