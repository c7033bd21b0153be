"""A first visit to a table costs few requests and few bytes."""

import re

import pytest
from playwright.sync_api import Browser, Page, Response

from games.registry import GAMES
from tests.browser.play import SETTLED, listening, logged_in
from tests.support.site import EmbeddedSite
from tests.support.tiers import some_of

MOST_REQUESTS = 15
MOST_BYTES = 200_000
MOST_BYTES_OF_FONTS = 90_000
NEWS = re.compile(r"icon|/live/|/counts/")
"""What comes when bots move meanwhile, and the icon in the browser's tab."""


def fetched(page: Page, path: str) -> list[tuple[str, int]]:
    """The address and size of everything that a page needs, without the icon and later moves."""
    seen: list[Response] = []
    page.on("response", lambda response: seen.append(response))  # noqa: PLW0108 - Playwright takes no built-in
    page.goto(path)
    listening(page)
    page.wait_for_function(SETTLED)
    return [(one.url, one.request.sizes()["responseBodySize"]) for one in seen if not NEWS.search(one.url)]


@pytest.mark.parametrize("slug", some_of(GAMES, 1, "every game, not one"))
def test_a_table_needs_few_requests(slug: str, browser: Browser, embedded_site: EmbeddedSite) -> None:
    context, page = logged_in(browser, embedded_site.url, "ana")
    page.goto(f"/tables/new/{slug}/?company=bots")
    page.click("main button[type=submit]")
    page.wait_for_url("**/table/*/")
    path, cookies = page.url, context.cookies()
    context.close()
    fresh = browser.new_context(viewport={"width": 390, "height": 844})
    fresh.add_cookies([{"name": one["name"], "value": one["value"], "url": embedded_site.url} for one in cookies])
    found = fetched(fresh.new_page(), path)
    fresh.close()
    listed = "\n".join(f"{size:8} {url}" for url, size in found)
    assert len(found) <= MOST_REQUESTS, listed
    assert sum(size for _, size in found) <= MOST_BYTES, listed
    assert 0 < sum(size for url, size in found if url.endswith(".woff2")) <= MOST_BYTES_OF_FONTS, listed
