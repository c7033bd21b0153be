"""Search in the help: every section that has all the words, best first."""

import unicodedata
from functools import cache
from html.parser import HTMLParser
from typing import NamedTuple

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext

from foundation.language import language_read
from handbook.pages import PAGES
from handbook.rendering import page_html
from matches.web.views.help import clock_figures

FOUND_MOST = 20
QUERY_MOST = 80
AROUND = 90
"""Letters shown before and after the first word that was found."""
_HEADINGS = ("h2", "h3")


class Section(NamedTuple):
    """A heading with the text below it."""

    page: str
    heading: str
    address: str
    text: str
    plain_heading: str
    plain_text: str
    """Both without case and accents, in which words are sought."""


class Found(NamedTuple):
    """A section that has the words, and the part of its text that shows it."""

    section: Section
    extract: str


def search(query: str) -> list[Found]:
    """Return the sections that have all words of the query: those with more of them in the heading come first."""
    words = set(_plain(query[:QUERY_MOST]).split())
    if not words:
        return []
    fitting = [one for one in sections() if all(word in one.plain_heading or word in one.plain_text for word in words)]
    fitting.sort(key=lambda section: -sum(word in section.plain_heading for word in words))
    return [Found(section, _extract(section, words)) for section in fitting[:FOUND_MOST]]


def sections() -> tuple[Section, ...]:
    """Every section of the help, in the order of its pages."""
    return _sections_in(language_read())


@cache
def _sections_in(language: str) -> tuple[Section, ...]:
    clocks = render_to_string("matches/_help_clocks.html", clock_figures())
    pages = [(str(page.title), reverse("handbook:page", args=[page.slug]), str(page_html(page.slug))) for page in PAGES]
    pages.append((gettext("Clocks"), reverse("matches:help_clocks"), clocks))
    return tuple(section for title, address, html in pages for section in _sections_of(title, address, html))


def _sections_of(title: str, address: str, html: str) -> list[Section]:
    reader = _Reader()
    reader.feed(html)
    return [
        _section(title, " ".join(heading.split()) or title, f"{address}#{anchor}" if anchor else address, text)
        for anchor, heading, text in reader.parts
    ]


def _section(title: str, heading: str, address: str, text: str) -> Section:
    text = " ".join(text.split())
    return Section(title, heading, address, text, _plain(heading), _plain(text))


def _plain(text: str) -> str:
    """The letters of a text without case and accents, which many readers leave out: one for each."""
    return "".join(unicodedata.normalize("NFKD", letter)[0] for letter in text.lower())


def _extract(section: Section, words: set[str]) -> str:
    text = section.text
    places = [place for word in words if (place := section.plain_text.find(word)) >= 0]
    start = max(0, min(places, default=0) - AROUND)
    end = start + 2 * AROUND + QUERY_MOST
    start = text.find(" ", start) + 1 if start else 0
    end = text.rfind(" ", start, end) if end < len(text) else len(text)
    return ("… " if start else "") + text[start:end] + (" …" if end < len(text) else "")


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.parts: list[list[str]] = [["", "", ""]]
        self._in_heading = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _HEADINGS:
            # A heading without an address belongs to the section above.
            self.parts.append([dict(attrs).get("id") or self.parts[-1][0], "", ""])
            self._in_heading = True

    def handle_endtag(self, tag: str) -> None:
        if tag in _HEADINGS:
            self._in_heading = False

    def handle_data(self, data: str) -> None:
        self.parts[-1][1 if self._in_heading else 2] += data + ("" if self._in_heading else " ")
