"""Draw the pictures of docs/images from a running site, and the icons: `make pictures`."""

import io
import itertools
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from PIL import Image
from playwright.sync_api import Browser, Page

from bench.fold import DESKTOP, PHONE, Window, decisions
from bench.live import await_turn, open_table_of_bots
from games.registry import GAMES
from tests.browser.desk import at_desk
from tests.browser.play import answer_here, filled, logged_in
from tests.support.browser import chromium, launched
from tests.support.icons import draw_icons
from tests.support.site import EmbeddedSite, embedded

IMAGES = Path(__file__).resolve().parents[2] / "docs/images"
QUALITY = 82
CHOOSE_MS = 900
TEACHER_MS = 600_000
"""The teacher takes two minutes for a match of *Bid!*, longer beside other programs."""
MOMENTS = (0, 250, 350, 450, 550, 650, 800, 950, 1100, 1250, 1400, 1550, 1700, 1900, 2100, 4000)
"""Milliseconds of the opening of a round at which a picture is taken; the last is the end of the one before."""
SEEK = """(at) => {
  for (const one of document.getAnimations()) {
    one.pause();
    if (at < one.effect.getComputedTiming().endTime) one.currentTime = at;
    else one.finish();
  }
}"""
ROUNDS_SHOWN = 2
DECISIONS_BEFORE = {"tp5": 3, "hexes": 7}
"""Answers given before the picture is taken, where it is not `USUAL`."""
SHOWN = {
    "hexes": "() => document.querySelector('#answer .lay-hand label') !== null",
    "bid": """() => {
      const scores = [...document.querySelectorAll(".seat .figure")].map((one) => Number(one.lastChild.textContent));
      return scores.filter((score) => score > 0).length > 1;
    }""",
}
"""What must be true of the page too: hexes wait to be laid, or more than one player has points."""
LATEST = 60
"""Answers after which a page is drawn as it stands."""
PLANNED = "bid"
"""The game whose conditional moves are drawn."""
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
    "notification-choices": "/notices/choose/",
    "profile": "/people/ana/",
    "account": "/people/me/",
    "clocks": "/help/clocks/",
}


def main() -> None:
    """Play each game for a while, and draw its table and the main pages in light and dark."""
    began = time.time()
    with embedded() as site, launched(chromium()) as browser:
        paths = filled(site)
        for slug in GAMES:
            draw_table(browser, site, slug)
        draw_desk(browser, site, paths.pop("desk"))
        _, page = logged_in(browser, site.url, "ana")
        for name, path in (PAGES | paths).items():
            reply = page.goto(path)
            assert reply and reply.ok, path
            end_opening(page)
            if name == "analysis":
                await_teacher(page)
            draw(page, name, DESKTOP)
        animate(page)
        draw_icons(browser)
    for picture in IMAGES.glob("*.webp"):
        # What no page shows any more would never change again.
        if picture.stat().st_mtime < began:
            picture.unlink()


def draw_table(browser: Browser, site: EmbeddedSite, slug: str) -> None:
    """Draw a table in the middle of a match, on a desktop and on a phone."""
    page = table_to_draw(browser, site, slug)
    draw(page, f"table-{slug}", DESKTOP)
    draw(page, f"table-{slug}-phone", PHONE)
    if slug == PLANNED:
        open_plan(page)
        draw(page, "conditional-moves", DESKTOP)


def table_to_draw(browser: Browser, site: EmbeddedSite, slug: str) -> Page:
    """Return a table in the middle of a match, with something chosen."""
    before, shown = DECISIONS_BEFORE.get(slug, USUAL), SHOWN.get(slug, "() => true")
    for number, page in enumerate(decisions(browser, site, slug, LATEST, seats=min(4, GAMES[slug].players[-1])), 1):
        if number >= before and page.evaluate(shown):
            break
    # The first ends what opens over the board, the second the coach.
    for _ in range(2):
        page.keyboard.press("Escape")
    piece = page.locator(".mat .pick:has(input), #answer .ask-pieces label:has(input)").first
    if piece.is_visible():
        piece.click()
    # Words beside a piece would cover others.
    page.mouse.move(1, 1)
    page.evaluate("document.activeElement.blur()")
    return page


def open_plan(page: Page) -> None:
    """Open the conditional moves of a table."""
    page.set_viewport_size({"width": DESKTOP.width, "height": DESKTOP.height})
    if not page.locator("#panel-conditional").is_visible():
        # Its name is another in other languages.
        page.click(".tab-row a[href='#panel-conditional']")
    plan = page.locator("#conditional-new > summary")
    if not page.locator("#conditional-new[open]").count():
        plan.click()


def end_opening(page: Page) -> None:
    """End what opens over the board of a table or a replay."""
    page.wait_for_load_state()
    if page.locator("#reveal").count():
        page.keyboard.press("Escape")
        page.wait_for_selector("#reveal", state="hidden")


def await_teacher(page: Page) -> None:
    """Ask for the analysis that the page offers, and wait until all of it is found."""
    page.click("main form button[type=submit]")
    page.wait_for_selector("#lesson", timeout=TEACHER_MS)


def draw_desk(browser: Browser, site: EmbeddedSite, path: str) -> None:
    """Draw the moderators' desk, and a table there."""
    context, page = at_desk(browser, site.url, "mona")
    for name, at in {"desk": "/moderation/", "desk-table": path}.items():
        page.goto(at)
        draw(page, name, DESKTOP)
    context.close()


def draw(page: Page, name: str, window: Window) -> None:
    """Write one picture for each colour scheme."""
    page.set_viewport_size({"width": window.width, "height": window.height})
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        snapshot(page).save(IMAGES / f"{name}-{scheme}.webp", quality=QUALITY, method=6)
    page.emulate_media(color_scheme="light")


def snapshot(page: Page, *, moving: bool = False) -> Image.Image:
    """Return what the window shows, with all that moves in its last place, or where it is."""
    page.evaluate("document.fonts.ready.then(() => true)")
    shown = page.screenshot(animations="allow" if moving else "disabled")
    return Image.open(io.BytesIO(shown)).convert("RGB")


def animate(page: Page) -> None:
    """Write some rounds of *Bid!* as one moving picture: the choice, the seal, and how the round opens."""
    page.set_viewport_size({"width": DESKTOP.width, "height": DESKTOP.height})
    (first, length), *others = rounds(page)
    size = (DESKTOP.width * 3 // 4, DESKTOP.height * 3 // 4)
    first.resize(size).save(
        IMAGES / "bid.webp",
        save_all=True,
        append_images=[frame.resize(size) for frame, _ in others],
        duration=[length, *(length for _, length in others)],
        loop=0,
        quality=QUALITY,
        method=6,
    )


def rounds(page: Page) -> Iterator[tuple[Image.Image, int]]:
    """Play some answers of *Bid!* once there are points, and yield pictures and how long each is shown."""
    dice = random.Random(7)
    open_table_of_bots(page, "bid", seats=4)
    while await_turn(page) and not page.evaluate(SHOWN["bid"]):
        assert answer_here(page, dice)
    for _ in range(2 * ROUNDS_SHOWN):
        assert await_turn(page)
        page.keyboard.press("Escape")
        yield snapshot(page), CHOOSE_MS
        page.locator("#answer .ask-pieces label:has(input)").first.click()
        page.mouse.move(1, 1)
        yield snapshot(page), CHOOSE_MS
        assert answer_here(page, dice)
        page.wait_for_selector("#reveal:visible")
        yield from opening(page)


def opening(page: Page) -> Iterator[tuple[Image.Image, int]]:
    """Show the round that has opened once more, and yield what it looks like at moments of it."""
    page.click("#reveal [data-again]")
    for start, end in itertools.pairwise(MOMENTS):
        page.evaluate(SEEK, start)
        yield snapshot(page, moving=True), end - start
    page.keyboard.press("Escape")


if __name__ == "__main__":
    main()
