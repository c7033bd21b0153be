"""The help on the site: its pages, its search, and whom to ask."""

import re

import pytest
from django.contrib.staticfiles import finders
from django.test import Client, override_settings
from django.utils import translation

from foundation.catalogues import languages
from handbook.pages import PAGES
from handbook.rendering import page_html, page_in
from handbook.search import _sections_in, search, sections
from handbook.sources import DOCS

pytestmark = pytest.mark.django_db


def page(path: str) -> str:
    reply = Client().get(path)
    assert reply.status_code == 200
    return reply.content.decode()


@pytest.mark.parametrize("slug", [page.slug for page in PAGES])
def test_a_page_shows_every_heading_of_its_file_once(slug: str):
    shown = page(f"/help/{slug}/")
    (source,) = [page for page in PAGES if page.slug == slug]
    headings = [line[3:] for line in (DOCS / source.source).read_text().splitlines() if line.startswith("## ")]
    assert shown.count("<h1>") == 1
    assert page_html(slug).count("<h2 ") == len(headings) - len(source.without)
    assert "help-body" in shown


def test_an_unknown_page_is_not_found():
    assert Client().get("/help/nowhere/").status_code == 404


def test_links_between_files_lead_to_pages_of_the_site():
    assert 'href="/help/organisers/#ladders"' in page_html("players")
    assert [link for page in PAGES for link in re.findall(r'href="([^"]*\.md[^"]*)"', page_html(page.slug))] == []


def test_a_link_to_what_only_the_source_has_says_so_or_leads_there():
    page_in.cache_clear()
    assert "operators (docs/operators.md in the source)" in page_html("players")
    with override_settings(SOURCE_URL="https://code.example.org/blob/main"):
        page_in.cache_clear()
        assert 'href="https://code.example.org/blob/main/docs/operators.md#keys">operators</a>' in page_html("players")
    page_in.cache_clear()


def test_the_glossary_is_for_players_not_for_readers_of_the_source():
    assert ".py" not in page_html("glossary")
    assert "Names in the code" not in page_html("glossary")


@pytest.mark.parametrize("language", ["en-gb", *languages()])
def test_pictures_lie_where_pages_look_for_them(language: str):
    page_in.cache_clear()
    shown = [
        found
        for page in PAGES
        for found in re.findall(r'<img[^>]* src="/static/([^"]+)"', page_in(language, page.slug))
    ]
    assert len(shown) > 1
    assert [path for path in shown if not finders.find(path)] == []


@pytest.fixture
def in_german(tmp_path, monkeypatch):
    """Help of which one page is translated, and readers who may choose German."""
    for file in DOCS.glob("*.md"):
        (tmp_path / file.name).write_text(file.read_text())
    english = DOCS.joinpath("secrets.md").read_text()
    german = english.replace("# What stays secret", "<!--\n1234 (top)\n-->\n# Was geheim bleibt", 1)
    german = german.replace("## What bots see\n\nA bot", "## Was Bots erfahren\n\nEin größerer Bot")
    tmp_path.joinpath("de").mkdir()
    tmp_path.joinpath("de/secrets.md").write_text(german)
    monkeypatch.setattr("handbook.sources.DOCS", tmp_path)
    page_in.cache_clear()
    _sections_in.cache_clear()
    with override_settings(LANGUAGES=[("en-gb", "English"), ("de", "Deutsch")]):
        yield Client(headers={"Accept-Language": "de"})
    page_in.cache_clear()
    _sections_in.cache_clear()


def test_readers_get_a_page_in_their_language_if_it_is_there(in_german):
    german, english = (Client(headers={"Accept-Language": code}).get("/help/secrets/") for code in ("de", "en"))
    assert '<h2 id="what-bots-see">Was Bots erfahren</h2>' in german.content.decode()
    assert '<h2 id="what-bots-see">What bots see</h2>' in english.content.decode()
    assert "1234" not in german.content.decode()
    assert '<h2 id="deadlines">Deadlines</h2>' in in_german.get("/help/players/").content.decode()


@pytest.mark.parametrize("query", ["größerer BOT", "großerer"])
def test_search_finds_the_words_of_the_readers_language_also_without_accents(in_german, query):
    shown = in_german.get("/help/find/", {"q": query}).content.decode()
    assert "/help/secrets/#what-bots-see" in shown
    assert "No section" in Client().get("/help/find/", {"q": query}).content.decode()


def test_a_german_reader_finds_hints_by_the_other_word_for_them_too():
    with override_settings(LANGUAGES=[("en-gb", "English"), ("de", "Deutsch")]), translation.override("de"):
        found = [search(word)[0].section.heading for word in ("Hinweis", "Tipp")]
    assert found == ["Tipps und der Lehrer"] * 2


def test_search_finds_sections_with_all_words_headings_first():
    found = [(one.section.page, one.section.heading) for one in search("Quiet Hours vacation")]
    assert ("For players", "Deadlines") in found
    assert ("Clocks", "When clocks stop") in found
    assert search("blocking")[0].section.address == "/help/players/#blocking"
    assert search("  ") == search("nonsensicalword") == []
    assert len({section.address for section in sections()}) > 100


def test_however_many_words_are_sought_no_text_is_read_again(monkeypatch):
    sections()
    read: list[str] = []

    def plain(text: str) -> str:
        read.append(text)
        return text.lower()

    monkeypatch.setattr("handbook.search._plain", plain)
    assert search(" ".join("aeiou" * 8))
    assert sum(map(len, read)) <= 80


def test_an_extract_shows_the_word_and_the_page_escapes_the_query():
    assert "drand" in search("drand")[0].extract
    shown = page("/help/find/?q=<script>drand</script>")
    assert "<script>drand" not in shown
    assert "No section has all of these words" in shown
    assert "/help/verification/#public-randomness" in page("/help/find/?q=drand")


@pytest.mark.parametrize("language", ["", *languages()])
def test_the_help_says_how_to_choose_a_language_before_all_sections(language: str):
    assert "`?lang=de`" in (DOCS / language / "players.md").read_text().partition("\n## ")[0]


def test_the_help_names_the_operators_contact():
    assert "has not published an address" in page("/help/")
    with override_settings(CONTACT="mailto:help@example.org", OPERATOR="Ana runs this site."):
        shown = page("/help/")
    assert 'href="mailto:help@example.org"' in shown
    assert "Ana runs this site." in shown
