"""How far down a table reaches in one window: the question, the pieces, the board and the button that sends."""

import itertools
import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from playwright.sync_api import Browser, Page

from bench.figures import Figure
from bench.live import await_turn, open_table_of_bots
from games.registry import GAMES
from tests.browser.play import answer_here, logged_in_before, made_by
from tests.support.browser import chromium, launched
from tests.support.site import EmbeddedSite, embedded

DECISIONS = 40
"""Decisions measured in each game, at the largest table."""
DRAWN = """async () => {
  await document.fonts.ready;
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
}"""
"""Waits until a window of another size is drawn."""
ALL_SEEN = "number => localStorage.setItem(`seen-${number}`, '1000000')"
"""Keeps what was missed from opening over a table."""


class Window(NamedTuple):
    """A window in pixels."""

    width: int
    height: int


DESKTOP = Window(1280, 800)
PHONE = Window(390, 844)
LOWEST = """() => {
  const shown = (element) => element.checkVisibility({ visibilityProperty: true });
  const all = (parts) => [...document.querySelectorAll(parts)].filter(shown);
  const edge = (element, side) => element.getBoundingClientRect()[side] + scrollY;
  const parts = ".mat, #answer h2, #answer .ask-pieces label:has(input), #answer .seal-bar button";
  const bottoms = all(parts).map((element) => edge(element, "bottom"));
  // What a part hides of its content would lie below if the part did not scroll, or did not cut it off.
  const hides = (element) => {
    const { overflowX, overflowY, clipPath, webkitLineClamp } = getComputedStyle(element);
    if (element.closest("[data-view], svg") || clipPath !== "none" || webkitLineClamp !== "none") return 0;
    const down = overflowY === "visible" ? 0 : element.scrollHeight - element.clientHeight - 1;
    return Math.max(0, down, /auto|scroll/.test(overflowX) ? element.scrollWidth - element.clientWidth - 1 : 0);
  };
  const hidden = all(".mat, .mat *, .seats, .ask, .ask *").map(hides);
  // On a phone the tabs lie between the mat and what is asked.
  const left = document.querySelector(".mat").getBoundingClientRect().left;
  const below = all(".ask, .tab-row").filter((part) => part.getBoundingClientRect().left < left + 1);
  const lowest = Math.max(...all(".mat, .mat .seat, .mat-board").map((part) => edge(part, "bottom")));
  const under = Math.max(0, lowest - Math.min(...below.map((part) => edge(part, "top"))) - 1);
  return Math.max(...bottoms) + Math.max(...hidden) + under;
}"""
"""The lowest edge, and what is hidden in parts that scroll or cut, or lies under others, in pixels."""
MAKE = (
    "from tests.browser.every_decision import EVERY_DECISION, TO_CHANGE;"
    "from tests.browser.tables_under_way import make;"
    "make(EVERY_DECISION | TO_CHANGE)"
)


def figures(seconds: float, answers: int = DECISIONS) -> Iterator[Figure]:
    """Measure each kind of decision, and so many at the largest table of each game; `seconds` changes nothing."""
    with embedded() as site, launched(chromium()) as browser:
        made = made_by(site, MAKE)
        for slug in GAMES:
            pages = itertools.chain(
                kinds(browser, site, _of(slug, made, sealed=False), open_decision),
                kinds(browser, site, _of(slug, made, sealed=True), open_to_change),
                decisions(browser, site, slug, answers),
            )
            desktop, phone = worst(pages)
            yield Figure(f"fold.{slug}.desktop_px", desktop, "px", most=DESKTOP.height)
            yield Figure(f"fold.{slug}.phone_px", phone, "px", most=PHONE.height)


def _of(slug: str, made: Mapping[str, int], *, sealed: bool) -> dict[str, int]:
    of_slug = {name: number for name, number in made.items() if name.startswith(f"{slug}, ")}
    return {name: number for name, number in of_slug.items() if name.endswith(", sealed") == sealed}


def worst(pages: Iterable[Page]) -> tuple[int, int]:
    """Return the lowest edge of these pages, on a desktop and on a phone."""
    lowest = [(lowest_edge(page, DESKTOP), lowest_edge(page, PHONE)) for page in pages]
    return max(desktop for desktop, _ in lowest), max(phone for _, phone in lowest)


def kinds(
    browser: Browser, site: EmbeddedSite, tables: Mapping[str, int], open_table: Callable[[Page, int], None]
) -> Iterator[Page]:
    """Yield the page of each table as it is opened."""
    context, page = logged_in_before(browser, site.url, "ana")
    for number in tables.values():
        open_table(page, number)
        yield page
    context.close()


def open_decision(page: Page, number: int) -> None:
    """Open a table that waits for an answer, from another page of the site, as one whose rounds were all seen."""
    page.evaluate(ALL_SEEN, number)
    page.goto(f"/table/{number}/")
    page.wait_for_selector("#answer form[data-step]")


def open_to_change(page: Page, number: int) -> None:
    """Open a table at which an answer is sealed, and ask for it again."""
    page.evaluate(ALL_SEEN, number)
    page.goto(f"/table/{number}/")
    page.click("#change > summary")


def decisions(
    browser: Browser, site: EmbeddedSite, slug: str, count: int = DECISIONS, seats: int = 0
) -> Iterator[Page]:
    """Play at tables of bots, the largest if no seats are given, and yield the page at each decision."""
    _, page = logged_in_before(browser, site.url, "ana")
    seats = seats or GAMES[slug].players[-1]
    dice = random.Random(slug)
    open_table_of_bots(page, slug, seats=seats)
    for number in range(count):
        while not await_turn(page):
            open_table_of_bots(page, slug, seats=seats)
        yield page
        if number < count - 1:
            assert answer_here(page, dice)


def lowest_edge(page: Page, window: Window) -> int:
    """Return the lowest edge of what a player needs, in pixels from the top."""
    page.set_viewport_size({"width": window.width, "height": window.height})
    page.evaluate(DRAWN)
    return round(float(page.evaluate(LOWEST)))
