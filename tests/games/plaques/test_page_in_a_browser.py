"""Both games of plaques in a browser: a tap on a piece and the seal play it."""

import re

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.browser.play import join_table, load, logged_in_before, open_table
from tests.support.site import EmbeddedSite, eventually

FINGER = 44
"""The least width of a target, in pixels."""


def two_at_a_table(browser: Browser, url: str, slug: str) -> tuple[list[BrowserContext], Page]:
    """Ana and Ben at a new table; the page of the player asked first."""
    ana_context, ana = logged_in_before(browser, url, "ana")
    ben_context, ben = logged_in_before(browser, url, "ben")
    path = open_table(ana, slug, bots=0, options={})
    join_table(ben, path)
    load(ana, path)
    asked = ana if ana.locator("#answer").count() else ben
    load(asked, path)
    return [ana_context, ben_context], asked


def piece_width(piece: Locator) -> float:
    """The width of what a finger taps, in pixels."""
    return float(piece.evaluate("piece => piece.getBoundingClientRect().width"))


def click(piece: Locator) -> None:
    """Click on a piece, clear of the bar that sticks to the foot of a phone's window."""
    piece.evaluate("piece => piece.scrollIntoView({block: 'center'})")
    piece.click()


@pytest.mark.parametrize("by", ["click", "keyboard"])
@pytest.mark.exhaustive("pieces by mouse and keyboard; `make test` tries them in another game")
def test_a_plaque_is_drawn_and_discarded_as_a_piece(by: str, browser: Browser, embedded_site: EmbeddedSite):
    contexts, page = two_at_a_table(browser, embedded_site.url, "concealed-draw")
    for button in ("Play my turn", "Discard this plaque"):
        page.get_by_role("button", name=button).wait_for()
        piece = page.locator("#live .pick").first
        expect(piece.locator("svg:visible")).to_have_count(1)
        # While a step is revealed, pieces have no width for a moment.
        eventually(lambda: min(map(piece_width, page.locator("#live .pick").all())) >= FINGER)
        if by == "click":
            click(piece)
            page.get_by_role("button", name=button).click()
        else:
            piece.locator("input").focus()
            page.keyboard.press("Space")
            page.keyboard.press("Enter")
    expect(page.locator(".log")).to_contain_text(re.compile("You discarded the"))
    for context in contexts:
        context.close()


@pytest.mark.exhaustive("a second kind of answer in a browser")
def test_a_bid_is_made_with_a_coin(browser: Browser, embedded_site: EmbeddedSite):
    contexts, page = two_at_a_table(browser, embedded_site.url, "plaque-auction")
    click(page.locator("#answer .picks-coins .pick").nth(3))
    expect(page.locator("[data-choice]")).to_have_text("Your choice: Add 3 tokens.")
    page.get_by_role("button", name="Seal my bid").click()
    expect(page.locator(".log")).to_contain_text("You bid 3 tokens.")
    expect(page.locator(".seat-mine .seat-bid")).to_contain_text("would pick 1st")
    for context in contexts:
        context.close()
