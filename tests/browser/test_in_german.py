"""Somebody who reads only German comes to a site that offers German, and plays a decision of Bid!."""

import random
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from bench.live import await_turn, open_table_of_bots
from foundation.catalogues import compile_languages
from tests.browser.play import PATIENCE_MS, answer_here
from tests.support.site import embedded

BID = re.compile(r"\b[Dd]u hast (die|das)[^.]* geboten")
MOST_TURNS = 20
"""Until then somebody has let the dice stand and bid a tile."""


@pytest.fixture
def visitor(browser: Browser) -> Iterator[Page]:
    """A browser in German, on a phone."""
    compile_languages()
    with embedded(LANGUAGES="en-gb,de") as site:
        context = browser.new_context(base_url=site.url, viewport={"width": 390, "height": 844}, locale="de-DE")
        context.set_default_timeout(PATIENCE_MS)
        yield context.new_page()
        context.close()


def test_a_guest_plays_bid_in_german(visitor: Page) -> None:
    visitor.goto("/")
    expect(visitor.locator("html")).to_have_attribute("lang", "de")
    visitor.get_by_role("button", name="Jetzt als Gast spielen").click()
    visitor.wait_for_selector("main")
    open_table_of_bots(visitor, "bid")
    asked = {"Diese Würfel behalten?", "Welche Kachel bietest du?", "Welche zwei Kacheln bietest du?"}
    rolled = visitor.locator("#live", has_text="für das höchste Gebot")
    said = ""
    for turn in range(MOST_TURNS):
        assert await_turn(visitor)
        expect(rolled).to_be_visible()
        assert turn or visitor.locator("#answer h2").first.inner_text() in asked
        said = " ".join((visitor.locator("main").text_content() or "").split())
        if BID.search(said):
            break
        # The page may have drawn the next question just now.
        answer_here(visitor, random.Random(turn))
    assert BID.search(said)
    assert " bid the " not in said
