"""What others do shows on an open page without a reload; a guest plays at once and stays."""

import random
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from tests.browser.play import PATIENCE_MS, answer_by_list, join_table, listening, load, logged_in_before, open_table
from tests.support.pictures import PAGES as MAIN_PAGES
from tests.support.site import EmbeddedSite


def test_an_answer_and_a_resolution_show_without_a_reload(browser: Browser, embedded_site: EmbeddedSite) -> None:
    ana_context, ana = logged_in_before(browser, embedded_site.url, "ana")
    ben_context, ben = logged_in_before(browser, embedded_site.url, "ben")
    path = open_table(ana, "bid", bots=1, options={"target": "25"})
    join_table(ben, path)
    load(ana, path)
    listening(ana)
    loads: list[str] = []
    ana.on("load", lambda _: loads.append("load"))
    expect(ana.locator(".seat", has_text="ben")).to_contain_text("Not yet answered")
    assert answer_by_list(ben, path, random.Random(1))
    expect(ana.locator(".seat", has_text="ben")).to_contain_text("Sealed", timeout=PATIENCE_MS)
    assert loads == []
    assert answer_by_list(ana, path, random.Random(1))
    expect(ben.locator("#answer form[data-step='2']")).to_be_attached(timeout=PATIENCE_MS)
    ana_context.close()
    ben_context.close()


def test_a_guest_plays_at_once_and_keeps_the_match(browser: Browser, embedded_site: EmbeddedSite) -> None:
    context = browser.new_context(base_url=embedded_site.url)
    page = context.new_page()
    page.goto("/")
    page.get_by_role("button", name="Play now as a guest").click()
    page.wait_for_url(re.compile(r"/table/\d+/"))
    path = "/" + page.url.split("/", 3)[3]
    page.locator("#answer label:has(input[type=radio])").first.click()
    page.locator("#answer button.button-primary").click()
    page.wait_for_load_state()
    page.goto("/people/keep/")
    page.fill("input[name=username]", "Newcomer")
    page.fill("input[name=email]", "newcomer@example.org")
    for field in page.locator("input[type=password]").all():
        field.fill("a long enough pass phrase")
    page.locator("main form button[type=submit]").first.click()
    page.wait_for_load_state()
    page.goto("/turns/")
    expect(page.locator("body")).to_contain_text("Newcomer")
    assert path.strip("/").split("/")[1] in page.content()
    context.close()


PAGES = (
    *MAIN_PAGES.values(),
    "/accounts/login/",
    "/accounts/signup/",
    "/clubs/",
    "/tables/new/bid/",
    "/table/1/check/",
    "/table/1/chat/",
    "/tournaments/",
    "/notices/choose/",
    "/muted/",
    "/mailbox/",
)


@pytest.mark.long("the main pages, looked at by axe")
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.sampled(1, "light and dark, not one of them")
def test_every_page_is_accessible(scheme: str, browser: Browser, embedded_site: EmbeddedSite) -> None:
    context, page = logged_in_before(browser, embedded_site.url, "ana")
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    found = {}
    for path in PAGES:
        page.goto(path)
        result = Axe().run(page)
        if result.violations_count:
            found[path] = result.generate_report()
    context.close()
    assert found == {}
