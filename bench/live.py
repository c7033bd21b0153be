"""How soon all pages of a table show what a fresh load would, in a real browser, after the last answer of a round."""

import itertools
import random
import re
import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from playwright.sync_api import Browser, Page

from bench.figures import Figure
from bench.opponents import Opponents, Table, deal, make_tables
from games.registry import GAMES
from tests.browser.play import MOVED, answer_here, logged_in_before
from tests.support.browser import chromium, launched
from tests.support.site import EmbeddedSite, embedded

ANA = 0
ANSWERS = 100
"""The fewest answers in each game, of all players together."""
PATIENCE_S = 2.0
"""A page that differs from a fresh load for longer is stale, and one that is redrawn later is late."""
LONGEST_WAIT_S = 60.0
PARTS = ("h1", "#answer h2", ".ask-pieces", ".sealed", "#waiting", ".mat-seats", ".mat-board", ".log")
"""The parts of a page that are compared: what is asked, its pieces, what is sealed or awaited, players, board, log."""
READ = f"""(root) => {list(PARTS)}.map((part) => [...root.querySelectorAll(part)].map((found) => {{
  const copy = found.cloneNode(true);
  // Time passes meanwhile, and scripts draw what they know better than the site.
  for (const own of copy.querySelectorAll("time, .log-time, [data-tally], [data-drawn], .seat-clock")) own.remove();
  const drawn = [...copy.querySelectorAll("[href], [aria-label]:not([data-view])")];
  const marks = drawn.map((one) => (one.getAttribute("href") ?? "") + " " + (one.getAttribute("aria-label") ?? ""));
  return copy.textContent + marks.join(" ");
}}).join(" "))"""
LOOK = f"() => [document.title, ...({READ})(document.querySelector('#live'))]"
LOAD = f"""async () => {{
  const reply = await fetch(location.pathname + "live/");
  const fresh = new DOMParser().parseFromString(await reply.text(), "text/html");
  return [fresh.title, ...({READ})(fresh)];
}}"""
STEP = "Number(document.querySelector('#live .log li')?.id.split('-')[1] ?? 0)"
WATCH = f"""(() => {{
  window.aborted = 0;
  window.drawn = [];
  const note = () => window.drawn.push([Date.now(), {STEP}]);
  document.addEventListener("htmx:sendAbort", () => {{ window.aborted += 1; }});
  document.addEventListener("htmx:afterSwap", note);
  document.addEventListener("htmx:oobAfterSwap", note);
  document.addEventListener("submit", () => {{ window.sent = Date.now(); }}, true);
}})();"""
"""Notes when the page was redrawn and what its newest step was, and when its reader sent an answer."""
DRAWN = "(step) => window.drawn.find(([, shown]) => shown > step)?.[0] ?? 0"


@dataclass
class Watched:
    """What was seen in one game."""

    answers: int = 0
    delays: list[float] = field(default_factory=list)
    """Seconds from the last answer of a round until every page showed it, by round."""
    stale: list[str] = field(default_factory=list)
    """For each page that stayed stale after an answer: what differed."""
    aborted: int = 0


def figures(seconds: float, answers: int = ANSWERS) -> Iterator[Figure]:
    """Play every game against opponents, until so many answers were given in each; `seconds` changes nothing."""
    seen = []
    with embedded() as site, launched(chromium()) as browser:
        for slug in GAMES:
            seen.append(watch(browser, site, slug, answers))
            yield Figure(f"live.{slug}.redrawn_ms_median", _median_ms(seen[-1].delays), "ms")
    delays = [delay for one in seen for delay in one.delays]
    yield Figure("live.redrawn_ms_median", _median_ms(delays), "ms", most=300)
    yield Figure("live.answers", sum(one.answers for one in seen), "answers")
    yield Figure("live.late", sum(delay > PATIENCE_S for delay in delays), "rounds", most=0)
    yield Figure("live.stale", sum(len(one.stale) for one in seen), "pages", most=0)
    yield Figure("live.aborted", sum(one.aborted for one in seen), "requests", most=0)


def _median_ms(delays: list[float]) -> float:
    return round(1000 * statistics.median(delays), 1)


def watch(browser: Browser, site: EmbeddedSite, slug: str, answers: int) -> Watched:
    """Play until this many answers were given, and compare three pages with a fresh load again and again.

    Ana plays on a page, the others answer within 300 ms by the API; one of them and a stranger have a page open too.
    Pages are compared after each of Ana's answers and when a round closes. Every other round they are also compared
    after each other answer; in the rounds between, those come while the pages are still being redrawn.
    """
    seen, dice = Watched(), random.Random(slug)
    people = [logged_in_before(browser, site.url, name)[1] for name in ("ana", "ben")]
    stranger = browser.new_context(base_url=site.url).new_page()
    pages = [*people, stranger]
    for page in pages:
        page.add_init_script(WATCH)
    while seen.answers < answers:
        for table in make_tables(site, slug):
            with Opponents(site.url, table, dice) as opponents:
                _play(pages, table, opponents, seen, answers)
    for page in pages:
        page.context.close()
    return seen


def _play(pages: list[Page], table: Table, opponents: Opponents, seen: Watched, answers: int) -> None:
    """Play one match until it ends or enough answers were given."""
    for page in pages:
        page.goto(f"/table/{table.number}/")
        page.wait_for_selector("main[data-listening]")
    for is_slow in itertools.cycle((False, True)):
        awaited = opponents.awaited()
        if seen.answers >= answers or not awaited:
            return
        before = pages[0].evaluate(f"() => {STEP}")
        for number, seat in enumerate(deal(awaited, opponents.dice), 1):
            sent = _answer(pages[0], seat, opponents)
            seen.answers += 1
            is_last = number == len(awaited)
            if is_last:
                seen.delays.append(_redrawn(pages, before) - sent)
            if is_last or is_slow or seat == ANA:
                for page in pages:
                    seen.stale += _stale(page)
        for page in pages:
            seen.aborted += page.evaluate("() => { const count = window.aborted; window.aborted = 0; return count; }")


def _answer(page: Page, seat: int, opponents: Opponents) -> float:
    """Answer for a seat, Ana's on her page; return when the answer was sent."""
    if seat != ANA:
        return opponents.answer(seat)
    page.wait_for_selector(MOVED, state="attached", timeout=1000 * LONGEST_WAIT_S)
    assert answer_here(page, opponents.dice)
    return float(page.evaluate("() => window.sent")) / 1000


def _redrawn(pages: list[Page], before: int) -> float:
    """Wait until all pages show a later step; return when the last of them did."""
    at = []
    for page in pages:
        page.wait_for_function(DRAWN, arg=before, timeout=1000 * LONGEST_WAIT_S)
        at.append(page.evaluate(DRAWN, before) / 1000)
        page.evaluate("() => { window.drawn = []; }")
    return float(max(at))


def _stale(page: Page) -> list[str]:
    """Return what differs from a fresh load for longer than is allowed."""
    begun = time.monotonic()
    while (fresh := _words(page.evaluate(LOAD))) != (shown := _words(page.evaluate(LOOK))):
        if time.monotonic() - begun > PATIENCE_S:
            return [f"{_first_difference(fresh, shown)} on {page.url}"]
    return []


def _words(parts: list[str]) -> list[str]:
    """Return the texts without the time that is left, which passes meanwhile, and without spaces.

    Lists that a script makes again have none between their entries.
    """
    return [re.sub(r"\s+", "", re.sub(r"in \d+ \w+( \d+ \w+)?", "", part)) for part in parts]


def _first_difference(fresh: list[str], shown: list[str]) -> str:
    part, *texts = next(row for row in zip(("title", *PARTS), fresh, shown, strict=True) if row[1] != row[2])
    start = next((at for at, pair in enumerate(zip(*texts, strict=False)) if pair[0] != pair[1]), 0)
    new, old = (text[max(0, start - 40) : start + 160] for text in texts)
    return f"{part}: {new!r} is shown as {old!r}"


def open_table_of_bots(page: Page, slug: str, seats: int = 0) -> None:
    """Open a table with bots in all other seats, with this many seats or as few as the game allows."""
    page.goto(f"/tables/new/{slug}/?company=seats")
    for seat in range(1, seats or GAMES[slug].players[0]):
        page.select_option(f"[name=seat_{seat}]", "bot:steady")
    page.click("main button[type=submit]")
    page.wait_for_url("**/table/*/")
    page.wait_for_selector("main[data-listening]")


def await_turn(page: Page) -> bool:
    """Wait until the page asks for an answer. Return False when it shows the result."""
    page.wait_for_selector(MOVED, state="attached", timeout=1000 * LONGEST_WAIT_S)
    return page.locator("#result-title").count() == 0
