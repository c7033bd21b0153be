"""The glossary explains each term once, and names files that exist."""

import re

from tests.support.processes import ROOT

ENTRY = re.compile(r"^- \*\*(?P<term>[^*]+)\*\*: (?P<words>.*(?:\n  .*)*)", re.MULTILINE)
PLACE = re.compile(r"\(`([\w./]+)`\)$")
PAGE = (ROOT / "docs/glossary.md").read_text()
ENTRIES = {found["term"]: found["words"] for found in ENTRY.finditer(PAGE)}


def test_each_term_is_explained_once():
    terms = [found["term"].lower() for found in ENTRY.finditer(PAGE)]
    assert len(terms) > 60
    assert sorted({term for term in terms if terms.count(term) > 1}) == []


def test_each_term_names_the_file_that_defines_it():
    places = {term: PLACE.findall(words) for term, words in ENTRIES.items()}
    assert [term for term, found in places.items() if len(found) != 1] == []
    assert [place for found in places.values() for place in found if not (ROOT / place).is_file()] == []


def test_a_definition_is_two_sentences_or_three():
    counts = {term: len(re.findall(r"[.:!?](?= |\n|$)", PLACE.sub("", words))) for term, words in ENTRIES.items()}
    assert {term: count for term, count in counts.items() if not 1 <= count <= 3} == {}
