"""Pages beside the table, with some days of play on them, are accessible in light and in dark."""

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from games.registry import GAMES
from tests.browser.desk import at_desk
from tests.browser.play import filled, logged_in, play_now
from tests.support.site import EmbeddedSite, embedded

pytestmark = pytest.mark.long("every page with days of play, looked at by axe")


@pytest.fixture
def site() -> Iterator[EmbeddedSite]:
    with embedded() as running:
        yield running


def check(page: Page, path: str) -> None:
    # Words that are still fading in have no contrast yet.
    page.emulate_media(reduced_motion="reduce")
    reply = page.goto(path)
    assert reply
    assert reply.ok, path
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        result = Axe().run(page)
        assert result.violations_count == 0, f"{path} in {scheme}\n{result.generate_report()}"


def test_pages_with_days_of_play_are_accessible(browser: Browser, site: EmbeddedSite) -> None:
    paths = filled(site)
    desk = {paths.pop("desk"), "/moderation/"}
    context, page = logged_in(browser, site.url, "ana")
    for path in [*paths.values(), "/quick/"]:
        check(page, path)
    context.close()
    context = browser.new_context(base_url=site.url)
    page = context.new_page()
    check(page, "/")
    play_now(page, next(iter(GAMES))).click()
    page.wait_for_url("**/table/*/")
    check(page, "/")
    context.close()
    context, page = at_desk(browser, site.url, "mona")
    for path in desk:
        check(page, path)
    context.close()
