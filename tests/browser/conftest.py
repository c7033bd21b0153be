"""A table at which someone is asked."""

import pytest
from playwright.sync_api import Browser, Page

from bench.live import open_table_of_bots
from tests.browser.play import logged_in
from tests.support.site import EmbeddedSite


@pytest.fixture
def asked(browser: Browser, embedded_site: EmbeddedSite) -> Page:
    """A table with bots at which ana is asked, on a phone."""
    _, page = logged_in(browser, embedded_site.url, "ana")
    open_table_of_bots(page, "bid")
    return page
