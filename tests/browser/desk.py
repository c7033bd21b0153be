"""A moderator at the desk, in a browser."""

from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.play import logged_in
from tests.support.codes import code_of


def at_desk(browser: Browser, url: str, name: str) -> tuple[BrowserContext, Page]:
    """A moderator who is logged in with a second factor, which the desk requires."""
    context, page = logged_in(browser, url, name)
    page.goto("/accounts/2fa/totp/activate/")
    page.fill("main input[name=password]", "piecepack")
    page.press("main input[name=password]", "Enter")
    page.fill("input[name=code]", code_of(page.inner_text(".key")))
    page.press("input[name=code]", "Enter")
    page.wait_for_selector(".codes")
    return context, page
