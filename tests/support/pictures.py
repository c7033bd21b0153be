"""Draw the pictures of docs/images from a running site, and the icons: `make pictures`."""

import io
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from PIL import Image
from playwright.sync_api import Browser, Page

from bench.fold import DESKTOP, PHONE, Window, decisions
from bench.live import await_turn, open_table_of_bots
from games.registry import GAMES
from tests.browser.play import answer_here, logged_in
from tests.support.browser import chromium, launched
from tests.support.icons import draw_icons
from tests.support.site import EmbeddedSite, embedded

IMAGES = Path(__file__).resolve().parents[2] / "docs/images"
QUALITY = 82
FRAME_MS = 1100
ROUNDS_SHOWN = 3
DECISIONS_BEFORE = {"tp5": 3, "hexes": 7}
"""Answers given before the picture is taken, where it is not `USUAL`."""
USUAL = 5
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
PAGES = {
    "front": "/",
    "my-turns": "/turns/",
    "tables": "/tables/",
    "new-table": "/tables/new/",
    "rules": "/rules/bid/",
    "all-rules": "/rules/",
    "ladders": "/ladders/",
    "notices": "/notices/",
    "account": "/accounts/profile/",
    "clocks": "/help/clocks/",
}


def main() -> None:
    """Play each game for a while, and draw its table and the main pages in light and dark."""
    with embedded() as site, launched(chromium()) as browser:
        for slug in GAMES:
            draw_table(browser, site, slug)
        _, page = logged_in(browser, site.url, "ana")
        for name, path in PAGES.items():
            page.goto(path)
            draw(page, name, DESKTOP)
        animate(page)
        draw_icons(page)


def draw_table(browser: Browser, site: EmbeddedSite, slug: str) -> None:
    """Draw a table in the middle of a match, on a desktop and on a phone."""
    *_, page = decisions(browser, site, slug, DECISIONS_BEFORE.get(slug, USUAL), seats=min(4, GAMES[slug].players[-1]))
    piece = page.locator("#answer .ask-pieces label:has(input)").first
    if piece.is_visible():
        piece.click()
    draw(page, f"table-{slug}", DESKTOP)
    draw(page, f"table-{slug}-phone", PHONE)


def draw(page: Page, name: str, window: Window) -> None:
    """Write one picture for each colour scheme."""
    page.set_viewport_size({"width": window.width, "height": window.height})
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        snapshot(page).save(IMAGES / f"{name}-{scheme}.webp", quality=QUALITY, method=6)
    page.emulate_media(color_scheme="light")


def snapshot(page: Page) -> Image.Image:
    """Return what the window shows."""
    page.evaluate("document.fonts.ready.then(() => true)")
    return Image.open(io.BytesIO(page.screenshot(animations="disabled"))).convert("RGB")


def animate(page: Page) -> None:
    """Write some rounds of *Bid!* as one moving picture."""
    page.set_viewport_size({"width": DESKTOP.width, "height": DESKTOP.height})
    first, *others = rounds(page)
    half = (DESKTOP.width * 3 // 4, DESKTOP.height * 3 // 4)
    first.resize(half).save(
        IMAGES / "bid.webp",
        save_all=True,
        append_images=[frame.resize(half) for frame in others],
        duration=FRAME_MS,
        loop=0,
        quality=QUALITY,
        method=6,
    )


def rounds(page: Page) -> Iterator[Image.Image]:
    """Play some answers of *Bid!*, and yield the table before and after each choice."""
    dice = random.Random(7)
    open_table_of_bots(page, "bid", seats=4)
    for _ in range(2 * ROUNDS_SHOWN):
        assert await_turn(page)
        yield snapshot(page)
        page.locator("#answer .ask-pieces label:has(input)").first.click()
        yield snapshot(page)
        assert answer_here(page, dice)


if __name__ == "__main__":
    main()
