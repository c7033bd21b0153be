"""The Rules tab of a running match holds all the rules, for guests too; without scripts it leads to their page."""

import pytest
from playwright.sync_api import Browser, Page, expect

from bench.fold import DESKTOP, PHONE, Window
from bench.live import await_turn
from games.registry import GAMES
from tests.browser.play import open_tab, play_now
from tests.support.site import EmbeddedSite
from tests.support.tiers import some_of


def guest_at_table(browser: Browser, url: str, slug: str, window: Window) -> Page:
    """A guest's page of a table that they have just started from the front page."""
    context = browser.new_context(base_url=url, viewport={"width": window.width, "height": window.height})
    page = context.new_page()
    page.goto("/")
    play_now(page, GAMES[slug].title).click()
    page.wait_for_url("**/table/*/")
    await_turn(page)
    for _ in range(2):
        page.keyboard.press("Escape")
    return page


@pytest.mark.parametrize("window", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("slug", some_of(GAMES, 1, "every game, not one"))
def test_all_the_rules_are_beside_a_running_match_and_stay_there(
    slug: str, window: Window, browser: Browser, embedded_site: EmbeddedSite
) -> None:
    page = guest_at_table(browser, embedded_site.url, slug, window)
    open_tab(page, "Rules")
    rules = page.locator("#panel-rules article.rules")
    rules.scroll_into_view_if_needed()
    expect(rules.locator(".rulings > div").last).to_be_attached()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/rules/" in request.url else None)
    with page.expect_response("**/live/"):
        page.evaluate("htmx.trigger(document.body, 'table-moved')")
    page.wait_for_selector("#live:not(.htmx-request, .htmx-settling)")
    expect(rules).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= window.width
    assert not asked
    page.context.close()


def test_without_scripts_the_rules_are_a_link(browser: Browser, embedded_site: EmbeddedSite) -> None:
    context = browser.new_context(base_url=embedded_site.url, java_script_enabled=False)
    page = context.new_page()
    slug = next(iter(GAMES))
    page.goto("/")
    play_now(page, GAMES[slug].title).click()
    page.wait_for_url("**/table/*/")
    page.locator("#panel-rules").get_by_role("link", name=f"All the rules of {GAMES[slug].title}").click()
    page.wait_for_url(f"**/rules/{slug}/")
    expect(page.locator("article.rules")).to_be_visible()
    context.close()
