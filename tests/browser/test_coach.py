"""What guides a newcomer: the coach at a first decision, and the words beside a piece."""

import random

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from bench.fold import DESKTOP, PHONE
from bench.live import await_turn
from tests.browser.play import answer_here
from tests.support.fixtures import BROWSER_PATIENCE_MS
from tests.support.site import eventually

pytestmark = pytest.mark.long("the coach in a browser; `make test` reads what it says")

EDGES = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  const edges = () => [box(".coach").bottom, box("#answer .seal").top];
  const before = edges();
  await frame();
  await frame();
  return edges().every((edge, index) => edge && edge === before[index]) && before;
}"""
"""Where the card ends and the seal begins, once both stand at the same place for two frames."""

COVERED = """() => {
  const box = (element) => element.getBoundingClientRect();
  const card = box(document.querySelector(".coach"));
  const others = [...document.querySelectorAll(".mat, #answer h2, #answer label, #answer button, .tab-row a")];
  return others.filter((other) => other.checkVisibility()).map(box)
    .filter((at) => at.left < card.right && at.right > card.left && at.top < card.bottom && at.bottom > card.top);
}"""
"""What of the mat, the question, the choices and the tabs lies below the card."""


def test_the_coach_goes_on_with_what_the_reader_does(asked: Page) -> None:
    coach = asked.locator(".coach")
    expect(coach).to_contain_text("Win auctions for points.")
    expect(coach).to_contain_text("1 of 3")
    card, seal = asked.wait_for_function(EDGES).json_value()
    assert card < seal
    asked.keyboard.press("q")
    expect(coach).to_contain_text("2 of 3")
    asked.keyboard.press("1")
    expect(asked.locator("#choice-1")).to_be_checked()
    expect(coach).to_contain_text(f"Press “{asked.locator('#answer button.seal').inner_text()}”")
    with asked.expect_response("**/live/**"):
        asked.evaluate("htmx.trigger(document.body, 'table-moved')")
    expect(coach).to_contain_text("3 of 3")
    asked.keyboard.press("Escape")
    expect(coach).to_be_hidden()
    asked.reload()
    asked.wait_for_selector("main[data-listening]")
    expect(coach).to_be_hidden()


def test_the_coach_covers_nothing_and_outlasts_the_key_that_ends_an_opening(asked: Page) -> None:
    for _ in range(2):
        assert await_turn(asked)
        assert answer_here(asked, random.Random(1))
    asked.wait_for_selector("template[data-scenes]:not([data-step='0'], [data-step='1'])", state="attached")
    assert await_turn(asked)
    asked.evaluate("localStorage.removeItem('coached')")
    asked.reload()
    coach = asked.locator(".coach")
    expect(coach).to_contain_text("1 of 3")
    asked.evaluate("document.querySelector('[data-reveal-again]').click()")
    expect(asked.locator("#reveal")).to_be_visible()
    expect(coach).to_contain_text("1 of 3")
    asked.keyboard.press("Escape")
    expect(asked.locator("#reveal")).to_be_hidden()
    expect(coach).to_be_visible()
    expect(coach).to_contain_text("1 of 3")
    for size in (PHONE, DESKTOP):
        asked.set_viewport_size({"width": size.width, "height": size.height})
        asked.wait_for_function(EDGES)
        assert asked.evaluate(COVERED) == []
    asked.keyboard.press("Escape")
    expect(coach).to_be_hidden()


def test_a_piece_says_what_it_is_and_does(asked: Page) -> None:
    die, about = asked.locator(".dice-row li").first, asked.locator(".about")
    words = str(die.get_attribute("data-about"))

    def rests() -> bool:
        # A page that still scrolls or refreshes hides the words again.
        asked.mouse.move(1, 1)
        die.hover()
        return about.is_visible()

    eventually(rests, BROWSER_PATIENCE_MS / 1000)
    expect(about).to_have_text(words)
    assert Axe().run(asked).violations_count == 0
    asked.mouse.move(1, 1)
    expect(about).to_be_hidden()
    touch = {"pointerType": "touch", "bubbles": True}
    die.dispatch_event("pointerdown", touch)
    expect(about).to_be_visible()
    die.dispatch_event("pointerup", touch)
    expect(about).to_be_visible()
    asked.keyboard.press("Escape")
    expect(about).to_be_hidden()
