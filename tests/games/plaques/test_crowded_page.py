"""Concealed Draw with a crowded centre: everything that can be taken fits one window."""

import random
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from playwright.sync_api import BrowserContext, Route, expect

from bench.fold import DESKTOP, PHONE, lowest_edge
from engine.quick_chance import RandomChance
from games.plaques.rules.concealed.game import CONCEALED_DRAW
from tests.games.plaques.page_samples import view_of
from tests.site.samples import page_of

HOME = "http://127.0.0.1:9"
CROWD = 25


def crowded(players: int) -> Any:
    """A state in which nobody took from the centre or declared until it was crowded."""
    rng, chance = random.Random(players), RandomChance(players)
    state = CONCEALED_DRAW.initial_state(players, CONCEALED_DRAW.Options(), chance).state
    while len(state.centre) < CROWD or state.phase != "draw":
        joint = {}
        for seat in CONCEALED_DRAW.current_players(state):
            legal = CONCEALED_DRAW.legal_actions(state, seat)
            calm = [action for action in legal if type(action).__name__ not in ("Declare", "Take")]
            joint[seat] = rng.choice(calm or legal)
        state = CONCEALED_DRAW.apply(state, joint, chance).state
    return state


@pytest.mark.exhaustive("a rare crowd; bench/fold.py measures what players meet")
def test_a_crowded_centre_fits_one_window(context: BrowserContext) -> None:
    state = crowded(4)
    html = page_of(view_of(CONCEALED_DRAW, state, CONCEALED_DRAW.current_players(state)[0]), "matches/table.html")

    def serve(route: Route) -> None:
        path = route.request.url.removeprefix(HOME)
        if path.startswith("/static/"):
            route.fulfill(path=Path(str(finders.find(path.removeprefix("/static/")))))
        else:
            route.fulfill(body=html, content_type="text/html; charset=utf-8")

    context.route(f"{HOME}/**", serve)
    page = context.new_page()
    page.goto(f"{HOME}/table/214/")
    expect(page.locator(".draw-picks label:has(input)")).to_have_count(CROWD + 2)
    assert lowest_edge(page, DESKTOP) <= DESKTOP.height
    assert lowest_edge(page, PHONE) <= PHONE.height
