"""Tables in the middle of a match, at a real browser: they fit their window, are accessible, and are played by keys."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser.play import logged_in, made_by
from tests.browser.tables_under_way import SCENES
from tests.support.site import EmbeddedSite

pytestmark = pytest.mark.long("tables in the middle of a match, measured in a browser")

MAKE = "from tests.browser.tables_under_way import make; make()"
WIDTHS = (390, 1280)
MOST_TABS = 80
CUT_OFF = """() => {
    const blocks = "li, p, label, button, div, section, fieldset, h1, h2, h3, td, main", found = new Set();
    // Words for screen readers alone, and names that end in an ellipsis, are cut on purpose.
    const isMeant = (element) => {
        for (let up = element; up.parentElement; up = up.parentElement) {
            const { clipPath, textOverflow } = getComputedStyle(up);
            if (clipPath !== "none" || textOverflow === "ellipsis") return true;
        }
        return false;
    };
    const blockOf = (element) => {
        const block = element.closest(blocks);
        return getComputedStyle(block).display === "contents" ? blockOf(block.parentElement) : block;
    };
    const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const within = texts.currentNode.parentElement, range = document.createRange();
        if (!within.checkVisibility() || within.closest(".strip, svg") || isMeant(within)) continue;
        range.selectNodeContents(texts.currentNode);
        const edge = Math.min(innerWidth, blockOf(within).getBoundingClientRect().right + 1);
        if ([...range.getClientRects()].some((line) => line.right > edge)) found.add(range.toString().trim());
    }
    return [...found];
}"""
"""Texts that run out of their block or of the window: `main` clips them, so nothing scrolls but the strip of rounds."""
NEWEST = ".log li >> nth=0"


@pytest.fixture(scope="module")
def tables(embedded_site: EmbeddedSite) -> dict[str, int]:
    """The number of a table for each scene."""
    return made_by(embedded_site, MAKE)


@pytest.fixture(scope="module")
def ana(browser: Browser, embedded_site: EmbeddedSite, tables: dict[str, int]) -> Page:
    """Her browser: all the tables wait for her."""
    return logged_in(browser, embedded_site.url, "ana")[1]


@pytest.mark.parametrize("scene", SCENES)
@pytest.mark.sampled(1, "all ten kinds of page of a table, not one")
def test_a_table_fits_and_is_accessible(scene: str, ana: Page, tables: dict[str, int]) -> None:
    # What was missed opens at the first visit, and has tests of its own.
    ana.goto(f"/table/{tables[scene]}/")
    for scheme in ("light", "dark"):
        ana.emulate_media(color_scheme=scheme)
        ana.goto(f"/table/{tables[scene]}/")
        expect(ana.locator("#answer form[data-step]")).to_be_visible()
        for width in WIDTHS:
            ana.set_viewport_size({"width": width, "height": 844})
            assert ana.evaluate("document.scrollingElement.scrollWidth") <= width, (scheme, width)
            assert ana.evaluate(CUT_OFF) == [], (scheme, width)
            result = Axe().run(ana)
            assert result.violations_count == 0, f"{scheme}, {width}\n{result.generate_report()}"


@pytest.mark.parametrize(
    ("scene", "where", "choice"),
    [
        ("manipulation, a bid", "#answer", r"Your answer is sealed\."),
        ("plaque-auction, a bid", NEWEST, r"You (bid|added) \d+ token"),
        ("plaque-auction, a pick", NEWEST, r"You picked the"),
    ],
)
@pytest.mark.exhaustive("three games by the keyboard alone; `make test` plays one so")
def test_the_keyboard_alone_answers(scene: str, where: str, choice: str, ana: Page, tables: dict[str, int]) -> None:
    ana.goto(f"/table/{tables[scene]}/")
    expect(ana.locator("#answer form[data-step]")).to_be_visible()
    expect(ana.locator(where)).not_to_contain_text(re.compile(choice))
    for _ in range(MOST_TABS):
        ana.keyboard.press("Tab")
        if ana.evaluate("document.activeElement.name") == "action":
            break
    ana.keyboard.press("ArrowRight")
    chosen = ana.locator("#live input[name=action]:checked").get_attribute("data-words")
    assert chosen
    expect(ana.locator("#answer [data-choice]")).to_contain_text(chosen, ignore_case=True)
    ana.keyboard.press("Enter")
    expect(ana.locator(where)).to_contain_text(re.compile(choice))
