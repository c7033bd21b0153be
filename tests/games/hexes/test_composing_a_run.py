"""Composing a run of hexes in a browser, before it is sent."""

import json
from collections.abc import Callable
from pathlib import Path
from urllib.parse import parse_qs

import pytest
from django.contrib.staticfiles import finders
from playwright.sync_api import BrowserContext, Locator, Page, Route, expect

from engine.quick_chance import RandomChance
from engine.view import MatchView
from games.hexes.rules import HEXES
from games.hexes.rules.options import HexOptions
from games.hexes.rules.state import HexState
from tests.games.hexes.samples import reached, view_of
from tests.games.hexes.tables import table
from tests.site.samples import page_of

HOME = "http://127.0.0.1:9"
POLICY = "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; object-src 'none'"
STATE = table([("AAAPPP", "AAAFFF", "FSFSFS", "ABCFIS"), ("CCCIII",)])
"""The board is one halved Plum and Sky hex, Plum to the right. The first seat is to lay."""


class Table:
    """The page of one who lays, served to one browser; `posted` is what it sent."""

    def __init__(self, context: BrowserContext, state: HexState) -> None:
        self.view: MatchView = view_of(state, 0)
        self.posted: dict[str, list[str]] = {}
        context.route(f"{HOME}/**", self._serve)
        self.page = context.new_page()
        self.complaints: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.goto(f"{HOME}/table/214/")

    def _serve(self, route: Route) -> None:
        path = route.request.url.removeprefix(HOME)
        if path.startswith("/static/"):
            route.fulfill(path=Path(str(finders.find(path.removeprefix("/static/")))))
            return
        if route.request.method == "POST":
            self.posted = parse_qs(route.request.post_data or "")
        html = page_of(
            self.view, "matches/_live.html" if path.partition("?")[0].endswith("/live/") else "matches/table.html"
        )
        headers = {"Content-Security-Policy": POLICY}
        route.fulfill(body=html, content_type="text/html; charset=utf-8", headers=headers)

    def hold(self, tile: str) -> None:
        """Choose a hex of the hand by its picture."""
        self.page.locator(f"label:has(input[name=hex][value={tile}])").click()

    def put(self, cell: str) -> None:
        """Tap an open cell of the board."""
        self.page.locator(f"[data-cell='{cell}']").click()

    def do(self, words: str) -> None:
        """Press a button."""
        self.page.get_by_role("button", name=words, exact=True).click()

    def send(self, words: str) -> None:
        """Press a button that sends the answer, and wait for the reply."""
        with self.page.expect_response("**/answer/"):
            self.do(words)

    @property
    def summary(self) -> Locator:
        """The sentence next to the submit button."""
        return self.page.locator("[data-choice]")

    def answers(self) -> list[dict[str, object]]:
        """The answers of the form that was sent."""
        assert self.posted.get("several") == ["1"]
        return [json.loads(text) for text in self.posted["action"]]


@pytest.fixture
def laying(context: BrowserContext) -> Table:
    return Table(context, STATE)


def compose_two(laying: Table) -> None:
    """A run of two: Plum to the Plum of the board, and Amber to Amber within the run."""
    laying.hold("AAAPPP")
    laying.put("1,0")
    laying.do("Lay another beside it")
    laying.hold("AAAFFF")
    laying.put("2,0")
    for _ in range(3):
        laying.do("Turn right")


def placed(tile: str, q: int, r: int, rotation: int) -> dict[str, object]:
    return {"act": "place", "hex": tile, "q": q, "r": r, "rotation": rotation}


def applied(state: HexState, answers: list[dict[str, object]]) -> HexState:
    """The state after these answers of the first seat; the rules refuse what is not legal."""
    for answer in answers:
        assert HEXES.current_players(state) == (0,)
        state = HEXES.apply(state, {0: HEXES.action_from(answer)}, RandomChance(1)).state
    return state


def test_a_run_is_composed_hex_by_hex_and_sent_as_one(laying: Table):
    compose_two(laying)
    words = "2 hexes, 3 points so far: 1 meeting within it, counted twice, and 1 meeting with hexes laid before."
    expect(laying.summary).to_have_text(words)
    expect(laying.page.locator("[data-run-list] li")).to_have_text(
        [
            "Halved Amber and Plum hex, not turned: 1 point",
            "Halved Amber and Fern hex, turned by 180°: 2 points",
        ]
    )
    expect(laying.page.locator("[data-draft] .hex-worth")).to_have_text(["1", "2"])
    laying.send("Send the run of 2 hexes")
    assert laying.answers() == [placed("AAAPPP", 1, 0, 0), placed("AAAFFF", 2, 0, 3), {"act": "finish"}]
    state = applied(STATE, laying.answers())
    assert state.points[0] == 3
    assert HEXES.current_players(state) != (0,)
    assert laying.complaints == []


@pytest.mark.exhaustive("corner cases of composing a run; `make test` composes by mouse, by keys and without a script")
def test_taking_back_is_free_until_all_is_sent(laying: Table):
    compose_two(laying)
    laying.do("Take back")
    expect(laying.summary).to_have_text("1 hex, 1 point so far: 1 meeting with hexes laid before.")
    expect(laying.page.locator("label:has(input[name=hex][value=AAAFFF])")).to_be_visible()
    laying.do("Turn right")
    expect(laying.summary).to_have_text("1 hex, no points so far.")
    laying.do("Take back")
    expect(laying.summary).to_have_text("No hex yet. Choose one from your hand.")
    expect(laying.page.locator("[data-do=back]")).to_have_attribute("aria-disabled", "true")
    compose_two(laying)
    laying.page.keyboard.press("Escape")
    expect(laying.summary).to_have_text("No hex yet. Choose one from your hand.")
    # The ring sends nothing: a first press makes it the seal.
    expect(laying.page.locator(".seal-waits")).to_be_visible()
    laying.do("Lay nothing")
    expect(laying.summary).to_have_text("You lay nothing. Press the seal once more.")
    expect(laying.page.locator(".seal-waits")).to_have_count(0)
    laying.send("Lay nothing")
    assert laying.answers() == [{"act": "finish"}]


@pytest.mark.exhaustive("corner cases of composing a run; `make test` composes by mouse, by keys and without a script")
def test_the_next_hex_goes_beside_the_last_only(laying: Table):
    laying.hold("AAAPPP")
    expect(laying.page.locator("[data-cell]")).to_have_count(6)
    laying.put("1,0")
    laying.do("Lay another beside it")
    expect(laying.page.locator("[data-cell]")).to_have_count(5)
    beside = laying.page.locator("[data-cell]").evaluate_all("cells => cells.map(cell => cell.dataset.cell)")
    assert sorted(beside) == sorted(["2,0", "1,1", "0,1", "1,-1", "2,-1"])
    chips = laying.page.locator("[data-places] input").evaluate_all("inputs => inputs.map(input => input.value)")
    assert chips == beside
    expect(laying.page.locator("label:has(input[name=hex][value=AAAPPP])")).to_be_hidden()
    expect(laying.page.locator("#every-way")).to_be_hidden()


def test_the_keyboard_alone_composes_and_sends(laying: Table):
    page = laying.page
    page.locator("input[name=hex]").first.focus()
    page.keyboard.press("Space")
    page.locator("#by-number > summary").focus()
    page.keyboard.press("Enter")
    page.locator("input[name=cell][value='1,0']").focus()
    page.keyboard.press("Space")
    page.keyboard.press("a")
    expect(page.locator("input[name=hex][value=AAAFFF]")).to_be_focused()
    page.keyboard.press("Space")
    page.locator("input[name=cell][value='2,0']").focus()
    page.keyboard.press("Space")
    for key in ("r", "r", "r", "r", "r", "Shift+R", "Shift+R"):
        page.keyboard.press(key)
    expect(laying.summary).to_contain_text("2 hexes, 3 points so far")
    page.keyboard.press("a")
    page.keyboard.press("Space")
    page.keyboard.press("u")
    # Who has switched single keys off turns nothing and takes nothing back.
    page.evaluate("localStorage.setItem('keys-off', 'yes')")
    for key in ("r", "R", "u", "a"):
        page.keyboard.press(key)
    with page.expect_response("**/answer/"):
        page.keyboard.press("Enter")
    assert laying.answers() == [placed("AAAPPP", 1, 0, 0), placed("AAAFFF", 2, 0, 3), {"act": "finish"}]


@pytest.mark.exhaustive("corner cases of composing a run; `make test` composes by mouse, by keys and without a script")
def test_a_tap_on_the_hex_in_hand_turns_it_and_looks_alike_is_the_smallest(laying: Table):
    laying.hold("FSFSFS")
    laying.put("1,0")
    held = laying.page.locator("[data-held]")
    held.click(position={"x": 20, "y": 20})
    expect(laying.page.locator("#turn-1")).to_be_checked()
    laying.do("Turn right")
    expect(laying.page.locator("#turn-0")).to_be_checked()
    laying.do("Turn left")
    laying.send("Send the run of 1 hex")
    assert laying.answers()[0] == placed("FSFSFS", 1, 0, 1)
    applied(STATE, laying.answers())


def test_open_cells_say_what_the_hex_in_hand_would_score_or_their_number(laying: Table):
    cells = laying.page.locator("[data-cell]")
    expect(cells).to_have_text([""] * 6)
    laying.hold("AAAPPP")
    expect(laying.page.locator("[data-cell='1,0']")).to_have_text("+1")
    laying.do("Turn right")
    expect(laying.page.locator("[data-cell='1,0']")).to_have_text("0")
    laying.page.locator("#by-number > summary").click()
    expect(cells).to_have_text([str(number) for number in range(1, 7)])
    laying.page.locator("#by-number > summary").click()
    expect(laying.page.locator("[data-cell='1,0']")).to_have_text("0")


@pytest.mark.exhaustive("corner cases of composing a run; `make test` composes by mouse, by keys and without a script")
def test_a_run_of_the_whole_hand_sends_no_finish(context: BrowserContext):
    state = table([("AAAPPP", "AAAFFF"), ("CCCIII",)])
    laying = Table(context, state)
    compose_two(laying)
    expect(laying.page.locator("[data-do=another]")).to_have_attribute("aria-disabled", "true")
    laying.send("Send the run of 2 hexes")
    assert [answer["act"] for answer in laying.answers()] == ["place", "place"]
    applied(state, laying.answers())


@pytest.mark.exhaustive("corner cases of composing a run; `make test` composes by mouse, by keys and without a script")
def test_too_large_a_hand_cannot_finish_and_says_so(context: BrowserContext):
    state = table([("AAAPPP", "AAAFFF", "FSFSFS", "ABCFIS"), ("CCCIII",)], options=HexOptions(hand_limit=3))
    laying = Table(context, state)
    send = laying.page.locator("[data-send]")
    expect(send).to_be_disabled()
    expect(laying.summary).to_contain_text("You hold 4 hexes and may keep 3: lay 1 more.")
    laying.hold("AAAPPP")
    laying.put("1,0")
    expect(send).to_be_enabled()
    laying.send("Send the run of 1 hex")
    applied(state, laying.answers())


@pytest.mark.exhaustive("corner cases of composing a run; `make test` composes by mouse, by keys and without a script")
def test_a_hex_without_a_place_is_not_forgotten(laying: Table):
    laying.hold("AAAPPP")
    expect(laying.summary).to_have_text("Choose an open cell for the halved Amber and Plum hex.")
    send = laying.page.locator("[data-send]")
    expect(send).to_have_attribute("aria-disabled", "true")
    send.click(force=True)
    expect(laying.summary).to_have_text("Choose an open cell for the halved Amber and Plum hex.")
    assert laying.posted == {}


def test_a_run_outlives_a_refresh_and_a_reload_of_the_same_turn(laying: Table):
    compose_two(laying)
    lists = laying.page.locator("#by-number")
    for is_open in (False, True):
        if is_open:
            lists.locator("summary").click()
            lists.locator("[value='2,0']").focus()
        lists.evaluate("one => { one.dataset.before = ''; }")
        laying.page.evaluate("htmx.trigger(document.body, 'table-moved')")
        laying.page.wait_for_selector("[data-before]", state="detached")
        expect(laying.summary).to_contain_text("2 hexes, 3 points so far")
        expect(lists).to_have_js_property("open", is_open)
    # Nor does what is drawn beside the table, as when a message comes.
    laying.page.evaluate("htmx.swap(document.getElementById('panel-notes'), '', { swapStyle: 'innerHTML' })")
    expect(lists).to_have_js_property("open", True)
    expect(lists.locator("[value='2,0']")).to_be_focused()
    laying.page.reload()
    expect(lists).to_have_js_property("open", False)
    expect(laying.summary).to_contain_text("2 hexes, 3 points so far")
    expect(laying.page.locator("[data-draft] [data-held]")).to_have_count(1)


@pytest.mark.exhaustive("corner cases of composing a run; `make test` composes by mouse, by keys and without a script")
def test_a_line_of_the_list_is_sent_alone(laying: Table):
    laying.page.locator("#every-way > summary").click()
    last = laying.page.locator("#every-way label").last
    last.click()
    expect(laying.summary).to_have_text(f"You choose: {last.inner_text()}.")
    laying.send("Do this")
    assert "several" not in laying.posted
    assert laying.posted["action"] == [laying.view.asked.choices[-1].value if laying.view.asked else ""]


def pieces_of(phase: str) -> Callable[[HexState], bool]:
    return lambda state: state.phase == phase and 0 in HEXES.current_players(state) and len(state.drawn) > 2


@pytest.mark.parametrize(("phase", "button"), [("bid", "Seal my bid"), ("take", "Take this hex")])
def test_coins_and_hexes_are_chosen_by_a_click_or_by_the_keyboard(context: BrowserContext, phase: str, button: str):
    state = reached(pieces_of(phase))
    asked = Table(context, state)
    asked.page.locator(".pick:has(input[name=action])").nth(1).click()
    asked.send(button)
    assert HEXES.action_from(json.loads(asked.posted["action"][0])) == HEXES.legal_actions(state, 0)[1]
    asked.page.locator("input[name=action]").first.focus()
    for key in ("ArrowRight", "ArrowRight"):
        asked.page.keyboard.press(key)
    with asked.page.expect_response("**/answer/"):
        asked.page.keyboard.press("Enter")
    assert HEXES.action_from(json.loads(asked.posted["action"][0])) == HEXES.legal_actions(state, 0)[2]


def view_box(page: Page) -> list[float]:
    return [float(number) for number in str(page.locator("[data-view] svg").get_attribute("viewBox")).split()]


def test_the_board_is_looked_about_by_buttons_keys_wheel_and_drag(laying: Table):
    page = laying.page
    whole = view_box(page)
    expect(page.get_by_role("button", name="Left", exact=True)).to_be_hidden()
    top = middle_of(page)
    laying.do("Closer")
    near = view_box(page)
    assert middle_of(page) == top
    laying.do("Left")
    assert view_box(page)[0] < near[0]
    laying.do("Right")
    assert near[2] == pytest.approx(whole[2] / 1.4)
    page.locator("[data-view]").focus()
    page.keyboard.press("ArrowLeft")
    assert view_box(page)[0] < near[0]
    page.keyboard.press("0")
    assert view_box(page) == pytest.approx(whole)
    page.locator("[data-view]").hover()
    page.keyboard.down("Control")
    page.mouse.wheel(0, -250)
    page.keyboard.up("Control")
    page.wait_for_function(
        "width => document.querySelector('[data-view] svg').viewBox.baseVal.width < width", arg=near[2]
    )
    before = view_box(page)
    page.mouse.down()
    page.mouse.move(*middle_of(page, 40))
    page.mouse.up()
    assert view_box(page)[0] < before[0]
    expect(page.locator(".hex-cell-chosen")).to_have_count(0)
    laying.do("Whole board")
    assert view_box(page) == pytest.approx(whole)


@pytest.mark.exhaustive("corner cases of composing a run; `make test` composes by mouse, by keys and without a script")
def test_the_end_of_a_drag_chooses_no_cell(context: BrowserContext):
    # As in browsers that give the click to what lies under the pointer.
    context.add_init_script("Element.prototype.setPointerCapture = () => {}")
    page = Table(context, STATE).page
    page.locator("[data-look=closer]").click()
    before = view_box(page)
    page.locator("[data-cell='1,0']").hover()
    page.mouse.down()
    box = page.locator("[data-cell='1,0']").bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2 - 30, box["y"] + box["height"] / 2)
    page.mouse.up()
    assert view_box(page)[0] > before[0]
    expect(page.locator(".hex-cell-chosen")).to_have_count(0)
    page.locator("[data-cell='1,0']").click()
    expect(page.locator(".hex-cell-chosen")).to_have_count(1)


def middle_of(page: Page, right: float = 0) -> tuple[float, float]:
    box = page.locator("[data-view]").bounding_box()
    assert box
    return box["x"] + box["width"] / 2 + right, box["y"] + box["height"] / 2


@pytest.mark.exhaustive("corner cases of composing a run; `make test` composes by mouse, by keys and without a script")
def test_a_run_that_leaves_the_picture_makes_it_grow(laying: Table):
    whole = view_box(laying.page)
    for number, tile in enumerate(["AAAPPP", "AAAFFF", "FSFSFS", "ABCFIS"], start=1):
        laying.hold(tile)
        laying.put(f"{number},0")
        if number < 4:
            laying.do("Lay another beside it")
    grown = view_box(laying.page)
    assert grown[2] > whole[2]
    assert grown[2] / grown[3] == pytest.approx(whole[2] / whole[3])
    assert grown[0] + grown[2] > 4 * 83.1 + 41.6


def test_without_a_script_the_groups_are_open_and_one_hex_is_laid(context: BrowserContext):
    plain = context.browser.new_context(java_script_enabled=False) if context.browser else None
    assert plain
    laying = Table(plain, STATE)
    expect(laying.page.locator("[data-tools]").first).to_be_hidden()
    laying.hold("AAAPPP")
    laying.page.locator("label:has(input[name=cell][value='1,0'])").click()
    laying.page.locator("label:has(#turn-2)").click()
    laying.send("Lay this hex")
    sent = {name: laying.posted[name] for name in ("hex", "cell", "rotation")}
    assert sent == {"hex": ["AAAPPP"], "cell": ["1,0"], "rotation": ["2"]}
    laying.send("Lay nothing")
    assert laying.posted["action"] == ['{"act":"finish"}']
    plain.close()
