"""German and Spanish name people without a gender, in messages and in the help."""

import re

import pytest

from foundation.catalogues import ROOT, catalogues_of, forms, is_translated, read_catalogue

GENDERED = {
    "de": re.compile(
        r"\b((Moderator|Zuschauer|Gastgeber|Betreiber|Besitzer|Inhaber|Administrator|Besucher|Gegner|Sieger|Verlierer"
        r"|Teilnehmer|Benutzer|Nutzer|Ansager|Mitspieler|Geber)(s|n|en|in|innen|chat)?|Spielers?|Spielern)\b"
    ),
    "es": re.compile(
        r"\b(jugador|moderador|espectador|administrador|organizador|operador|anfitri[óo]n)(es)?\b", re.IGNORECASE
    ),
}
"""Words for people that have a gender, in place of *Moderation*, *Publikum*, *wer gibt* and so on."""


@pytest.mark.parametrize("language", GENDERED)
def test_no_message_gives_a_gender_to_people(language: str):
    messages = (message for path in catalogues_of(language) for message in read_catalogue(path, language))
    texts = [text for one in messages if one.id and is_translated(one) for text in forms(one.string)]
    assert [text for text in texts if GENDERED[language].search(text)] == []


@pytest.mark.parametrize("language", GENDERED)
def test_no_page_of_the_help_gives_a_gender_to_people(language: str):
    pages = {
        page.name: GENDERED[language].finditer(page.read_text()) for page in (ROOT / "docs" / language).glob("*.md")
    }
    found = {name: [one.group() for one in words] for name, words in pages.items()}
    assert {name: words for name, words in found.items() if words} == {}
