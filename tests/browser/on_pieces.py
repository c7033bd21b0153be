"""Someone who plays by taps alone, on what lies on the table, and presses the seal: no list, no key, no number."""

import contextlib
import random
from collections import Counter
from dataclasses import dataclass, field

from playwright.sync_api import CDPSession, Locator, Page
from playwright.sync_api import TimeoutError as NotYet

from bench.fold import DESKTOP, DRAWN, PHONE
from tests.browser.play import MOVED, PATIENCE_MS, answered

TAP_MS = PATIENCE_MS / 10
"""How long a tap is tried before the table is looked at again, which may have moved meanwhile."""
MOST_TAPS = 60
"""Taps and seals tried for one answer."""
PIECES = """() => [...document.getElementById("answer-form").elements]
  .filter((input) => input.matches("[type=radio], [type=checkbox]") && !input.matches(":disabled"))
  .filter((input) => !input.closest("details:not(#change)") && input.labels[0]?.checkVisibility())
  .map(({ id, name, type, checked }) => ({ id, name, type, checked }))"""
"""The pieces and words that can be tapped, without what lies in lists."""
STEP = """() => document.querySelector("#answer form[data-step]")?.dataset.step ?? null"""
OPEN_CELLS = """() => [...document.querySelectorAll("#live [data-cell]")].map((cell) => {
  const { left, top, width, height } = cell.getBoundingClientRect();
  return [left + width / 2, top + height / 2, cell];
}).filter(([x, y, cell]) => cell.contains(document.elementFromPoint(x, y))).map(([x, y]) => [x, y])"""
"""Where the open cells of a board can be tapped."""
IS_READY = """() => {
  const seal = document.querySelector("#answer button.seal");
  return seal.form.matches(":valid") && !seal.disabled && seal.getAttribute("aria-disabled") !== "true";
}"""


@dataclass
class Player:
    """A hand over one page, with a finger or a mouse."""

    page: Page
    dice: random.Random
    finger: bool
    sealed: Counter[bool] = field(default_factory=Counter)
    """How many answers the site took that were sealed with a finger, and with a mouse."""
    read: list[str] = field(default_factory=list)
    """All words of the page, before each answer and at the end."""

    def play_to_the_end(self) -> None:
        """Answer whenever asked until the result stands on the table."""
        while True:
            self.page.wait_for_selector(MOVED, state="attached")
            self.read.append(self.page.text_content("main") or "")
            if self.page.locator("#result-title").count():
                return
            self.answer()

    def answer(self) -> None:
        """Tap pieces at random until the seal is ready, and press it; again while the site refuses what was chosen."""
        step = self._step()
        for _ in range(MOST_TAPS):
            with contextlib.suppress(NotYet):
                if self.choose() and self._seal():
                    return
            if self._step() != step:
                return
        raise AssertionError(f"No answer was taken:\n{self.page.inner_text('#answer')[:1500]}")

    def tap(self, target: Locator) -> None:
        """Tap it once it lies still, seen and uncovered."""
        if self.finger:
            target.tap(timeout=TAP_MS)
        else:
            target.click(timeout=TAP_MS)

    def _step(self) -> str | None:
        """The step that the page asks about. Once an answer is taken there may be none, at the end for good."""
        step: str | None = self.page.evaluate(STEP)
        return step

    def _look_at_what_opens(self) -> None:
        """Go on from each round that opens over the board."""
        while self.page.locator("#reveal:visible").count():
            self.tap(self.page.locator("#reveal [data-next]"))

    def choose(self) -> bool:
        """Tap one piece of each kind, an open cell, and now and then what may be ticked. Return True if it will do."""
        self._look_at_what_opens()
        tapped: set[str] = set()
        while kinds := sorted({one["name"] for one in self._pieces("radio")} - tapped):
            tapped.add(kinds[0])
            piece = self.pick([one for one in self._pieces("radio") if one["name"] == kinds[0]])
            if not piece["checked"]:
                self.tap(self._label(piece["id"]))
        if self.page.locator("#live [data-cell]").count():
            self._lay()
        boxes = self._pieces("checkbox")
        if boxes and not (self.page.evaluate(IS_READY) and self.dice.random() < 0.5):
            for box in self.dice.sample(boxes, self.dice.randint(1, min(3, len(boxes)))):
                self.tap(self._label(box["id"]))
        return bool(self.page.evaluate(IS_READY))

    def pick(self, pieces: list[dict[str, str]]) -> dict[str, str]:
        """Any of the pieces of a kind."""
        return self.dice.choice(pieces)

    def _pieces(self, kind: str) -> list[dict[str, str]]:
        pieces: list[dict[str, str]] = self.page.evaluate(PIECES)
        return [one for one in pieces if one["type"] == kind]

    def _label(self, number: str) -> Locator:
        return self.page.locator(f"#live label:has(#{number})")

    def _lay(self) -> None:
        """Put the hex in hand on an open cell: cells that are too small for a finger come near at the first tap."""
        cells = self.page.evaluate(OPEN_CELLS)
        if not cells:  # A round opens over the board, or the table is being drawn: look again.
            raise NotYet("No open cell can be tapped.")
        x, y = self.dice.choice(cells)
        for _ in range(2 if self.finger else 1):
            if self.finger:
                self.page.touchscreen.tap(x, y)
            else:
                self.page.mouse.click(x, y)
            if self.page.locator("#live [data-held]").count():
                return

    def _seal(self) -> bool:
        """Press the seal; return True if the site took the answer."""
        self.all_was_in_the_window()
        with answered(self.page):
            self.tap(self.page.locator("#answer button.seal"))
        taken = not self.page.locator("#answer [role=alert]").count()
        self.sealed[self.finger] += taken
        return taken

    def all_was_in_the_window(self) -> None:
        """See that no tap has scrolled the page."""
        assert self.page.evaluate("scrollY") == 0, "A piece lay below the window."


@dataclass
class HandOnTwo(Player):
    """A hand over a phone and a desktop: it chooses each answer on both, and seals it on each by turns."""

    finger: bool = True
    devtools: CDPSession = field(init=False)

    def __post_init__(self) -> None:
        self.devtools = self.page.context.new_cdp_session(self.page)
        self._turn_to(self.finger)

    def choose(self) -> bool:
        """Choose an answer, and then another on the other device. Return True if that will do."""
        if not super().choose():
            return False
        self.all_was_in_the_window()
        self._turn_to(not self.finger)
        return super().choose()

    def pick(self, pieces: list[dict[str, str]]) -> dict[str, str]:
        """Any piece but the one that was chosen on the other device, so that one is tapped on each."""
        return super().pick([one for one in pieces if not one["checked"]] or pieces)

    def _turn_to(self, finger: bool) -> None:
        window = PHONE if finger else DESKTOP
        self.finger = finger
        self.devtools.send("Emulation.setTouchEmulationEnabled", {"enabled": finger})
        self.page.set_viewport_size({"width": window.width, "height": window.height})
        self.page.evaluate(DRAWN)
