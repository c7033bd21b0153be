"""Whatever can be tapped is at least 44 px wide and high, on a phone and a desktop; links in sentences are not."""

import pytest
from playwright.sync_api import Page

from bench.fold import DESKTOP, PHONE

PAGES = (
    "/",
    "/turns/",
    "/tables/",
    "/tables/new/",
    "/tables/new/bid/",
    "/rules/",
    "/rules/bid/",
    "/ladders/",
    "/notices/",
    "/people/me/",
    "/help/clocks/",
)
SMALL = """() => {
  const shown = (element) => element.checkVisibility({ visibilityProperty: true });
  const inline = (element) => element.matches("a") && getComputedStyle(element).display === "inline";
  const side = (element, from, to) => {
    const boxes = [element, ...(element.labels ?? [])].filter(shown).map((one) => one.getBoundingClientRect());
    return Math.max(...boxes.map((box) => box[to])) - Math.min(...boxes.map((box) => box[from]));
  };
  return [...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary")]
    .filter((element) => shown(element) && !element.matches(".skip, :disabled") && !inline(element))
    .filter((element) => side(element, "left", "right") < 43.5 || side(element, "top", "bottom") < 43.5)
    .map((element) => `${location.pathname} ${element.outerHTML.slice(0, 120)}`);
}"""


@pytest.mark.exhaustive("sizes on every page in a browser")
def test_targets_are_large_enough_for_a_finger(asked: Page) -> None:
    table = asked.url
    small: list[str] = []
    for window in (PHONE, DESKTOP):
        asked.set_viewport_size({"width": window.width, "height": window.height})
        for path in (*PAGES, table):
            reply = asked.goto(path)
            assert reply and reply.ok, path
            small += asked.evaluate(SMALL)
    assert not small, "\n".join(small)
