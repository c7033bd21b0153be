"""A piece is drawn once in each language, and every page shows that drawing."""

from unittest.mock import Mock

import pytest
from django.template import Context, Library, Template
from django.template.loader import render_to_string
from django.test import override_settings
from django.utils import translation

from engine.piecepack import suit_words
from foundation.drawings import KINDS, PieceKind, drawing_of
from foundation.kept_drawings import Drawn, draws, kept_drawing

IN_BOTH = override_settings(LANGUAGES=[("en-gb", "English"), ("de", "Deutsch")])


def suit_with_name(letter: str) -> Drawn:
    return {"suit": letter, "name": suit_words(letter)}


@pytest.fixture
def renders(monkeypatch: pytest.MonkeyPatch) -> Mock:
    """Count how often a template is filled in."""
    counted = Mock(wraps=render_to_string)
    monkeypatch.setattr("foundation.kept_drawings.render_to_string", counted)
    return counted


def test_the_same_face_is_drawn_once(renders: Mock) -> None:
    draw = kept_drawing("pieces/suit.svg")(suit_with_name)
    assert draw("S") == draw("S") != draw("M")
    assert renders.call_count == 2


def test_each_language_has_its_own_drawing(renders: Mock) -> None:
    draw = kept_drawing("pieces/suit.svg")(suit_with_name)
    assert 'aria-label="Suns"' in draw("S")
    with IN_BOTH, translation.override("de"):
        assert 'aria-label="Sonnen"' in draw("S")
    assert 'aria-label="Suns"' in draw("S")
    assert renders.call_count == 2


def test_true_and_one_are_two_faces() -> None:
    draw = kept_drawing("pieces/suit.svg")(lambda face: {"suit": "S", "name": repr(face)})
    assert 'aria-label="1"' in draw(1)
    assert 'aria-label="True"' in draw(True)


def test_a_tag_draws_and_its_function_stays_as_it_was() -> None:
    library = Library()
    registered = draws(library, "pieces/suit.svg")(suit_with_name)
    assert registered is suit_with_name
    assert list(library.tags) == ["suit_with_name"]


def test_a_drawing_is_markup_that_a_page_leaves_as_it_is() -> None:
    page = Template("{% load pieces %}{% tile 'S5' %}{% tile face='S5' chosen=True %}").render(Context())
    assert page.count("<svg") == 2
    assert page.count("tile-chosen") == 1
    assert "&lt;" not in page


def test_a_piece_of_a_scene_has_one_drawing_for_each_language() -> None:
    assert drawing_of("tS5") is drawing_of("tS5")
    with IN_BOTH, translation.override("de"):
        assert drawing_of("tS5") is drawing_of("tS5")


def test_what_has_too_many_faces_is_drawn_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KINDS, "§", KINDS["t"]._replace(is_kept=False))
    assert drawing_of("§S5") == drawing_of("tS5")
    assert drawing_of("§S5") is not drawing_of("§S5")


@pytest.mark.parametrize(("letter", "order"), [("S", ("en-gb", "de", "en-gb")), ("C", ("de", "en-gb", "de"))])
def test_a_piece_of_a_scene_is_named_in_the_language_that_is_read(
    letter: str, order: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(KINDS, "§", PieceKind("pieces/suit.svg", suit_with_name, suit_words, 10, 10))
    names = {"S": {"en-gb": "Suns", "de": "Sonnen"}, "C": {"en-gb": "Crowns", "de": "Kronen"}}[letter]
    for language in order:
        with IN_BOTH, translation.override(language):
            assert f'aria-label="{names[language]}"' in drawing_of(f"§{letter}")
