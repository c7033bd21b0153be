"""The Markdown of the help: its English in `docs/`, its translations in a folder there for each language."""

import re
from itertools import pairwise
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from handbook.pages import Page

DOCS = Path(__file__).resolve().parent.parent / "docs"
PARSER = MarkdownIt("commonmark", {"html": False}).enable("table")
MADE_FROM = re.compile(r"\A<!--\n(.*?)-->\n", re.DOTALL)
"""What a translation says of the English that it was made from."""
_FILE_OF_TERM = re.compile(r"\s+\(`[\w/]+\.(?:py|md)`\)$", re.MULTILINE)
"""Where the source defines a term: noise to a reader of the site."""


def english_text(page: Page) -> str:
    """A page without its title and what only readers of the source need."""
    text = _without_title((DOCS / page.source).read_text(encoding="utf-8"))
    for heading in page.without:
        # Its line in the list at the top, then the section.
        text = re.sub(rf"\s*·\s*\[[^\]]*\]\(#{anchor_of(heading)}\)", "", text)
        text = re.sub(rf"^## {re.escape(heading)}\n.*?(?=^## |\Z)", "", text, flags=re.MULTILINE | re.DOTALL)
    return _FILE_OF_TERM.sub("", text)


def translated_text(page: Page, language: str) -> str:
    """A page in another language without its title, or nothing if nobody has translated it."""
    path = translation_of(page, language)
    return _without_title(MADE_FROM.sub("", path.read_text(encoding="utf-8"))) if path.is_file() else ""


def translation_of(page: Page, language: str) -> Path:
    """Where the translation of a page lies."""
    return DOCS / language / page.source


def headings(tokens: list[Token]) -> list[tuple[Token, str]]:
    """Each heading that opens, with its text."""
    return [(token, inside.content) for token, inside in pairwise(tokens) if token.type == "heading_open"]


def anchor_of(heading: str) -> str:
    """The name by which links reach a heading, made as code hosts make it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def _without_title(text: str) -> str:
    return text.partition("\n")[2]
