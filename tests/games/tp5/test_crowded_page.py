"""TP5 with twelve at the table, and with all phestivities to choose from: each kind of decision fits one window."""

import pytest
from playwright.sync_api import BrowserContext

from bench.fold import DESKTOP, PHONE, lowest_edge
from tests.games.tp5.page_tables import at
from tests.games.tp5.test_page import MOMENTS, asked_page
from tests.support.still_pages import still_page

AT_TWELVE = [(phase, 12, in_play) for phase, _, in_play in MOMENTS.values() if phase != "over"]
CENTRE = "centering_in"
"""At twelve all tiles are dealt, so none can lie in the centre."""
CROWDS = [("choose", 4, ()), ("claim", 10, (CENTRE,)), *(crowd for crowd in AT_TWELVE if CENTRE not in crowd[2])]


@pytest.mark.exhaustive("rare crowds; bench/fold.py measures what players meet")
@pytest.mark.parametrize("crowd", dict.fromkeys(CROWDS), ids=str)
def test_a_decision_in_a_crowd_fits_one_window(
    crowd: tuple[str, int, tuple[str, ...]], context: BrowserContext
) -> None:
    phase, players, in_play = crowd
    page = still_page(context, asked_page(at(phase, players, *in_play)))
    assert lowest_edge(page, DESKTOP) <= DESKTOP.height
    assert lowest_edge(page, PHONE) <= PHONE.height
