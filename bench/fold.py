"""How far down a table reaches in one window: the question, the pieces, the board and the button that sends."""

import random
from collections.abc import Iterator
from typing import NamedTuple

from playwright.sync_api import Browser, Page

from bench.figures import Figure
from bench.live import await_turn, open_table_of_bots
from games.registry import GAMES
from tests.browser.play import answer_here, logged_in
from tests.support.browser import chromium, launched
from tests.support.site import EmbeddedSite, embedded

DECISIONS = 40
"""Decisions measured in each game, at the largest table."""
DRAWN = """async () => {
  await document.fonts.ready;
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
}"""
"""Waits until a window of another size is drawn."""


class Window(NamedTuple):
    """A window in pixels."""

    width: int
    height: int


DESKTOP = Window(1280, 800)
PHONE = Window(390, 844)
LOWEST = """() => {
  const shown = (element) => element.checkVisibility({ visibilityProperty: true });
  const parts = [".mat", "#answer h2", "#answer .ask-pieces label:has(input)", "#answer .seal-bar button"];
  const bottoms = parts.flatMap((part) => [...document.querySelectorAll(part)].filter(shown))
    .map((element) => element.getBoundingClientRect().bottom + scrollY);
  // What a part hides of its content would lie below if the part did not scroll.
  const inner = [...document.querySelectorAll(".mat, .mat *, .seats, .ask, .ask *")].filter(shown)
    .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflow) && !element.closest("[data-view]"));
  const down = inner.map((element) => Math.max(0, element.scrollHeight - element.clientHeight - 1));
  const aside = inner.map((element) => Math.max(0, element.scrollWidth - element.clientWidth - 1));
  return Math.max(...bottoms) + Math.max(0, ...down) + Math.max(0, ...aside);
}"""
"""The lowest edge, and what is hidden in parts that scroll, in pixels."""


def figures(seconds: float, answers: int = DECISIONS) -> Iterator[Figure]:
    """Play every game at its largest table, with so many decisions; `seconds` changes nothing."""
    with embedded() as site, launched(chromium()) as browser:
        for slug in GAMES:
            desktop, phone = worst(browser, site, slug, answers)
            yield Figure(f"fold.{slug}.desktop_px", desktop, "px", most=DESKTOP.height)
            yield Figure(f"fold.{slug}.phone_px", phone, "px", most=PHONE.height)


def worst(browser: Browser, site: EmbeddedSite, slug: str, count: int) -> tuple[int, int]:
    """Return the lowest edge of so many decisions, on a desktop and on a phone."""
    pages = decisions(browser, site, slug, count)
    lowest = [(lowest_edge(page, DESKTOP), lowest_edge(page, PHONE)) for page in pages]
    return max(desktop for desktop, _ in lowest), max(phone for _, phone in lowest)


def decisions(
    browser: Browser, site: EmbeddedSite, slug: str, count: int = DECISIONS, seats: int = 0
) -> Iterator[Page]:
    """Play at tables of bots, the largest if no seats are given, and yield the page at each decision."""
    _, page = logged_in(browser, site.url, "ana")
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
