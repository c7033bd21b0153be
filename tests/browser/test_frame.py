"""A table fits its window: what is asked, the pieces, the board and the seal; all else is a tab or a key away."""

import random
import re
from functools import partial

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from bench.fold import DESKTOP, PHONE, Window, decisions, lowest_edge
from bench.live import open_table_of_bots
from games.registry import GAMES
from tests.browser.play import (
    SETTLED,
    answer_here,
    going_on,
    join_table,
    listening,
    load,
    logged_in,
    open_menu,
    open_table,
)
from tests.support.site import EmbeddedSite
from tests.support.tiers import some_of

SEAL = """() => {
  const { right, bottom } = document.querySelector("#answer .seal").getBoundingClientRect();
  return [right, bottom];
}"""
PRESS = """(keys) => {
  for (const name of keys) {
    const [key, held] = name.split(" ").reverse();
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key, repeat: held === "held", bubbles: true }));
  }
  const { keys: ahead } = JSON.parse(sessionStorage.getItem("keys-ahead") ?? "{}");
  return ahead || null;
}"""
"""Presses keys at once, and returns those that wait for the next page."""
NEAR = 8
"""As many pixels the seal may move between one kind of decision and another."""
COLLECT_SHIFTS = """
window.shifts = [];
const collect = (list) => window.shifts.push(...list.getEntries().filter((one) => !one.hadRecentInput));
new PerformanceObserver(collect).observe({ type: "layout-shift", buffered: true });
"""
CUT_RING = """() => {
  document.getAnimations().forEach((one) => one.finish());
  const cuts = (part) => getComputedStyle(part).overflowY !== "visible";
  const clipping = (part) => (cuts(part) ? part : clipping(part.parentElement));
  const chosen = [...document.querySelectorAll("#live .pick:has(:checked) > svg")];
  return chosen.filter((svg) => svg.checkVisibility()).filter((svg) => {
    const { outlineOffset, outlineWidth } = getComputedStyle(svg);
    const ring = svg.getBoundingClientRect().top - parseFloat(outlineOffset) - parseFloat(outlineWidth);
    return ring < clipping(svg.parentElement).getBoundingClientRect().top;
  }).length;
}"""
"""How many of the chosen pieces have a ring that the part round them cuts off."""
WAX = """() => {
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.color = "var(--wax)";
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}"""
IN_WAX = f"""() => {{
  const wax = ({WAX})();
  const controls = [...document.querySelectorAll("a[href], button, summary, label")];
  const filled = controls.filter((one) => one.checkVisibility() && getComputedStyle(one).backgroundColor === wax);
  return filled.map((one) => one.textContent.trim());
}}"""


@pytest.mark.long("the frame of a table with each of its parts; `make test` tries its keys")
@pytest.mark.parametrize("slug", some_of(GAMES, 1, "every game, not one"))
def test_a_decision_fits_the_window_and_the_seal_keeps_its_place(
    slug: str, browser: Browser, embedded_site: EmbeddedSite
) -> None:
    seals: dict[Window, list[list[float]]] = {DESKTOP: [], PHONE: []}
    for page in decisions(browser, embedded_site, slug, count=4):
        for window, places in seals.items():
            assert lowest_edge(page, window) <= window.height
            places.append(page.evaluate(SEAL))
            piece = page.locator("#live .pick:has(input)").first
            if piece.is_visible():
                with going_on(page, partial(page.keyboard.press, "Escape")):
                    piece.click()
                assert page.evaluate(CUT_RING) == 0
                page.locator("#answer form[data-step]").evaluate("form => form.reset()")
    page.context.close()
    for places in seals.values():
        for edges in zip(*places, strict=True):
            assert max(edges) - min(edges) <= NEAR, places


@pytest.mark.long("the frame of a table with each of its parts; `make test` tries its keys")
def test_nothing_shifts_on_load_and_the_seal_alone_is_wax_once_a_piece_is_chosen(asked: Page) -> None:
    asked.evaluate("localStorage.removeItem('coached')")
    asked.add_init_script(COLLECT_SHIFTS)
    asked.reload()
    listening(asked)
    expect(asked.locator(".coach")).to_be_visible()
    assert asked.evaluate(IN_WAX) == []
    asked.locator("#answer label:has(input[type=radio])").first.click()
    expect(asked.locator("#answer .seal")).to_have_css("background-color", asked.evaluate(WAX))
    assert asked.evaluate(IN_WAX) == [asked.locator("#answer .seal").inner_text()]
    assert asked.evaluate("window.shifts.map((one) => one.value)") == []


@pytest.mark.long("the frame of a table with each of its parts; `make test` tries its keys")
def test_a_tab_covers_the_board_until_it_is_tapped_again(asked: Page) -> None:
    rules, tab = asked.locator("#panel-rules"), asked.get_by_role("link", name="Rules", exact=True)
    expect(rules).to_be_hidden()
    tab.click()
    expect(rules).to_be_visible()
    expect(asked.locator("#answer .seal")).to_be_in_viewport(ratio=1)
    assert len(Axe().run(asked).response["violations"]) == 0
    with asked.expect_response("**/live/**"):
        asked.evaluate("htmx.trigger(document.body, 'table-moved')")
    expect(rules).to_be_visible()
    tab.click()
    expect(rules).to_be_hidden()


@pytest.mark.long("the frame of a table with each of its parts; `make test` tries its keys")
def test_the_menu_is_accessible(asked: Page) -> None:
    open_menu(asked)
    for window in (DESKTOP, PHONE):
        asked.set_viewport_size({"width": window.width, "height": window.height})
        result = Axe().run(asked)
        assert result.violations_count == 0, f"{window}\n{result.generate_report()}"


def test_keys_choose_a_piece_and_open_the_tabs(asked: Page) -> None:
    asked.set_viewport_size({"width": DESKTOP.width, "height": DESKTOP.height})
    words, before = asked.locator("[data-choice]"), asked.locator("[data-choice]").inner_text()
    asked.keyboard.press("2")
    expect(asked.locator("#choice-2")).to_be_checked()
    expect(words).not_to_have_text(before)
    asked.keyboard.press("Escape")
    expect(asked.locator("#answer input:checked")).to_have_count(0)
    expect(words).to_have_text(before)
    # With Caps Lock a letter comes as a capital.
    asked.keyboard.press("G")
    expect(asked.locator("#panel-rules")).to_be_visible()
    asked.keyboard.press("?")
    expect(asked.get_by_role("dialog", name="Keys")).to_be_visible()
    asked.get_by_label("Use single keys").uncheck()
    asked.get_by_role("button", name="Close").click()
    asked.keyboard.press("l")
    expect(asked.locator("#panel-log")).to_be_hidden()


@pytest.mark.long("the frame of a table with each of its parts; `make test` tries its keys")
def test_notes_have_a_tab_of_their_own_that_stays_while_the_table_moves(asked: Page) -> None:
    notes = asked.locator("#note-text")
    expect(notes).to_be_hidden()
    asked.keyboard.press("o")
    notes.fill("Ben bids high")
    with asked.expect_response("**/live/**"):
        asked.evaluate("htmx.trigger(document.body, 'table-moved')")
    asked.wait_for_function(SETTLED)
    expect(notes).to_have_value("Ben bids high")
    assert len(Axe().run(asked).response["violations"]) == 0
    with asked.expect_response("**/note/"):
        asked.get_by_role("button", name="Save my notes").click()
    asked.reload()
    listening(asked)
    asked.get_by_role("link", name="Notes", exact=True).click()
    expect(notes).to_have_value("Ben bids high")
    expect(asked.locator("#chat-panel #note")).to_have_count(0)


def test_keys_lead_to_the_next_table_and_through_the_rounds(asked: Page) -> None:
    open_table_of_bots(asked, "bid")
    table = asked.url
    while not asked.locator(".strip a.strip-box").count():
        step = asked.get_attribute("#answer form[data-step]", "data-step")
        assert answer_here(asked, random.Random(1))
        asked.wait_for_selector(f"#answer form[data-step]:not([data-step='{step}'])", state="attached")
    asked.reload()
    asked.keyboard.press("Escape")
    before = str(asked.locator(".strip a.strip-box").first.get_attribute("href"))
    asked.keyboard.press("[")
    expect(asked).to_have_url(re.compile(rf"{before}$"))
    asked.goto(f"{table}step/1/")
    asked.keyboard.press("[")
    expect(asked).to_have_url(f"{table}step/0/")
    asked.goto(f"{table}step/0/")
    later = asked.locator(".replay-bar [rel=next]").evaluate("link => link.href")
    asked.keyboard.press("]")
    expect(asked).to_have_url(later)
    asked.goto(table)
    following = str(asked.locator("a.next-turn").get_attribute("href"))
    assert not table.endswith(following)
    asked.keyboard.press("Escape")
    asked.keyboard.press("n")
    expect(asked).to_have_url(re.compile(rf"{following}$"))


@pytest.mark.long("the frame of a table with each of its parts; `make test` tries its keys")
@pytest.mark.exhaustive("two more ways to use a table; `make test` plays by piece and by key")
def test_arrows_step_through_a_replay(asked: Page) -> None:
    # The step after the last of a replay is the table itself.
    for _ in range(4):
        step = asked.get_attribute("#answer form[data-step]", "data-step")
        assert answer_here(asked, random.Random(1))
        asked.wait_for_selector(f"#answer form[data-step]:not([data-step='{step}'])", state="attached")
    table = asked.url
    asked.goto(f"{table}step/0/")
    # A key that is pressed while the next step is on its way counts.
    asked.evaluate(PRESS, ["]", "ArrowRight"])
    expect(asked).to_have_url(f"{table}step/2/")
    asked.goto(f"{table}step/0/")
    # One that is held goes on at its own pace, and leaves nothing for the pages to come.
    assert asked.evaluate(PRESS, ["]", *["held ]"] * 9]) is None
    expect(asked).to_have_url(f"{table}step/1/")
    asked.keyboard.press("ArrowLeft")
    expect(asked).to_have_url(f"{table}step/0/")
    following = asked.locator(".replay-bar [rel=next]").evaluate("link => link.href")
    asked.keyboard.press("ArrowRight")
    expect(asked).to_have_url(following)


@pytest.mark.long("the frame of a table with each of its parts; `make test` tries its keys")
@pytest.mark.exhaustive("two more ways to use a table; `make test` plays by piece and by key")
def test_a_second_tap_on_a_piece_sends_it_while_it_can_be_changed(
    browser: Browser, embedded_site: EmbeddedSite
) -> None:
    ana_context, ana = logged_in(browser, embedded_site.url, "ana")
    ben_context, ben = logged_in(browser, embedded_site.url, "ben")
    join_table(ben, path := open_table(ana, "bid", bots=1, options={}))
    load(ana, path)
    piece = ana.locator("#answer label:has(#choice-1)")
    piece.click()
    expect(ana.locator("#choice-1")).to_be_checked()
    expect(ana.locator("#answer .sealed")).to_have_count(0)
    piece.click()
    expect(ana.locator("#answer .sealed")).to_be_visible()
    ben.goto(path)
    ben.locator("#answer label:has(#choice-1)").dblclick()
    expect(ben.locator("#choice-1")).to_be_checked()
    expect(ben.locator("#answer .sealed")).to_have_count(0)
    ben_context.close()
    ana_context.close()
