"""Hexes as they are drawn, and the page of Hex Auction."""

import random
import re
from collections.abc import Callable
from dataclasses import replace
from html import unescape
from math import hypot
from typing import Any, cast
from xml.etree import ElementTree

import msgspec
import pytest
from django.template import Context, Template

from games.bots.chance import RandomChance
from games.matchview import Asked, Choice, Envelope, MatchView, SeatView
from games.rules.hexes.board import neighbours
from games.rules.hexes.tiles import HEXES
from games.rules.hexes.view import HexObservation
from games.rules.registry import GAMES
from games.templatetags.hex_board import open_cells_of
from games.templatetags.hexes import Band, bands_of, place_of
from tests.site.samples import NAMES, page_of

GAME = GAMES["hexes"]


def reached(wanted: Callable[[Any], bool]) -> tuple[Any, int]:
    """A state met in random play, and a seat that is asked in it."""
    rng, chance = random.Random(3), RandomChance(3)
    state = GAME.initial_state(4, GAME.Options(), chance).state
    while not wanted(state):
        joint = {seat: rng.choice(GAME.legal_actions(state, seat)) for seat in GAME.current_players(state)}
        state = GAME.apply(state, joint, chance).state
    return state, GAME.current_players(state)[0]


def view_of(state: Any, me: int | None) -> MatchView:
    """The view of one seat."""
    seen, asked = GAME.observation(state, me), GAME.current_players(state)
    choices = tuple(
        Choice(msgspec.json.encode(action).decode(), GAME.wording.choice(action, seen), action, chosen=False)
        for action in (GAME.legal_actions(state, me) if me is not None else ())
    )
    question = Asked(9, "Answer", GAME.wording.seal(seen), choices, None, None) if me in asked else None
    seats = tuple(
        SeatView(n, name, n == me, False, Envelope.AWAITED if n in asked else Envelope.NOT_ASKED)
        for n, name in enumerate(NAMES)
    )
    return MatchView(231, "hexes", GAME.title, "running", "turn 3", 8, 8, me, seats, seen, question, (), None, 172800)


LAYING, LAYER = reached(lambda state: state.phase == "lay" and state.turn > 2)


@pytest.mark.parametrize("tile", HEXES)
def test_every_hex_is_drawn_with_its_name_and_letters(tile: str):
    source = "{% load hexes %}{% hex tile rotation=1 %}"
    drawn = ElementTree.fromstring(Template(source).render(Context({"tile": tile})))
    letters = "".join(text.text or "" for text in drawn.iter("{http://www.w3.org/2000/svg}text"))
    assert letters == tile[-1] + tile[:-1]
    assert drawn.get("aria-label")


def test_bands_go_clockwise_from_the_right():
    right, *_, upper_right = bands_of("ABCFIP")
    assert (right.letter, float(right.x) > 0, float(right.y)) == ("A", True, 0.0)
    assert (upper_right.letter, float(upper_right.x) > 0, float(upper_right.y) < 0) == ("P", True, True)


@pytest.mark.parametrize("band", bands_of("ABCFIP"))
def test_a_letter_stands_in_the_middle_of_its_band(band: Band):
    corners = [tuple(map(float, corner.split())) for corner in band.path.strip("Mz").split("L")]
    middle = [sum(numbers) / 4 for numbers in zip(*corners, strict=True)]
    assert (float(band.x), float(band.y)) == pytest.approx(middle, abs=1.5)


def test_neighbours_touch():
    middle = place_of((2, -1))
    away = [hypot(x - middle[0], y - middle[1]) for x, y in map(place_of, neighbours((2, -1)))]
    assert away == pytest.approx([83.14] * 6, abs=0.01)


@pytest.mark.parametrize("phase", ["bid", "take"])
def test_bids_and_choices_are_radio_buttons(phase: str):
    state, me = reached(lambda state: state.phase == phase and state.turn > 2)
    page = page_of(view_of(state, me))
    values = [unescape(value) for value in re.findall(r'name="action" id="[^"]+" value="([^"]*)"', page)]
    assert values == [msgspec.json.encode(action).decode() for action in GAME.legal_actions(state, me)]


def test_every_way_to_lay_is_in_the_list():
    page = page_of(view_of(LAYING, LAYER))
    values = [unescape(value) for value in re.findall(r'<option value="([^"]*)"', page)]
    assert values == [msgspec.json.encode(action).decode() for action in GAME.legal_actions(LAYING, LAYER)]


def test_a_lay_composed_on_the_board_is_legal():
    page = page_of(view_of(LAYING, LAYER))
    fields = {
        name: re.findall(rf'name="{name}" id="[^"]+" value="([^"]*)"', page) for name in ("hex", "cell", "rotation")
    }
    assert len(fields["rotation"]) == 6
    for cell in fields["cell"]:
        chosen = {name: [cell if name == "cell" else values[0]] for name, values in fields.items()}
        assert GAME.action_from(GAME.read_form(chosen)) in GAME.legal_actions(LAYING, LAYER)


def test_finishing_needs_no_hex():
    page = page_of(view_of(LAYING, LAYER))
    assert re.search(r'name="action" value="{&quot;act&quot;:&quot;finish&quot;}" formnovalidate>', page)


def test_open_cells_are_shown_to_who_is_laying_alone():
    view = view_of(LAYING, LAYER)
    assert page_of(view).count('class="hex-cell"') == len(open_cells_of(cast(HexObservation, view.seen)))
    assert 'class="hex-cell"' not in page_of(view_of(LAYING, None))
    assert 'class="hex-cell"' not in page_of(replace(view, step=3))


def test_the_board_is_told_in_words():
    page = page_of(view_of(LAYING, None))
    assert len(re.findall(r"<li>\(-?\d+, -?\d+\): ", page)) == len(LAYING.board)


@pytest.mark.parametrize("viewer", [LAYER, None])
def test_ids_are_unique_and_nothing_is_inline(viewer: int | None):
    page = page_of(view_of(LAYING, viewer))
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert sorted(ids) == sorted(set(ids))
    assert not re.search(r'\sstyle="|\son[a-z]+="', page)
