"""Each kind of decision of each game, on a phone and a desktop: all text is whole, and all targets fit a finger."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from bench.fold import DESKTOP, DRAWN, PHONE
from tests.browser.every_decision import EVERY_DECISION
from tests.browser.play import logged_in, made_by
from tests.browser.test_targets import SMALL
from tests.support.site import EmbeddedSite

MAKE = (
    "from tests.browser.every_decision import EVERY_DECISION;"
    "from tests.browser.tables_under_way import make;"
    "make(EVERY_DECISION)"
)
WINDOWS = (DESKTOP, PHONE)
CUT = """() => {
  const parts = [...document.querySelectorAll(".table-head, .mat, .ask")];
  const shown = (element) => element.checkVisibility({ visibilityProperty: true });
  const style = (element) => getComputedStyle(element);
  // Words for screen readers alone are cut on purpose.
  const isRead = (element) => element && (style(element).clipPath !== "none" || isRead(element.parentElement));
  const cuts = (element) => /hidden|clip/.test(style(element).overflowX + style(element).overflowY);
  const name = (element) => `${element.tagName}.${[...element.classList].join(".")} "${element.textContent.trim().replace(/\\s+/g, " ")}"`;
  const found = new Set();
  for (const part of parts) {
    const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT), range = document.createRange();
    while (texts.nextNode()) {
      const words = texts.currentNode, box = words.parentElement;
      if (!words.textContent.trim() || box.closest("svg, .table-menu-body, option") || !shown(box) || isRead(box)) continue;
      range.selectNodeContents(words);
      const lines = [...range.getClientRects()].filter(({ width }) => width);
      for (let up = box; up !== part.parentElement; up = up.parentElement) {
        if (/auto|scroll/.test(style(up).overflowX)) break;
        const edge = up.getBoundingClientRect();
        const isOut = lines.some(({ left, right, top, bottom }) =>
          right > edge.right + 1 || left < edge.left - 1 || bottom > edge.bottom + 4 || top < edge.top - 4);
        if ((cuts(up) && isOut) || (up === box && style(up).display !== "inline" && up.scrollWidth > up.clientWidth + 1)) {
          found.add(`${name(box)} in ${up.className || up.tagName}`);
        }
      }
      if (lines.some(({ left, right }) => left < 0 || right > innerWidth)) found.add(`${name(box)} in the window`);
    }
  }
  return [...found];
}"""
"""Words of the board that some part of it cuts off."""
OVERLAP = """() => {
  const edges = (parts) => [...document.querySelectorAll(parts)].filter((part) => part.checkVisibility())
    .map((part) => part.getBoundingClientRect());
  const lowest = Math.max(...edges(".mat, .mat .seat, .mat-board").map(({ bottom }) => bottom));
  const below = Math.min(...edges(".ask, .tab-row").filter(({ right }) => right <= innerWidth).filter(({ left }) => left < 99)
    .map(({ top }) => top));
  return lowest > below + 1 ? [`The mat ends at ${lowest}, what is below begins at ${below}.`] : [];
}"""
"""What of the mat lies under the question or, on a phone, under the tabs."""


@pytest.fixture(scope="module")
def tables(embedded_site: EmbeddedSite) -> dict[str, int]:
    """The number of a table for each kind."""
    return made_by(embedded_site, MAKE)


@pytest.fixture(scope="module")
def ana(browser: Browser, embedded_site: EmbeddedSite) -> Iterator[Page]:
    """Her browser: all the tables wait for her."""
    context, page = logged_in(browser, embedded_site.url, "ana")
    yield page
    context.close()


@pytest.mark.parametrize("kind", EVERY_DECISION)
@pytest.mark.sampled(1, "every kind of decision, not one")
def test_words_are_whole_and_targets_large(kind: str, ana: Page, tables: dict[str, int]) -> None:
    # What was missed opens at the first visit, and has tests of its own.
    ana.goto(f"/table/{tables[kind]}/")
    ana.goto(f"/table/{tables[kind]}/")
    expect(ana.locator("#answer form[data-step]").first).to_be_visible()
    for window in WINDOWS:
        ana.set_viewport_size({"width": window.width, "height": window.height})
        ana.evaluate(DRAWN)
        found = [*ana.evaluate(CUT), *ana.evaluate(SMALL), *ana.evaluate(OVERLAP)]
        assert not found, "\n".join([str(window), *found])
