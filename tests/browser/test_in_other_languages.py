"""Somebody who reads one language alone comes to a site that offers it, and plays a decision of a game."""

import random
import re
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from bench.live import await_turn, open_table_of_bots
from piecepack_site.languages import LANGUAGE_CODE, OFFERED_LANGUAGES
from tests.browser.play import PATIENCE_MS, answer_here
from tests.support.site import embedded
from tests.support.tiers import some_of

MOST_TURNS = 20
"""Until then a player has done what the log is searched for."""


class Reader(NamedTuple):
    """A language, a game played in it, and what its reader sees on the way."""

    language: str
    browser: str
    guest: str
    """The button that makes a guest."""
    game: str
    asked: set[str]
    """What the game asks."""
    table: str
    """Words at every moment of its table."""
    did: str
    """What the log says of the reader, as a pattern."""
    english: str
    """The same in English, which is on no page."""


READERS = (
    Reader(
        "de",
        "de-DE",
        "Jetzt als Gast spielen",
        "bid",
        {"Diese Würfel behalten?", "Welche Kachel bietest du?", "Welche zwei Kacheln bietest du?"},
        "für das höchste Gebot",
        r"\b[Dd]u hast (die|das)[^.]* geboten",
        " bid the ",
    ),
    Reader(
        "fr",
        "fr-FR",
        "Jouer sans inscription",
        "manipulation",
        {
            "Jouer, tirer, forcer ou passer\u202f?",
            "Quelle tuile va dans le code\u202f?",
            "Quelle pièce mises-tu\u202f?",
            "Quelle pièce pour départager\u202f?",
        },
        "à piocher",
        r"\b[Tt]u as (passé|misé|poussé|tiré|essayé|forcé)",
        " passed",
    ),
    Reader(
        "es",
        "es-ES",
        "Jugar ya sin registrarse",
        "concealed-draw",
        {"¿Robas o te plantas?", "¿Robas o pasas?", "¿Qué placa dejas?", "¿Quién pierde una vida?"},
        "ronda ",
        r"\b([Rr]obaste|[Tt]omaste|[Dd]escartaste) ",
        " drew ",
    ),
)


def test_every_language_that_is_offered_has_a_reader() -> None:
    assert {reader.language for reader in READERS} == set(OFFERED_LANGUAGES) - {LANGUAGE_CODE}


@pytest.mark.parametrize("reader", some_of(READERS, 1, "every language that is offered, not one"))
def test_a_guest_plays_in_their_language(reader: Reader, browser: Browser) -> None:
    with embedded(LANGUAGES=f"en-gb,{reader.language}") as site:
        context = browser.new_context(base_url=site.url, viewport={"width": 390, "height": 844}, locale=reader.browser)
        context.set_default_timeout(PATIENCE_MS)
        said = story_of(context.new_page(), reader)
        context.close()
    assert re.search(reader.did, said)
    assert reader.english not in said


def story_of(visitor: Page, reader: Reader) -> str:
    """Come as a guest and play, until the page tells what the reader did. Return all its words."""
    visitor.goto("/")
    expect(visitor.locator("html")).to_have_attribute("lang", reader.language)
    visitor.get_by_role("button", name=reader.guest).click()
    visitor.wait_for_selector("main")
    open_table_of_bots(visitor, reader.game)
    words = visitor.locator("#live", has_text=reader.table)
    said = ""
    for turn in range(MOST_TURNS):
        assert await_turn(visitor)
        expect(words).to_be_visible()
        assert turn or visitor.locator("#answer h2").first.inner_text() in reader.asked
        said = " ".join((visitor.locator("main").text_content() or "").split())
        if re.search(reader.did, said):
            break
        # The page may have drawn the next question just now.
        answer_here(visitor, random.Random(turn))
    return said
