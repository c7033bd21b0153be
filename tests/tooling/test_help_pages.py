"""Translations of the help have the shape of the English, and follow it."""

import pytest

from foundation.catalogues import languages
from handbook.pages import BY_SLUG, Page
from handbook.sources import translation_of
from tests.support.processes import ROOT
from tests.tooling.help_pages import behind, different, missing, note, page_at, pictures_in_english, translated


@pytest.mark.parametrize("language", languages())
def test_a_translation_has_the_shape_of_the_english(language: str):
    assert {page.slug: found for page in translated(language) if (found := different(page, language))} == {}


@pytest.mark.parametrize("language", languages())
def test_a_translation_follows_the_english(language: str):
    assert {page.slug: found for page in translated(language) if (found := behind(page, language))} == {}, (
        f"bring these sections up to date, then run `make help-pages FILES=docs/{language}/PAGE.md`"
    )


@pytest.mark.parametrize("language", languages())
def test_a_translation_shows_the_site_in_its_language(language: str):
    assert pictures_in_english(language) == [], "run `make help-pictures`, and show what it draws"


@pytest.mark.parametrize("name", ["docs/players.md", "docs/de/nothing.md", "docs/xx/players.md", "README.md"])
def test_a_file_that_is_no_translation_is_refused(name: str):
    with pytest.raises(ValueError, match="name a file such as docs"):
        page_at(ROOT / name)


ENGLISH = """# Title

See [it](#b).

## A

One [link](b.md#c), [another](d.md).

- item

![It](images/it-light.webp)

## B

| a |
| - |
| b |
"""


@pytest.fixture
def page(tmp_path, monkeypatch):
    """A page with its translation into German."""
    monkeypatch.setattr("handbook.sources.DOCS", tmp_path)
    page = BY_SLUG["questions"]
    (tmp_path / page.source).write_text(ENGLISH)
    translation_of(page, "de").parent.mkdir()
    translation_of(page, "de").write_text(
        ENGLISH.replace("## A", "## Ä").replace("[link](b.md#c), [another](d.md)", "[zweiter](d.md), [Link](b.md#c)")
    )
    note(page, "de")
    return page


def change(page: Page, old: str, new: str, *, language: str = "") -> None:
    path = translation_of(page, language)
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))


def test_a_translation_may_change_words_and_their_order(page):
    assert (behind(page, "de"), different(page, "de")) == ([], [])
    change(page, "One [link]", "One\n[link]")
    assert behind(page, "de") == []


def test_a_translation_shows_pictures_in_its_language_and_in_no_other(page):
    assert pictures_in_english("de") == ["src images/it-light.webp"]
    change(page, "images/it-light", "images/languages/it-de", language="de")
    assert (different(page, "de"), pictures_in_english("de")) == ([], [])
    change(page, "it-de", "it-fr", language="de")
    assert different(page, "de") == ["A"]


def test_sections_whose_english_changed_are_named_until_they_are_noted(page):
    change(page, "- item", "- things")
    assert behind(page, "de") == ["A"]
    note(page, "de")
    note(page, "de")
    assert behind(page, "de") == []
    assert translation_of(page, "de").read_text().count("<!--") == 1
    change(page, "## B", "## C")
    assert behind(page, "de") == ["C", "B"]


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("b.md#c", "b.md#ä", ["A"]),
        ("- item", "item", ["A"]),
        ("| b |", "| b |\n| c |", ["B"]),
        ("## B", "### B", ["B"]),
        ("## B", "B", ["2 headings in English, 1 here"]),
        ("See [it](#b)", "See ![it](#b)", ["(top)"]),
        ("See [it](#b)", "See it", ["(top)"]),
    ],
)
def test_another_shape_is_found(page, old, new, found):
    change(page, old, new, language="de")
    assert different(page, "de") == found


def test_a_missing_page_is_found(page):
    assert "players" in missing("de")
    assert "questions" not in missing("de")
