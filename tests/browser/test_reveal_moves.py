"""Nothing of a round that opens is cut off while its pieces move, in any game, on a phone or a desktop."""

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.play import listening, logged_in, made_by
from tests.browser.tables_under_way import REVEALS
from tests.support.site import EmbeddedSite

pytestmark = pytest.mark.long("the moves of a reveal in a browser, picture by picture")

MAKE = "from tests.browser.tables_under_way import REVEALS, make; make(REVEALS)"
LONGEST_MS = 3000
"""As long as a round may take to open, in every game."""
SIZES = ((390, 844), (1280, 800))
CUT_OFF_AS_IT_MOVES = """() => {
    const found = new Set(), panel = document.querySelector("#reveal");
    const { content } = document.querySelector("template[data-scenes]");
    // Names that end in an ellipsis, and words for screen readers alone, are cut on purpose.
    const isMeant = (element) => {
        for (let up = element; up.parentElement; up = up.parentElement) {
            const { clipPath, textOverflow } = getComputedStyle(up);
            if (clipPath !== "none" || textOverflow === "ellipsis") return true;
        }
        return false;
    };
    // What is seen of an element: the window, less what each ancestor cuts off.
    const windowOf = (element) => {
        const seen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
        for (let up = element; up !== document.documentElement; up = up.parentElement) {
            if (getComputedStyle(up).overflowX === "visible") continue;
            const box = up.getBoundingClientRect();
            seen.left = Math.max(seen.left, box.left);
            seen.top = Math.max(seen.top, box.top);
            seen.right = Math.min(seen.right, box.right);
            seen.bottom = Math.min(seen.bottom, box.bottom);
        }
        return seen;
    };
    const isBroken = (text, start) => {
        const range = document.createRange();
        range.setStart(text, start);
        range.setEnd(text, start + "Steady-2".length);
        return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
    };
    const look = (moment) => {
        const texts = [panel, ...document.querySelectorAll(".reveal-flights")].flatMap((root) => {
            const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT), all = [];
            while (walker.nextNode()) all.push(walker.currentNode);
            return all;
        });
        const boxes = texts
            .filter((text) => text.data.trim() && !text.parentElement.closest("svg"))
            .filter(({ parentElement }) => parentElement.checkVisibility() && !isMeant(parentElement))
            .map((text) => {
                const range = document.createRange();
                range.selectNodeContents(text);
                return [text.data.trim(), text.parentElement, [...range.getClientRects()]];
            });
        const pieces = [...document.querySelectorAll("#reveal .scene-piece > svg, .reveal-flight > svg")]
            .filter((drawn) => drawn.checkVisibility())
            .map((drawn) => ["a piece", drawn, [drawn.getBoundingClientRect()]]);
        for (const [words, element, lines] of [...boxes, ...pieces]) {
            const seen = windowOf(element);
            const isCut = ({ left, top, right, bottom }) =>
                left < seen.left - 1 || right > seen.right + 1 || top < seen.top - 1 || bottom > seen.bottom + 1;
            const cut = lines.find(isCut);
            const name = words.indexOf("Steady");
            if (name >= 0 && isBroken(element.firstChild, name)) found.add(`${words} at ${moment}: a name is broken`);
            const place = (box) => [box.left, box.right, box.top, box.bottom].map(Math.round);
            if (cut) found.add(`${words} at ${moment}: ${place(cut)} of ${place(seen)}`);
        }
    };
    // What travels starts and ends in the middle of a card or of what lies on the scene, or at the window's edge.
    const middle = ({ left, right, top, bottom }) => [(left + right) / 2, (top + bottom) / 2];
    const isAtMiddle = (flight, frame) => {
        flight.style.transform = frame.transform;
        const box = flight.getBoundingClientRect(), [x, y] = middle(box);
        const [least, most] = [box.width / 2, innerWidth - box.width / 2];
        return [...document.querySelectorAll("#live .seat, #reveal .scene-gain, #reveal .scene-pieces")]
            .map((end) => middle(end.getBoundingClientRect()))
            .some(([left, top]) => Math.abs(Math.max(least, Math.min(left, most)) - x) < 1 && Math.abs(top - y) < 1);
    };
    const land = (moving, moment) => {
        for (const one of moving) one.cancel();
        for (const { effect } of moving.filter((one) => one.effect.target.matches(".reveal-flight"))) {
            const [, start, end] = effect.getKeyframes(), words = effect.target.textContent.trim() || "a piece";
            const isWell = [start, end].every((frame) => isAtMiddle(effect.target, frame));
            if (!isWell) found.add(`${words} flies past, ${moment}`);
        }
    };
    let flights = 0, longest = 0;
    for (const scene of [...content.querySelectorAll(".scene")]) {
        content.append(scene); // "Replay" opens the last
        document.querySelector("[data-reveal-again]").click();
        const moving = document.getAnimations();
        flights += document.querySelectorAll(".reveal-flight").length;
        for (const one of moving) one.pause();
        const end = Math.max(0, ...moving.map((one) => one.effect.getComputedTiming().endTime));
        longest = Math.max(longest, end);
        const tabs = innerWidth < 1024 ? document.querySelector(".tab-row").getBoundingClientRect() : null;
        const { bottom } = panel.getBoundingClientRect();
        // Two bots of a table differ in the last letters of their names.
        for (const name of document.querySelectorAll("#reveal .scene-name")) {
            const isCut = name.scrollWidth > name.clientWidth && name.textContent.trim().startsWith("Steady-");
            if (isCut) found.add(`${name.textContent.trim()} is cut`);
        }
        const isHalf = tabs && bottom > tabs.top + 1 && bottom < tabs.bottom - 1;
        if (isHalf) found.add(`step ${scene.dataset.step} covers half of the tabs`);
        for (let at = 0; at <= end; at += 50) {
            for (const one of moving) one.currentTime = at;
            look(`${at} ms of step ${scene.dataset.step}`);
        }
        land(moving, `step ${scene.dataset.step}`);
    }
    const count = (selector) => content.querySelectorAll(selector).length;
    return { found: [...found], scenes: count(".scene"), gains: count(".scene-gain"), flights, longest };
}"""
"""Stops each animation and moves it on by hand, so that no moment is missed however busy the machine is."""


@pytest.fixture(scope="module")
def tables(embedded_site: EmbeddedSite) -> dict[str, int]:
    """The number of a table for each kind of round."""
    return made_by(embedded_site, MAKE)


@pytest.fixture(scope="module")
def ana(browser: Browser, embedded_site: EmbeddedSite, tables: dict[str, int]) -> Page:
    """Her browser: she sits at all the tables."""
    return logged_in(browser, embedded_site.url, "ana")[1]


@pytest.mark.parametrize("scene", REVEALS)
@pytest.mark.sampled(1, "every game and the longest words, not one")
def test_a_round_opens_soon_and_nothing_is_cut_off_meanwhile(scene: str, ana: Page, tables: dict[str, int]) -> None:
    for width, height in SIZES:
        ana.set_viewport_size({"width": width, "height": height})
        ana.goto("/turns/")
        ana.evaluate("number => localStorage.setItem(`seen-${number}`, '-1')", tables[scene])
        # What was missed opens by itself, and is measured like what is shown again.
        ana.goto(f"/table/{tables[scene]}/")
        listening(ana)
        ana.wait_for_selector("#reveal:visible")
        measured = ana.evaluate(CUT_OFF_AS_IT_MOVES)
        assert measured["scenes"] and measured["flights"] == measured["gains"]
        assert measured["longest"] <= LONGEST_MS
        assert measured["found"] == [], (width, measured["found"][:8])
