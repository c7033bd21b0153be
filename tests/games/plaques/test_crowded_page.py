"""Concealed Draw with a crowded centre: everything that can be taken fits one window."""

import random
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, expect

from bench.fold import DESKTOP, PHONE, lowest_edge
from engine.quick_chance import RandomChance
from games.plaques.rules.concealed.game import CONCEALED_DRAW
from tests.games.plaques.page_samples import view_of
from tests.site.samples import page_of
from tests.support.still_pages import still_page

FINGER = 44


def crowded(players: int, crowd: int) -> Any:
    """A state in which nobody took from the centre or declared until it was crowded."""
    rng, chance = random.Random(players), RandomChance(players)
    state = CONCEALED_DRAW.initial_state(players, CONCEALED_DRAW.Options(), chance).state
    while len(state.centre) < crowd or state.phase != "draw":
        joint = {}
        for seat in CONCEALED_DRAW.current_players(state):
            legal = CONCEALED_DRAW.legal_actions(state, seat)
            calm = [action for action in legal if type(action).__name__ not in ("Declare", "Take")]
            joint[seat] = rng.choice(calm or legal)
        state = CONCEALED_DRAW.apply(state, joint, chance).state
    return state


@pytest.mark.exhaustive("a rare crowd; bench/fold.py measures what players meet")
@pytest.mark.parametrize(("players", "crowd"), [(3, 21), (4, 17), (4, 25), (6, 25), (6, 27)])
def test_a_crowded_centre_fits_one_window(players: int, crowd: int, context: BrowserContext) -> None:
    state = crowded(players, crowd)
    asked = CONCEALED_DRAW.current_players(state)[0]
    page = still_page(context, page_of(view_of(CONCEALED_DRAW, state, asked), "matches/table.html"))
    choices = page.locator("label:has(input[name=action])")
    expect(choices).to_have_count(crowd + 2)
    for window in (DESKTOP, PHONE):
        assert lowest_edge(page, window) <= window.height
        sizes = choices.evaluate_all("all => all.map(one => [one.offsetWidth, one.offsetHeight])")
        assert min(min(size) for size in sizes) >= FINGER, sizes
    expect(page.locator(".tab-row")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("crowd", [2, 8])
def test_what_may_be_drawn_lies_on_the_mat_alone(crowd: int, context: BrowserContext) -> None:
    state = crowded(3, crowd)
    asked = CONCEALED_DRAW.current_players(state)[0]
    page = still_page(context, page_of(view_of(CONCEALED_DRAW, state, asked), "matches/table.html"))
    for window in (DESKTOP, PHONE):
        page.set_viewport_size({"width": window.width, "height": window.height})
        assert page.locator(".plaque-table label:has(input) svg:visible").count() == crowd + 1
        assert page.locator("#answer label:has(svg:visible)").count() == 0
        assert lowest_edge(page, window) <= window.height
