"""A round opens over the board, in pictures that move or stand still and can be skipped; with sounds if asked."""

import random

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser.play import (
    SETTLED,
    Two,
    answer_by_list,
    answer_here,
    listening,
    logged_in,
    open_menu,
)
from tests.support.site import EmbeddedSite

LONGEST_MS = 3000
MOST_LINES = 3
ENDS = "() => Math.max(...document.getAnimations().map(one => one.effect.getComputedTiming().endTime))"
COUNT_TONES = """() => {
  window.tones = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) { window.tones += 1; return start.apply(this, when); };
}"""

RECORD = """() => {
  window.heard = [];
  const set = AudioParam.prototype.setValueAtTime;
  AudioParam.prototype.setValueAtTime = function (value, when) {
    if (value > 0) window.heard.push(value);
    return set.call(this, value, when);
  };
}"""
"""Keeps the pitch of each tone."""
PIECE, SEAL, ROUND, TURN = "196 98", "147 110 880", "523 659 784", "659 880"


@pytest.fixture
def opened(asked: Page) -> Page:
    """A table at which bids have opened, and the question after them."""
    answer(asked)
    answer(asked)
    return asked


def answer(page: Page) -> None:
    """Answer, and wait for the next question."""
    step = page.get_attribute("#answer form[data-step]", "data-step")
    assert answer_here(page, random.Random(1))
    page.wait_for_selector(f"#answer form[data-step]:not([data-step='{step}'])", state="attached")


def others_have_answered(page: Page) -> None:
    """Wait until nothing changes by itself: that would bring another template and move buttons."""
    listening(page)
    expect(page.locator(".seat-state", has_text="Waiting for you")).to_have_count(1)
    expect(page.locator(".seat-state", has_text="Not yet answered")).to_have_count(0)
    page.wait_for_function(SETTLED)


def come_back(page: Page) -> None:
    """Load the table as someone who has seen nothing of it."""
    table = page.url
    page.goto("/turns/")
    page.evaluate("number => localStorage.setItem(`seen-${number}`, '-1')", table.rstrip("/").rpartition("/")[2])
    page.goto(table)
    page.wait_for_selector("main[data-listening]")


@pytest.mark.long("the reveal in each of its cases; `make test` watches one round open")
def test_what_was_missed_is_shown_until_the_reader_goes_on(opened: Page) -> None:
    come_back(opened)
    reveal, seats = opened.locator("#reveal"), opened.locator("#reveal .scene-seat")
    expect(reveal).to_be_visible()
    assert opened.evaluate(ENDS) <= LONGEST_MS
    expect(seats.first.locator(".scene-pieces svg").first).to_be_visible()
    said = opened.locator(".log .log-words").filter(has_text="bid the").last.inner_text().split(".")[0]
    expect(reveal).to_contain_text(said)
    reveal.click(position={"x": 5, "y": 5})
    assert opened.evaluate("document.querySelector('#reveal').getAnimations({ subtree: true }).length") == 0
    expect(reveal).to_be_visible()
    assert len(Axe().run(opened).response["violations"]) == 0
    while reveal.is_visible():
        reveal.locator("[data-next]").click()
    expect(opened.locator(".ask")).to_be_focused()
    opened.reload()
    opened.wait_for_selector("main[data-listening]")
    expect(reveal).to_be_hidden()
    opened.locator(".tab-row a", has_text="Log").click()
    opened.locator("[data-reveal-again]").click()
    expect(reveal).to_be_visible()
    opened.keyboard.press("Escape")
    expect(reveal).to_be_hidden()


@pytest.mark.long("the reveal in each of its cases; `make test` watches one round open")
def test_a_round_is_left_to_the_keyboard_and_gives_the_focus_back(opened: Page) -> None:
    come_back(opened)
    reveal, on = opened.locator("#reveal"), opened.locator("#reveal [data-next]")
    expect(reveal).to_be_visible()
    for key in ("Shift", "Control", "Alt", "Control+c"):
        opened.keyboard.press(key)
        expect(reveal).to_be_visible()
    for key in ("Tab", "Shift+Tab"):
        opened.evaluate("document.activeElement.blur()")
        opened.keyboard.press(key)
        expect(on).to_be_focused()
    while reveal.is_visible():
        opened.keyboard.press("Enter")
    expect(opened.locator(".ask")).to_be_focused()
    others_have_answered(opened)
    opened.set_viewport_size({"width": 1280, "height": 800})
    again = opened.locator("[data-reveal-again]")
    again.focus()
    opened.keyboard.press("Enter")
    expect(on).to_be_focused()
    opened.keyboard.press("Escape")
    expect(reveal).to_be_hidden()
    expect(again).to_be_focused()
    # Any other key still ends it at once, and does what it does.
    again.click()
    opened.evaluate("document.activeElement.blur()")
    opened.keyboard.press("1")
    expect(reveal).to_be_hidden()
    expect(opened.locator("#choice-1")).to_be_checked()


@pytest.mark.long("the reveal in each of its cases; `make test` watches one round open")
def test_what_was_missed_is_shown_on_another_device_too(
    opened: Page, browser: Browser, embedded_site: EmbeddedSite
) -> None:
    _, other = logged_in(browser, embedded_site.url, "ana")
    other.goto(opened.url)
    reveal = other.locator("#reveal")
    expect(reveal).to_be_visible()
    # What came before the last answer was seen when it was given; each round after it is shown, the oldest first.
    steps = """one => [...one.content.querySelectorAll(".scene")].map((scene) => Number(scene.dataset.step))
      .filter((step) => step >= Number(one.dataset.seen) + 1)"""
    missed = other.locator("template[data-scenes]").evaluate(steps)
    assert missed
    for step in missed:
        expect(reveal.locator(".scene")).to_have_attribute("data-step", str(step))
        reveal.locator("[data-next]").click()
    expect(reveal).to_be_hidden()
    other.reload()
    listening(other)
    expect(reveal).to_be_hidden()


@pytest.mark.long("the reveal in each of its cases; `make test` watches one round open")
def test_rounds_that_open_while_a_page_is_hidden_are_shown_when_it_is_seen_again(
    two: Two, browser: Browser, embedded_site: EmbeddedSite
) -> None:
    ana, ben, path = two
    visitor = browser.new_context(base_url=embedded_site.url).new_page()
    visitor.goto(path)
    listening(visitor)
    visitor.evaluate("Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })")
    scenes = "() => [...document.querySelector('template[data-scenes]').content.querySelectorAll('.scene')]"
    chance = random.Random(1)
    for opened in (1, 2):
        while visitor.evaluate(f"({scenes})().length") < opened:
            step = visitor.get_attribute("template[data-scenes]", "data-step")
            answered = [answer_by_list(page, path, chance) for page in (ana, ben)]
            assert any(answered)
            visitor.wait_for_function("step => document.querySelector('[data-scenes]').dataset.step !== step", arg=step)
    shown = visitor.evaluate(f"({scenes})().map((scene) => scene.dataset.step)")
    visitor.evaluate("delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))")
    reveal = visitor.locator("#reveal")
    for step in shown:
        expect(reveal.locator(".scene")).to_have_attribute("data-step", step)
        reveal.locator("[data-next]").click()
    expect(reveal).to_be_hidden()
    visitor.context.close()


@pytest.mark.long("the reveal in each of its cases; `make test` watches one round open")
def test_words_that_do_not_fit_can_be_read_instead_of_the_pictures(opened: Page) -> None:
    others_have_answered(opened)
    opened.evaluate(
        """() => {
          const one = document.querySelector("template[data-scenes]");
          for (const said of one.content.querySelectorAll(".scene-sentences")) {
            const more = Array.from({ length: 20 }, () => said.firstElementChild.cloneNode(true));
            more.at(-1).textContent = "The last of them.";
            said.append(...more);
          }
          document.querySelector("[data-reveal-again]").click();
        }"""
    )
    reader, last = opened.locator("#reveal [data-read]"), opened.locator("#reveal").get_by_text("The last of them.")
    expect(reader).to_have_attribute("aria-expanded", "false")
    said = opened.locator("#reveal .scene-sentences")
    assert said.evaluate("one => one.offsetHeight / parseFloat(getComputedStyle(one).lineHeight)") <= MOST_LINES + 0.1
    expect(said.locator("li:not(.visually-hidden)").last).to_have_text("The last of them.")
    reader.click()
    expect(opened.locator("#reveal .scene-picture")).to_be_hidden()
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport(ratio=1)
    assert len(Axe().run(opened).response["violations"]) == 0
    reader.click()
    expect(opened.locator("#reveal .scene-picture")).to_be_visible()


@pytest.mark.long("the reveal in each of its cases; `make test` watches one round open")
def test_a_line_of_words_leaves_the_board_in_sight(opened: Page) -> None:
    others_have_answered(opened)
    opened.evaluate(
        """() => {
          const one = document.querySelector("template[data-scenes]");
          for (const scene of one.content.querySelectorAll(".scene")) {
            scene.classList.add("scene-line");
            scene.querySelector(".scene-sentences").replaceChildren("Ben passed.");
          }
          document.querySelector("[data-reveal-again]").click();
        }"""
    )
    reveal, board = opened.locator("#reveal"), opened.locator("#live .mat-board")
    expect(reveal.get_by_text("Ben passed.")).to_be_visible()
    expect(reveal.locator(".scene-picture, [data-again]").locator("visible=true")).to_have_count(0)
    line, whole = reveal.bounding_box(), board.bounding_box()
    assert line and whole and line["height"] < whole["height"] / 2


@pytest.mark.long("the reveal in each of its cases; `make test` watches one round open")
def test_without_motion_the_same_pictures_stand_still_and_who_acts_at_once_is_not_held_up(opened: Page) -> None:
    opened.emulate_media(reduced_motion="reduce")
    come_back(opened)
    expect(opened.locator("#reveal .scene-pieces svg").first).to_be_visible()
    assert opened.evaluate("document.getAnimations().length") == 0
    assert opened.locator(".reveal-flight").count() == 0
    opened.locator("#answer label:has(input[name=action])").first.click()
    expect(opened.locator("#answer input[name=action]").first).to_be_checked()
    expect(opened.locator("#reveal")).to_be_hidden()
    step = opened.locator("template[data-scenes]").evaluate("one => one.content.querySelector('.scene').dataset.step")
    # The page of the last step is that of the table.
    answer(opened)
    opened.goto(f"{opened.url}step/{step}/")
    expect(opened.locator("#reveal .scene")).to_be_visible()
    opened.keyboard.press("Escape")
    expect(opened.locator("#reveal")).to_be_hidden()


@pytest.mark.long("the reveal in each of its cases; `make test` watches one round open")
def test_the_table_s_menu_has_a_switch_for_less_motion(opened: Page) -> None:
    running = "() => document.getAnimations().length + document.querySelectorAll('.reveal-flight *').length"
    moves = "() => getComputedStyle(document.querySelector('.button')).transitionDuration"
    opened.wait_for_function(running)
    assert opened.evaluate(moves) == "0.12s"
    opened.keyboard.press("Escape")
    open_menu(opened)
    opened.get_by_label("Reduce motion").check()
    assert opened.evaluate(moves) == "0s"
    come_back(opened)
    expect(opened.locator("#reveal .scene-pieces svg").first).to_be_visible()
    assert opened.evaluate(running) == 0
    assert opened.evaluate(moves) == "0s"
    open_menu(opened)
    opened.get_by_label("Reduce motion").uncheck()
    assert opened.evaluate(moves) == "0.12s"
    opened.reload()
    assert opened.evaluate(moves) == "0.12s"


def test_a_round_gives_way_after_it_was_watched_and_a_replay_shows_it_again(opened: Page) -> None:
    expect(opened.locator("#reveal")).to_be_visible()
    expect(opened.locator("#reveal")).to_be_hidden()
    step = opened.locator("template[data-scenes]").evaluate("one => one.content.querySelector('.scene').dataset.step")
    answer(opened)
    table = opened.url
    opened.goto(f"{table}step/{step}/")
    expect(opened.locator("#reveal")).to_be_visible()
    expect(opened.locator("#reveal")).to_be_hidden()
    opened.locator(".tab-row a", has_text="Log").click()
    opened.locator("[data-reveal-again]").click()
    expect(opened.locator("#reveal .scene")).to_have_attribute("data-step", step)


@pytest.fixture
def opening(opened: Page) -> Page:
    """A replay of a step that opened a round, on a clock that goes as far as it is told."""
    step = opened.locator("template[data-scenes]").evaluate("one => one.content.querySelector('.scene').dataset.step")
    answer(opened)
    opened.clock.install()
    opened.goto(f"{opened.url}step/{step}/")
    expect(opened.locator("#reveal")).to_be_visible()
    return opened


def test_a_round_waits_for_who_points_at_it(opening: Page) -> None:
    reveal = opening.locator("#reveal")
    reveal.hover()
    opening.clock.run_for(5 * LONGEST_MS)
    expect(reveal).to_be_visible()
    opening.mouse.move(1, 1)
    opening.clock.run_for(LONGEST_MS)
    expect(reveal).to_be_hidden()


@pytest.mark.long("the reveal in each of its cases; `make test` watches one round open")
@pytest.mark.parametrize("stay", ["focus", "tap"])
def test_a_round_stays_for_who_is_in_it_or_tapped_it(opening: Page, stay: str) -> None:
    reveal = opening.locator("#reveal")
    if stay == "tap":
        reveal.dispatch_event("click")
    else:
        reveal.locator("[data-again]").focus()
    opening.clock.run_for(5 * LONGEST_MS)
    expect(reveal).to_be_visible()
    reveal.locator("[data-next]").click()
    expect(reveal).to_be_hidden()


@pytest.mark.long("the reveal in each of its cases; `make test` watches one round open")
def test_sounds_are_off_until_they_are_switched_on(asked: Page) -> None:
    asked.evaluate(COUNT_TONES)
    asked.locator("#answer label:has(input[name=action])").first.click()
    expect(asked.locator("#answer input[name=action]").first).to_be_checked()
    assert asked.evaluate("window.tones") == 0
    open_menu(asked)
    asked.get_by_label("Sounds").check()
    asked.wait_for_function("window.tones > 0")
    asked.reload()
    open_menu(asked)
    expect(asked.get_by_label("Sounds")).to_be_checked()


@pytest.mark.long("the reveal in each of its cases; `make test` watches one round open")
def test_each_sound_has_its_moment_and_none_comes_while_the_page_is_hidden(two: Two) -> None:
    ana, ben, path = two
    listening(ana)
    ana.evaluate(RECORD)

    def heard(sound: str) -> None:
        """Wait until this was heard last, and forget it."""
        ana.wait_for_function("sound => window.heard.join(' ').endsWith(sound)", arg=sound)
        ana.evaluate("window.heard = []")

    open_menu(ana)
    ana.get_by_label("Sounds").check()
    heard(TURN)
    open_menu(ana)
    ana.locator("#answer label:has(input[name=action])").first.click()
    heard(PIECE)
    ana.locator("#answer button.seal").click()
    heard(SEAL)
    assert answer_by_list(ben, path, random.Random(1))
    heard(TURN)
    ana.keyboard.press("Escape")
    ana.evaluate("Object.defineProperty(document, 'hidden', { get: () => true })")
    ana.keyboard.press("1")
    expect(ana.locator("#answer form[data-step]")).to_have_attribute("data-touched", "yes")
    assert ana.evaluate("window.heard") == []


@pytest.mark.long("the reveal in each of its cases; `make test` watches one round open")
def test_a_round_that_opens_is_heard(opened: Page) -> None:
    opened.evaluate("localStorage.setItem('sound-on', 'yes')")
    opened.add_init_script(f"({RECORD})()")
    come_back(opened)
    opened.evaluate("document.querySelector('[data-reveal-again]').click()")
    opened.wait_for_function("sound => window.heard.join(' ').endsWith(sound)", arg=ROUND)
