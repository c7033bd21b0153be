"""A link that a page shows to pass on is copied with one tap, or sent by the phone."""

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.play import PATIENCE_MS, logged_in_before, open_menu
from tests.support.site import EmbeddedSite

COPY = "button[data-copies]"
SHARE = "button[data-shares]"
SHARES = """navigator.share = async (sent) => { window.sent = sent; };
const plain = window.matchMedia;
window.matchMedia = (asked) => (asked.includes("coarse") ? { matches: true } : plain.call(window, asked));"""
"""Makes a browser one of a phone that has a list of apps."""
SELECTED = """() => {
  const { value, selectionStart, selectionEnd } = document.activeElement;
  return value.slice(selectionStart, selectionEnd);
}"""
READ = "navigator.clipboard.readText()"


@pytest.fixture
def ana(browser: Browser, embedded_site: EmbeddedSite) -> Iterator[Page]:
    """Ana on a narrow phone, whose pages may copy."""
    context, page = logged_in_before(browser, embedded_site.url, "ana")
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.set_viewport_size({"width": 360, "height": 740})
    yield page
    page.unroute_all(behavior="ignoreErrors")
    context.close()


def private_table(page: Page) -> str:
    """Open a private table with a seat for those with the link; return its link."""
    page.goto("/tables/new/bid/?company=seats")
    page.select_option("[name=seat_1]", "link")
    page.click("#more > summary")
    page.check("[name=private]")
    page.click("main button[type=submit]")
    page.wait_for_url("**/table/*/")
    return page.input_value("#invite")


def field_of(button: Locator) -> Locator:
    return button.page.locator(f"#{button.get_attribute('data-copies')}")


def copies(page: Page) -> None:
    """Check that the button copies the link and says so, by a tap and by the keyboard."""
    button = page.locator(COPY)
    status = page.locator(".copy-link [role=status]")
    expect(button).to_have_text("Copy link")
    expect(status).to_have_text("")
    button.click()
    expect(status).to_have_text("Copied.")
    assert page.evaluate(READ) == field_of(button).input_value()
    page.evaluate("navigator.clipboard.writeText('')")
    button.focus()
    page.keyboard.press("Enter")
    page.wait_for_function(f"async () => (await {READ}) !== ''")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    result = Axe().run(page, ".copy-link")
    assert result.violations_count == 0, result.generate_report()


def test_the_link_of_a_table_is_copied(ana: Page) -> None:
    private_table(ana)
    copies(ana)
    ana.evaluate("document.body.dispatchEvent(new CustomEvent('table-moved'))")
    expect(ana.locator("#live")).not_to_have_class("htmx-request")
    expect(ana.locator(SHARE)).to_be_hidden()
    copies(ana)


def test_the_link_of_a_club_is_copied(ana: Page) -> None:
    ana.goto("/clubs/new/")
    ana.fill("[name=title]", "The den")
    ana.click("main form:has([name=title]) button[type=submit]")
    ana.wait_for_url("**/club/*/")
    ana.goto(f"{ana.url}manage/")
    assert not ana.locator(COPY).count()
    ana.click("button[name=days][value='7']")
    copies(ana)


def test_the_link_to_an_open_seat_is_copied(ana: Page) -> None:
    ana.goto("/tables/new/bid/?company=seats")
    for seat in (1, 2):
        ana.select_option(f"[name=seat_{seat}]", "bot:steady")
    ana.click("main button[type=submit]")
    ana.wait_for_selector("#table-menu")
    open_menu(ana)
    ana.click("#substitutes > summary")
    ana.click("form[action*='/seat/0/'] button")
    open_menu(ana)
    ana.click("#substitutes > summary")
    button = ana.locator(f"#substitutes {COPY}")
    expect(button).to_have_accessible_name("Copy link (ana)")
    button.click()
    expect(ana.locator("#substitutes [role=status]")).to_have_text("Copied.")
    assert ana.evaluate(READ) == field_of(button).input_value()
    embeds_a_copied_line(ana)


def embeds_a_copied_line(page: Page) -> None:
    """Check that a table gives its link, and the line that embeds its board, with one tap each."""
    page.click("#share > summary")
    for name, begins in (("Copy link", "http"), ("Copy the line", "<iframe src=")):
        button = page.locator(f"#share {COPY}", has_text=name)
        button.click()
        expect(button.locator("xpath=..").locator("[role=status]")).to_have_text("Copied.")
        copied = page.evaluate(READ)
        assert copied == field_of(button).input_value() and copied.startswith(begins)


def test_where_a_page_may_not_copy_the_link_is_selected(ana: Page) -> None:
    link = private_table(ana)
    ana.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    ana.click(COPY)
    expect(ana.locator(".copy-link [role=status]")).to_have_text("The link is selected. Copy it by hand.")
    expect(ana.locator("#invite")).to_be_focused()
    assert ana.evaluate(SELECTED) == link


def test_a_phone_sends_the_link_with_an_app(ana: Page) -> None:
    ana.add_init_script(SHARES)
    link = private_table(ana)
    ana.click(SHARE)
    assert ana.evaluate("window.sent.url") == link
    ana.evaluate("() => { navigator.share = async () => { throw new DOMException('', 'NotAllowedError'); }; }")
    ana.click(SHARE)
    expect(ana.locator(".copy-link [role=status]")).to_have_text("Copied.")


def test_without_scripts_there_is_no_button(ana: Page, browser: Browser, embedded_site: EmbeddedSite) -> None:
    private_table(ana)
    context = browser.new_context(java_script_enabled=False)
    context.set_default_timeout(PATIENCE_MS)
    context.add_cookies(list(ana.context.cookies()))  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(ana.url)
    expect(page.locator("#invite")).to_be_visible()
    for button in (COPY, SHARE):
        expect(page.locator(button)).to_be_hidden()
    context.close()
