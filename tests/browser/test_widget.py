"""The board for other sites, in a page of another origin: a browser frames it, and no other address of the site."""

import contextlib
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Browser, Frame, Page, expect

from tests.browser.play import join_table, logged_in, open_table
from tests.support.site import EmbeddedSite

pytestmark = pytest.mark.long("a page of another site that frames the board; `make test` reads its headers")

REFUSED = "chrome-error://chromewebdata/"
"""What Chromium shows in a frame whose page refuses to be framed."""


@contextlib.contextmanager
def blog_framing(*addresses: str) -> Iterator[str]:
    """Serve a page of another origin with a frame for each of these addresses."""
    frames = "".join(f'<iframe width="600" height="400" src="{address}"></iframe>' for address in addresses)
    # Without an icon of its own, some browsers ask for one that is not there.
    icon = '<link rel="icon" href="data:,">'
    page = f"<!DOCTYPE html><title>Blog</title>{icon}<h1>Our match</h1>{frames}".encode()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200 if self.path == "/" else 404)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(page if self.path == "/" else b"")

        def log_message(self, *args: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture(scope="module")
def address(browser: Browser, embedded_site: EmbeddedSite) -> str:
    """The address of a public table that has begun."""
    context, ana = logged_in(browser, embedded_site.url, "ana")
    path = open_table(ana, "bid", bots=1, options={})
    other, ben = logged_in(browser, embedded_site.url, "ben")
    join_table(ben, path)
    for one in (context, other):
        one.close()
    return embedded_site.url + path


def framed(page: Page) -> Frame:
    """The frame of this page once it has loaded or was refused."""
    page.wait_for_load_state("load")
    [frame] = page.main_frame.child_frames
    frame.wait_for_load_state("load")
    return frame


def test_a_page_of_another_origin_shows_the_board(page: Page, address: str) -> None:
    with blog_framing(f"{address}embed/") as blog:
        page.goto(blog)
        frame = framed(page)
        assert frame.url == f"{address}embed/"
        board = frame.get_by_role("img", name="the pawn of Suns")
        expect(board).to_be_visible()
        assert board.evaluate("image => image.complete && image.naturalWidth") > 0
        assert frame.locator("form, script, button").count() == 0
        with page.context.expect_page() as opened:
            frame.locator("a").first.click()
        assert opened.value.url.startswith(address)


@pytest.mark.parametrize("path", ["", "check/", "../../", "../../accounts/login/"])
def test_it_shows_no_other_page_of_the_site(page: Page, page_errors: list[str], address: str, path: str) -> None:
    with blog_framing(f"{address}{path}") as blog:
        page.goto(blog)
        assert framed(page).url == REFUSED
    assert page_errors
    assert all("frame-ancestors" in error or "X-Frame-Options" in error for error in page_errors), page_errors
    page_errors.clear()
