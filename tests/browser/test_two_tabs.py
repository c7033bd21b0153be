"""One seat open in two tabs: both show what was sealed, and a tap that comes too late says why."""

import random

import pytest
from playwright.sync_api import Browser, Page, expect

from bench.live import await_turn, open_table_of_bots
from games.registry import GAMES
from tests.browser.on_pieces import Player
from tests.browser.play import DEAF, answer_here, answered, join_table, listening, load, logged_in, open_table
from tests.support.site import EmbeddedSite
from tests.support.tiers import some_of

pytestmark = pytest.mark.long("two tabs of one reader in a browser; `make test` sends what they would")


def chosen(page: Page) -> str:
    """What the envelope says."""
    return page.locator("#answer .sealed .small strong").inner_text()


@pytest.mark.exhaustive("two tabs of one seat; `make test` has one answered while it is refreshed")
def test_both_tabs_show_the_envelope_and_a_change_of_it(browser: Browser, embedded_site: EmbeddedSite) -> None:
    context, first = logged_in(browser, embedded_site.url, "ana")
    ben_context, ben = logged_in(browser, embedded_site.url, "ben")
    join_table(ben, path := open_table(first, "bid", bots=1, options={}))
    second = context.new_page()
    for tab in (first, second):
        load(tab, path)
        listening(tab)
    assert answer_here(first, random.Random(1))
    expect(second.locator("#answer .sealed")).to_be_visible()
    expect(second.locator("#answer .sealed")).to_contain_text(chosen(first))
    second.locator("#change > summary").click()
    other = second.locator("#answer label:has(input[name=action]:not(:checked))").first
    with answered(second):
        other.click()
        second.locator("#answer button.seal").click()
    words = chosen(second)
    expect(first.locator("#answer .sealed")).to_contain_text(words)
    ben_context.close()
    context.close()


@pytest.mark.parametrize("slug", some_of(GAMES, 1, "every game, not one"))
def test_a_tap_on_a_page_that_missed_the_end_of_the_round_says_why(
    slug: str, browser: Browser, embedded_site: EmbeddedSite
) -> None:
    context, first = logged_in(browser, embedded_site.url, "ana")
    open_table_of_bots(first, slug)
    assert await_turn(first)
    second = context.new_page()
    second.add_init_script(DEAF)
    second.goto(first.url)
    step = second.get_attribute("#answer form[data-step]", "data-step")
    assert answer_here(first, random.Random(1))
    assert await_turn(first)
    hand = Player(second, random.Random(1), finger=False)
    while not hand.choose():
        pass
    second.locator("#answer button.seal").click()
    why = second.get_by_role("alert")
    expect(why).to_contain_text("The table has moved on. Your choice was not used")
    expect(second.locator(f"#answer form[data-step]:not([data-step='{step}'])")).to_be_attached()
    expect(second.locator("#answer .sealed")).to_have_count(0)
    context.close()
