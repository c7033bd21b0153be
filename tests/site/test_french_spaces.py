"""French has a narrow space that never breaks before its high marks, and inside its quotation marks."""

import re

import pytest

from foundation.catalogues import ROOT, catalogues_of, forms, is_translated, read_catalogue

NO_PROSE = re.compile(
    r"```.*?```|`[^`]*`|<code.*?</code>|<[^>]*>|&#?\w+;|https?://\S+|!\[|\]\([^)]*\)|%\(\w+\)s|\{[^}]*\}", re.DOTALL
)
"""Code, tags with their attributes, entities, addresses, pictures and values."""
NAMES = re.compile(r"\bBid!|\b[A-Z]\w+(-\w+)?: (?=Bearer|application/)")
"""The name of a game, and lines of HTTP."""
WRONG = re.compile(r"(?<!\u202f)[:;!?](?=\W)|(?<=[ \xa0])[:;!?]|(?<!\u202f)»|«(?!\u202f)")


def wrong_in(text: str) -> list[str]:
    """The places of a French text where a mark has another space, or none."""
    # A value or a name stands for a word; a mark at the end has something after it.
    prose = NAMES.sub("x", NO_PROSE.sub("x", text)) + "\n"
    return [prose[max(0, found.start() - 20) : found.end() + 5] for found in WRONG.finditer(prose)]


def test_marks_in_french_messages_have_their_space():
    messages = (message for path in catalogues_of("fr") for message in read_catalogue(path, "fr"))
    texts = [text for one in messages if one.id and is_translated(one) for text in forms(one.string)]
    assert len(texts) > 5000
    assert [place for text in texts for place in wrong_in(text)] == []


def test_marks_in_french_pages_have_their_space():
    pages = {path.name: wrong_in(path.read_text()) for path in (ROOT / "docs/fr").glob("*.md")}
    assert {name: places for name, places in pages.items() if places} == {}


@pytest.mark.parametrize(
    "text", ["Place : {seat}", "Place: {seat}", "« ici\u202f»", "«\u202fici »", "Ici\xa0!", "Ici?"]
)
def test_another_space_is_found(text: str):
    assert len(wrong_in(text)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "Place\u202f: {seat}",
        "à 10:30",
        "`a ; b`",
        '<a title="a : b" href="%(url)s?x=1">là</a>',
        "a&nbsp;b",
        "Dans *Bid!*, rien",
        "https://example.org/?a=b:c",
        "[là](#a?)",
    ],
)
def test_what_is_no_prose_may_have_any(text: str):
    assert wrong_in(text) == []
