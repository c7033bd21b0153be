"""What a browser takes for an app: icons, files at the root, colours as chosen, and pages that are small on the way."""

import io

import httpx
from PIL import Image
from playwright.sync_api import Browser, expect

from tests.support.site import EmbeddedSite

DARK = "rgb(24, 22, 19)"
LIGHT = "rgb(247, 242, 232)"


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
    page.get_by_role("radio", name="dark").check()
    expect(page.locator("body")).to_have_css("background-color", DARK)
    page.goto("/rules/")
    expect(page.locator("body")).to_have_css("background-color", DARK)
    expect(page.get_by_role("radio", name="dark")).to_be_checked()
    page.get_by_role("radio", name="auto").check()
    expect(page.locator("body")).to_have_css("background-color", LIGHT)
    context.close()
