"""What makes the site an app: icons, files at the root, chosen colours, small pages, and a page without a line."""

import io

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from PIL import Image, ImageChops
from playwright.sync_api import Browser, expect

from bench.live import open_table_of_bots
from tests.browser.play import logged_in
from tests.support.site import EmbeddedSite

DARK = "rgb(24, 22, 19)"
LIGHT = "rgb(247, 242, 232)"
KEPT_IN_GERMAN = """() => {
  const kept = JSON.parse(localStorage.getItem("tables-seen"));
  localStorage.setItem("tables-seen", JSON.stringify({ ...kept, language: "de" }));
}"""
"""As if its reader had chosen another language since the worker kept its page."""


def test_every_icon_of_the_manifest_has_the_size_it_names(embedded_site: EmbeddedSite) -> None:
    with httpx.Client(base_url=embedded_site.url) as visitor:
        icons = visitor.get("/site.webmanifest").json()["icons"]
        assert {icon["sizes"] for icon in icons} == {"any", "192x192", "512x512"}
        assert [icon for icon in icons if icon.get("purpose") == "maskable"]
        for icon in icons:
            picture = visitor.get(icon["src"])
            assert picture.headers["content-type"] == icon["type"]
            if icon["sizes"] != "any":
                assert "{}x{}".format(*Image.open(io.BytesIO(picture.content)).size) == icon["sizes"]


@pytest.mark.parametrize("name", ["maskable.png", "apple.png"])
def test_a_phone_that_rounds_an_icon_cuts_off_paper_alone(embedded_site: EmbeddedSite, name: str) -> None:
    """Phones fill what is transparent with black, and cut off up to a tenth at each edge of a maskable icon."""
    icon = Image.open(io.BytesIO(httpx.get(f"{embedded_site.url}/static/icons/{name}").content)).convert("RGBA")
    paper = icon.getpixel((0, 0))
    assert isinstance(paper, tuple)
    assert paper[3] == 255
    drawn = ImageChops.difference(icon.convert("RGB"), Image.new("RGB", icon.size, paper[:3])).getbbox()
    assert drawn
    left, top, right, bottom = drawn
    assert min(left, top, icon.width - right, icon.height - bottom) >= icon.width / 10


def test_what_is_looked_for_at_the_root_lies_there(embedded_site: EmbeddedSite) -> None:
    with httpx.Client(base_url=embedded_site.url) as visitor:
        assert "Disallow: /table/" in visitor.get("/robots.txt").text
        assert Image.open(io.BytesIO(visitor.get("/favicon.ico").content)).format == "ICO"


def test_pages_and_styles_are_compressed_and_known_styles_are_not_sent_again(embedded_site: EmbeddedSite) -> None:
    with httpx.Client(base_url=embedded_site.url) as visitor:
        assert visitor.get("/rules/").headers["content-encoding"] == "gzip"
        style = visitor.get("/static/css/frame.css")
        assert style.headers["content-encoding"] == "gzip"
        again = visitor.get("/static/css/frame.css", headers={"If-None-Match": style.headers["etag"]})
        assert again.status_code == 304
        assert "content-encoding" not in visitor.get("/api/v1/version").headers


def test_chosen_colours_hold_on_every_page(browser: Browser, embedded_site: EmbeddedSite) -> None:
    context = browser.new_context(base_url=embedded_site.url, color_scheme="light")
    page = context.new_page()
    page.goto("/")
    expect(page.locator("body")).to_have_css("background-color", LIGHT)
    page.get_by_role("radio", name="Dark").check()
    expect(page.locator("body")).to_have_css("background-color", DARK)
    page.goto("/rules/")
    expect(page.locator("body")).to_have_css("background-color", DARK)
    expect(page.get_by_role("radio", name="Dark")).to_be_checked()
    page.get_by_role("radio", name="System").check()
    expect(page.locator("body")).to_have_css("background-color", LIGHT)
    context.close()


@pytest.mark.exhaustive("a browser without a line; `make test` looks at what it is given")
def test_without_a_line_a_reader_sees_their_tables_until_they_log_out(
    browser: Browser, embedded_site: EmbeddedSite
) -> None:
    context, page = logged_in(browser, embedded_site.url, "ana")
    open_table_of_bots(page, "bid")
    table = page.url
    page.goto("/turns/")
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    # The next page is the first that the worker fetches.
    page.goto("/rules/")
    context.set_offline(True)
    page.goto(table)
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    expect(page.locator("main")).to_contain_text("Your tables as last seen on")
    expect(page.locator(f".turn-card a[href='{table.removeprefix(embedded_site.url)}']").first).to_have_text("Bid!")
    assert Axe().run(page).violations_count == 0
    context.set_offline(False)
    expect(page.locator("#answer")).to_be_visible()
    page.goto("/accounts/logout/")
    page.get_by_role("main").get_by_role("button", name="Log out").click()
    page.wait_for_url("**/")
    context.set_offline(True)
    page.goto("/turns/")
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    expect(page.locator(".turn-card")).to_have_count(0)
    expect(page.locator("[data-seen-at]")).to_be_hidden()
    context.close()


@pytest.mark.exhaustive("a browser without a line; `make test` looks at what it is given")
def test_without_a_line_no_page_mixes_two_languages(browser: Browser, embedded_site: EmbeddedSite) -> None:
    context, page = logged_in(browser, embedded_site.url, "ana")
    open_table_of_bots(page, "bid")
    page.goto("/turns/")
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.goto("/rules/")
    context.set_offline(True)
    page.goto("/turns/")
    expect(page.locator(".turn-card").first).to_be_visible()
    page.evaluate(KEPT_IN_GERMAN)
    page.reload()
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    expect(page.locator(".turn-card")).to_have_count(0)
    expect(page.locator("[data-seen-at]")).to_be_hidden()
    context.set_offline(False)
    expect(page.locator("[data-seen-by]")).to_be_visible()
    page.evaluate(KEPT_IN_GERMAN)
    page.goto("/rules/")
    assert page.evaluate("localStorage.getItem('tables-seen')") is None, "forgotten on a page of another language"
    context.close()
