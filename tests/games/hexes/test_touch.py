"""The board of Hex Auction under a finger: cells that are too small come near first."""

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.games.hexes.samples import reached
from tests.games.hexes.test_composing_a_run import Table

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
