"""The Rules tab of a running match holds all the rules, for guests too; without scripts it leads to their page."""

import pytest
from playwright.sync_api import Browser, Page, expect

from bench.fold import DESKTOP, PHONE, Window
from bench.live import await_turn
from games.registry import GAMES
from tests.browser.play import SETTLED, open_tab, play_now
from tests.support.site import EmbeddedSite
from tests.support.tiers import some_of

pytestmark = pytest.mark.long("the rules beside a match in a browser; `make test` reads the pages of rules")


@pytest.fixture(scope="module")
def guest(browser: Browser, embedded_site: EmbeddedSite) -> Page:
    """The page of a guest, who has started one match."""
    page = browser.new_context(base_url=embedded_site.url).new_page()
    start(page, next(iter(GAMES)))
    return page


def start(page: Page, slug: str) -> None:
    """Start a match from the front page."""
    page.goto("/")
    play_now(page, slug).click()
    page.wait_for_url("**/table/*/")


@pytest.mark.parametrize("window", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("slug", some_of(GAMES, 1, "every game, not one"))
def test_all_the_rules_are_beside_a_running_match_and_stay_there(slug: str, window: Window, guest: Page) -> None:
    guest.set_viewport_size({"width": window.width, "height": window.height})
    start(guest, slug)
    await_turn(guest)
    for _ in range(2):
        guest.keyboard.press("Escape")
    open_tab(guest, "Rules")
    rules = guest.locator("#panel-rules article.rules")
    expect(rules.locator(".rulings > div").last).to_be_attached()
    asked: list[str] = []
    guest.on("request", lambda request: asked.append(request.url) if "/rules/" in request.url else None)
    with guest.expect_response("**/live/**"):
        guest.evaluate("htmx.trigger(document.body, 'table-moved')")
    guest.wait_for_function(SETTLED)
    expect(rules).to_be_visible()
    assert guest.evaluate("document.documentElement.scrollWidth") <= window.width
    assert not asked


def test_without_scripts_the_rules_are_a_link(browser: Browser, embedded_site: EmbeddedSite) -> None:
    context = browser.new_context(base_url=embedded_site.url, java_script_enabled=False)
    page = context.new_page()
    slug = next(iter(GAMES))
    start(page, slug)
    page.locator("#panel-rules").get_by_role("link", name=f"All the rules of {GAMES[slug].title}").click()
    page.wait_for_url(f"**/rules/{slug}/")
    expect(page.locator("article.rules")).to_be_visible()
    context.close()
