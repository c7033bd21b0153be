"""How soon an open table shows what a fresh load would, in a real browser against bots that answer at once."""

import contextlib
import random
import re
import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from playwright.sync_api import Browser, Page
from playwright.sync_api import TimeoutError as NotYet

from bench.figures import Figure
from games.registry import GAMES
from tests.browser.play import MOVED, answer_here, logged_in
from tests.support.browser import chromium, launched
from tests.support.site import EmbeddedSite, embedded

ANSWERS = 100
"""Answers given in each game."""
PATIENCE_S = 2.0
"""A page that differs from a fresh load for longer is stale."""
LOOK_AGAIN_MS = 250
"""A page that does not change is compared with a fresh load this often."""
LONGEST_WAIT_S = 60.0
PARTS = ("h1", "#answer h2", ".sealed", "#waiting", "[aria-labelledby=seats-title]", ".log")
"""The parts of a table's page that are compared: what is asked or sealed or awaited, the seats, the log."""
READ = f"""(root) => {list(PARTS)}.map((part) => {{
  const found = root.querySelector(part);
  return found ? found.textContent : "";
}})"""
LOOK = f"() => ({READ})(document.querySelector('#live'))"
LOAD = f"""async () => {{
  const reply = await fetch(location.pathname + "live/");
  return ({READ})(new DOMParser().parseFromString(await reply.text(), "text/html"));
}}"""
WATCH = """() => {
  window.aborted = 0;
  document.addEventListener("htmx:sendAbort", () => { window.aborted += 1; });
}"""


@dataclass
class Watched:
    """What a browser saw in one game."""

    delays: list[float] = field(default_factory=list)
    """Seconds from the reply to an answer until the page showed its round resolved, by answer."""
    stale: list[str] = field(default_factory=list)
    """For each answer after which the page stayed stale: what differed."""
    aborted: int = 0


def figures(seconds: float, answers: int = ANSWERS) -> Iterator[Figure]:
    """Play every game against bots, with so many answers in each; `seconds` changes nothing."""
    seen = []
    with embedded() as site, launched(chromium()) as browser:
        for slug in GAMES:
            seen.append(watch(browser, site, slug, answers))
            yield Figure(f"live.{slug}.redrawn_ms_median", _median_ms(seen[-1].delays), "ms")
    delays = [delay for one in seen for delay in one.delays]
    yield Figure("live.redrawn_ms_median", _median_ms(delays), "ms", most=300)
    yield Figure("live.answers", len(delays), "answers")
    yield Figure("live.stale", sum(len(one.stale) for one in seen), "answers", most=0)
    yield Figure("live.aborted", sum(one.aborted for one in seen), "requests", most=0)


def _median_ms(delays: list[float]) -> float:
    return round(1000 * statistics.median(delays), 1)


def watch(browser: Browser, site: EmbeddedSite, slug: str, answers: int, patience: float = PATIENCE_S) -> Watched:
    """Give this many answers at tables with bots, and compare the page with a fresh load after each."""
    context, page = logged_in(browser, site.url, "ana")
    seen, dice = Watched(), random.Random(slug)
    open_table_of_bots(page, slug)
    while len(seen.delays) < answers:
        while not await_turn(page):
            open_table_of_bots(page, slug)
        before = page.evaluate(LOOK)
        assert answer_here(page, dice)
        _compare(page, seen, before, patience)
        seen.aborted += page.evaluate("() => { const count = window.aborted; window.aborted = 0; return count; }")
    context.close()
    return seen


def open_table_of_bots(page: Page, slug: str, seats: int = 0) -> None:
    """Open a table with bots in all other seats, with this many seats or as few as the game allows."""
    page.goto(f"/tables/new/{slug}/?company=seats")
    for seat in range(1, seats or GAMES[slug].players[0]):
        page.select_option(f"[name=seat_{seat}]", "bot:steady")
    page.click("main button[type=submit]")
    page.wait_for_url("**/table/*/")
    page.wait_for_selector("main[data-listening]")
    page.evaluate(WATCH)


def await_turn(page: Page) -> bool:
    """Wait until the page asks for an answer. Return False when it shows the result."""
    page.wait_for_selector(MOVED, state="attached", timeout=1000 * LONGEST_WAIT_S)
    return page.locator("#result-title").count() == 0


def _compare(page: Page, seen: Watched, before: list[str], patience: float) -> None:
    """Watch until the page asks again or shows the result; note when the log moved and what stayed stale."""
    begun = time.monotonic()
    moved = differs = None
    shown = before
    while time.monotonic() - begun < LONGEST_WAIT_S:
        _await_change(page, shown)
        shown, now = page.evaluate(LOOK), time.monotonic()
        if moved is None and shown[-1] != before[-1]:
            moved = now - begun
        fresh = page.evaluate(LOAD)
        if _words(fresh) == _words(shown):
            differs = None
            if moved is not None and page.locator(MOVED).count():
                break
        else:
            differs = differs or now
            if now - differs > patience:
                seen.stale.append(f"{fresh} is shown as {shown}")
                page.reload()
                page.wait_for_selector("main[data-listening]")
                page.evaluate(WATCH)
                break
    seen.delays.append(time.monotonic() - begun if moved is None else moved)


def _await_change(page: Page, shown: list[str]) -> None:
    """Wait until the page shows something else; not for long, as a page that is stale never does."""
    with contextlib.suppress(NotYet):
        page.wait_for_function(f"(shown) => ({LOOK})().join() !== shown.join()", arg=shown, timeout=LOOK_AGAIN_MS)


def _words(parts: list[str]) -> list[str]:
    """Return the texts without spaces, and without the time that is left, which passes meanwhile."""
    return [re.sub(r"\s+", " ", re.sub(r"in \d+ \w+( \d+ \w+)?", "", part)) for part in parts]
