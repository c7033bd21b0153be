"""Tables at which people are asked."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from bench.live import open_table_of_bots
from tests.browser.play import Two, join_table, load, logged_in_before, open_table
from tests.support.site import EmbeddedSite


@pytest.fixture
def asked(browser: Browser, embedded_site: EmbeddedSite) -> Iterator[Page]:
    """A table with bots at which ana is asked, on a phone."""
    context, page = logged_in_before(browser, embedded_site.url, "ana")
    open_table_of_bots(page, "bid")
    yield page
    # A page that stays open follows all that happens at her later tables.
    page.unroute_all(behavior="ignoreErrors")
    context.close()


@pytest.fixture
def two(browser: Browser, embedded_site: EmbeddedSite) -> Iterator[Two]:
    """Ana and Ben at a table of Bid! that asks both."""
    ana_context, ana = logged_in_before(browser, embedded_site.url, "ana")
    ben_context, ben = logged_in_before(browser, embedded_site.url, "ben")
    join_table(ben, path := open_table(ana, "bid", bots=1, options={}))
    load(ana, path)
    expect(ana.locator(".seat", has_text="Sealed")).to_have_count(1)
    yield Two(ana, ben, path)
    ana_context.close()
    ben_context.close()
