"""Two people at their browsers, playing any game by the list of moves that every table has."""

import random
import time

from playwright.sync_api import Browser, BrowserContext, Page

PATIENCE_MS = 15_000
LONGEST_MATCH_S = 240


def logged_in(browser: Browser, url: str, name: str) -> tuple[BrowserContext, Page]:
    """A browser of one of the demo's people."""
    context = browser.new_context(base_url=url, viewport={"width": 390, "height": 844})
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    page.goto("/accounts/login/")
    page.fill("input[name=login]", name)
    page.fill("input[name=password]", "piecepack")
    page.click("main button[type=submit]")
    page.wait_for_url("**/turns/")
    return context, page


def open_table(page: Page, slug: str, bots: int, options: dict[str, str]) -> str:
    """Open a table with one seat for anyone and bots; return its path."""
    page.goto(f"/tables/new/{slug}/")
    page.select_option("[name=seat_1]", "open")
    for seat in range(2, 2 + bots):
        page.select_option(f"[name=seat_{seat}]", "bot:steady")
    for name, value in options.items():
        field = page.locator(f"[name=option_{name}]")
        if field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    page.click("main button[type=submit]")
    page.wait_for_url("**/table/*/")
    return page.url.removeprefix(page.url.split("/table/")[0])


def join_table(page: Page, path: str) -> None:
    """Take the free seat."""
    page.goto(path)
    page.click("form[action$='/join/'] button")
    page.wait_for_selector("#live")


def play_to_the_end(pages: list[Page], path: str, dice: random.Random) -> None:
    """Answer by the list whenever asked, until the match has ended."""
    give_up = time.monotonic() + LONGEST_MATCH_S
    while time.monotonic() < give_up:
        if not any(answer_by_list(page, path, dice) for page in pages):
            if pages[0].locator("#result-title").count():
                return
            pages[0].wait_for_timeout(150)
    raise AssertionError(f"{path} did not end in {LONGEST_MATCH_S} s:\n{pages[0].inner_text('main')[:1500]}")


def answer_by_list(page: Page, path: str, dice: random.Random) -> bool:
    """Seal any of the listed answers, if one is asked for and none is sealed; tell whether one was."""
    page.goto(path)
    form = page.locator("#answer form[data-step]")
    if not form.count() or page.locator("#answer .sealed").count():
        return False
    listed = form.locator("input[type=radio][name=action]")
    chosen = listed.nth(dice.randrange(listed.count()))
    # A radio button drawn as a piece is chosen by its label, which a closed list may hide.
    chosen.evaluate(
        """input => {
            for (let up = input; up; up = up.parentElement) if (up.tagName === "DETAILS") up.open = true;
            input.labels[0].scrollIntoView({block: "center"});
        }"""
    )
    page.locator(f"label:has(#{chosen.get_attribute('id')})").click()
    form.locator("button[type=submit].button-primary").click()
    page.wait_for_load_state()
    return True
