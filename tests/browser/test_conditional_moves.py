"""A Plaque Auction played by conditional moves: two people save them in real browsers, and look again at the end."""

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from games.verify import check_file
from tests.browser.play import SETTLED, join_table, load, logged_in_before, open_tab, open_table
from tests.support.site import EmbeddedSite

pytestmark = pytest.mark.long("conditional moves in browsers; `make test` saves and plays them without one")

LONGEST_MATCH_MS = 180_000
BEST = "Whatever makes the most of my tableau"
ENOUGH = "Bid just enough to pick first, up to …"
PASS = "Pass, or bid nothing"
TRIES = 10


def save_move(page: Page, path: str, *preferences: tuple[str, str]) -> None:
    """Add a conditional move that always applies; try again if the table moves on meanwhile."""
    load(page, path)
    open_tab(page, "Plan")
    page.click("#conditional-new > summary")
    if len(preferences) > 1:
        page.click("#conditional-more > summary")
    for number, (words, blank) in enumerate(preferences, start=1):
        page.select_option(f"#conditional-preference-{number}", label=words)
        if blank:
            page.fill(f"#conditional-number-{number}", blank)
        expect(page.locator(f"#conditional-number-{number}")).to_be_visible(visible=bool(blank))
    page.select_option("#conditional-lasts", "always")
    for _ in range(TRIES):
        page.click(".conditional-form button[type=submit]")
        page.wait_for_load_state()
        if not page.locator("#conditional [role=alert]").count():
            return
    raise AssertionError(page.locator("#conditional").inner_text())


@pytest.mark.exhaustive("a whole auction by conditional moves in browsers; `make test` plays one without a browser")
def test_an_auction_plays_to_its_end_by_two_peoples_moves(browser: Browser, embedded_site: EmbeddedSite) -> None:
    (ana_context, ana), (ben_context, ben) = (
        logged_in_before(browser, embedded_site.url, name) for name in ("ana", "ben")
    )
    try:
        path = open_table(ana, "plaque-auction", bots=1, options={"hands": "1"})
        join_table(ben, path)
        for page, limit in ((ana, "5"), (ben, "4")):
            save_move(page, path, (BEST, ""))
            save_move(page, path, (ENOUGH, limit), (PASS, ""))
        expect(ana.locator("#result-title")).to_be_visible(timeout=LONGEST_MATCH_MS)
        ana.goto(f"{path}log/")
        assert ana.locator("text=You answered by conditional move.").count() > 2
        record = httpx.get(f"{embedded_site.url}{path}match.json", trust_env=False).content
        assert [check.detail for check in check_file(record) if not check.ok] == []
    finally:
        ana_context.close()
        ben_context.close()


@pytest.mark.exhaustive("a half-written conditional move while others play; `make test` tries a choice")
def test_a_conditional_move_half_written_outlives_what_happens_at_the_table(
    browser: Browser, embedded_site: EmbeddedSite
) -> None:
    (ana_context, ana), (ben_context, ben) = (
        logged_in_before(browser, embedded_site.url, name) for name in ("ana", "ben")
    )
    try:
        path = open_table(ana, "plaque-auction", bots=0, options={"hands": "1"})
        join_table(ben, path)
        for page in (ana, ben):
            page.goto(path)
        asked, other = (ana, ben) if ana.locator("#answer").count() else (ben, ana)
        open_tab(other, "Plan")
        other.click("#conditional-new > summary")
        other.select_option("#conditional-preference-1", label=ENOUGH)
        other.fill("#conditional-number-1", "7")
        other.select_option("#conditional-lasts", "always")
        asked.locator("label:has(#choice-2)").click()
        asked.click("#answer button.button-primary")
        expect(other.locator("#answer")).to_be_visible()
        assert other.locator("#conditional-number-1").input_value() == "7"
        assert "lead" in other.locator("#conditional-preference-1").input_value()
        assert other.locator("#conditional-lasts").input_value() == "always"
        other.click(".conditional-form button[type=submit]")
        expect(other.locator(".conditional-list")).to_contain_text("bid just enough to pick first, up to 7")
    finally:
        ana_context.close()
        ben_context.close()


def test_a_conditional_move_is_made_of_pieces_and_said_in_a_sentence(asked: Page) -> None:
    open_tab(asked, "Plan")
    asked.click("#conditional-new > summary")
    answers = asked.get_by_role("group", name="I answer")
    piece = answers.locator(".chip:has(svg.tile)").first
    words = piece.inner_text().strip()
    piece.click()
    expect(piece).to_have_attribute("aria-pressed", "true")
    expect(answers.locator("[aria-pressed=true]")).to_have_count(1)
    sentence = asked.locator(".conditional-sentence")
    expect(sentence).to_contain_text(words, ignore_case=True)
    expect(sentence.locator("svg.tile")).to_have_count(1)
    with asked.expect_response("**/live/**"):
        asked.evaluate("htmx.trigger(document.body, 'table-moved')")
    asked.wait_for_function(SETTLED)
    expect(answers.locator("[aria-pressed=true]")).to_have_text(words)
    assert len(Axe().run(asked).response["violations"]) == 0
    asked.get_by_role("button", name="Seal this conditional move").click()
    expect(asked.locator(".conditional-list")).to_contain_text(words, ignore_case=True)
