"""The board of Hex Auction under a finger: cells that are too small come near first."""

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.browser.on_pieces import OPEN_CELLS
from tests.games.hexes.samples import reached
from tests.games.hexes.test_composing_a_run import Table

pytestmark = pytest.mark.long("the board on a phone with touch, in a browser")

FINGER = 44
PHONE: ViewportSize = {"width": 390, "height": 844}
CROWDED = reached(lambda state: state.phase == "lay" and len(state.board) > 25 and state.to_move[0] == 0, 4)


@pytest.mark.parametrize("touch", [True, False], ids=["finger", "mouse"])
def test_a_tap_on_cells_too_small_for_a_finger_brings_them_near_and_the_next_one_chooses(
    browser: Browser, touch: bool
) -> None:
    context = browser.new_context(viewport=PHONE, has_touch=True)
    laying = Table(context, CROWDED)
    laying.hold(CROWDED.hands[0][0])
    cell, chosen = laying.page.locator("[data-cell]").first, laying.page.locator(".hex-cell-chosen")
    box = cell.bounding_box()
    assert box
    assert box["width"] < FINGER
    if not touch:
        cell.click()
        expect(chosen).to_have_count(1)
        return
    cell.tap()
    box = cell.bounding_box()
    assert box
    assert box["width"] >= FINGER - 1
    expect(chosen).to_have_count(0)
    cell.tap()
    expect(chosen).to_have_count(1)
    assert laying.complaints == []
    context.close()


def test_a_board_looked_at_too_closely_to_see_an_open_cell_is_shown_whole(browser: Browser) -> None:
    context = browser.new_context(viewport=PHONE, has_touch=True)
    laying = Table(context, CROWDED)
    page, svg = laying.page, laying.page.locator("[data-view] svg")
    whole = svg.get_attribute("viewBox")
    closer = page.get_by_role("button", name="Closer", exact=True)
    for _ in range(7):
        closer.tap()
    page.locator("[data-view]").focus()
    for _ in range(12):
        if page.evaluate(OPEN_CELLS) == []:
            break
        page.keyboard.press("ArrowLeft")
    assert page.evaluate(OPEN_CELLS) == []
    assert page.locator("[data-cell]").count()
    laying.hold(CROWDED.hands[0][0])
    assert page.evaluate(OPEN_CELLS)
    assert svg.get_attribute("viewBox") == whole
    context.close()
