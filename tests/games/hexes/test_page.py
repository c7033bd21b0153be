"""The page of Hex Auction: what it offers and shows, and to whom."""

import re
from dataclasses import replace
from html import unescape

import msgspec
import pytest

from engine.view import MatchView
from games.hexes.rules import HEXES
from games.hexes.rules.state import HexState
from games.hexes.rules.tiles import hex_words
from games.hexes.templatetags.hex_board import open_cells_of, order_of
from tests.games.hexes.samples import NAMES, about_to_lay, asked_of, reached, view_of
from tests.games.hexes.tables import table
from tests.site.samples import page_of

LAYING = about_to_lay()
STATES = {
    "first bid": reached(lambda state: True),
    "bid at two": reached(lambda state: state.turn > 3, seats=2),
    "bid at six": reached(lambda state: state.turn > 2, seats=6),
    "take": reached(lambda state: state.phase == "take" and state.turn > 2),
    "last but one takes": reached(lambda state: state.phase == "take" and len(state.to_move) == 2),
    "lay": LAYING,
    "within a run": reached(lambda state: state.run > 0),
    "over": reached(lambda state: False),
}
every_state = pytest.mark.parametrize("state", STATES.values(), ids=STATES.keys())


def who(state: HexState) -> int:
    """A seat that is asked, or the first."""
    return next(iter(HEXES.current_players(state)), 0)


def views(state: HexState) -> dict[str, MatchView]:
    """The same state, as every viewer sees it."""
    mine = view_of(state, who(state))
    sealed = replace(mine, asked=asked_of(state, who(state), 0)) if mine.asked else mine
    return {"seat": mine, "spectator": view_of(state, None), "replay": replace(mine, step=3), "sealed": sealed}


@every_state
def test_every_legal_answer_can_be_chosen_without_a_script(state: HexState):
    page = page_of(view_of(state, who(state)))
    values = [unescape(value) for value in re.findall(r'name="action" id="[^"]+" value="([^"]*)"', page)]
    asked = HEXES.legal_actions(state, who(state))
    assert values == [msgspec.json.encode(action).decode() for action in asked]


@every_state
@pytest.mark.parametrize("viewer", ["seat", "spectator", "replay", "sealed"])
def test_ids_are_unique_and_nothing_is_inline(state: HexState, viewer: str):
    page = page_of(views(state)[viewer])
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert sorted(ids) == sorted(set(ids))
    assert not re.search(r'\sstyle="|\son[a-z]+="', page)
    assert not re.search(r"<script(?![^>]* src=)|<style", page)


@every_state
@pytest.mark.parametrize("viewer", ["seat", "spectator", "replay", "sealed"])
def test_every_reference_within_the_page_finds_its_piece(state: HexState, viewer: str):
    page = page_of(views(state)[viewer])
    used = set(re.findall(r'<use[^>]* href="#([^"]+)"', page)) | set(re.findall(r"url\(#([^)]+)\)", page))
    assert used <= set(re.findall(r'\sid="([^"]+)"', page))
    assert any(name.startswith("edge-") for name in used)


@every_state
@pytest.mark.parametrize("viewer", ["seat", "spectator", "replay", "sealed"])
def test_no_hex_of_the_bag_is_on_the_page(state: HexState, viewer: str):
    page = unescape(page_of(views(state)[viewer])).lower()
    words = re.sub(r"<[^>]+>", " ", page)
    assert not [tile for tile in state.bag if f"the {hex_words(tile)}".lower() in words or f'"{tile.lower()}"' in page]


@every_state
def test_points_tokens_and_hands_of_all_are_shown(state: HexState):
    page = page_of(view_of(state, None))
    seats = page.partition('<ul class="seats">')[2].partition("</ul>")[0].split('<li class="seat"')[1:]
    assert len(seats) == state.seats
    for seat, shown in enumerate(seats):
        assert f"points </span>{state.points[seat]}<" in shown
        coins = re.search(r'<span class="coins"> <span class="tabular" aria-hidden="true">(\d+)', shown)
        assert coins
        assert int(coins[1]) == state.tokens[seat]
        labels = re.findall(r'class="hex"[^>]* aria-label="([^"]+)"', shown)
        assert [label.lower() for label in labels] == [hex_words(tile).lower() for tile in state.hands[seat]]


def test_a_placement_composed_of_the_groups_is_legal():
    page = page_of(view_of(LAYING, who(LAYING)))
    names = ("hex", "cell", "rotation")
    fields = {name: re.findall(rf'name="{name}" id="[^"]+" value="([^"]*)"', page) for name in names}
    assert len(fields["rotation"]) == 6
    assert len(fields["hex"]) == len(LAYING.hands[who(LAYING)])
    assert set(names) < HEXES.form_fields
    for cell in fields["cell"]:
        chosen = {name: [cell if name == "cell" else values[0]] for name, values in fields.items()}
        assert HEXES.action_from(HEXES.read_form(chosen)) in HEXES.legal_actions(LAYING, who(LAYING))


def test_finishing_needs_no_hex():
    page = page_of(view_of(LAYING, who(LAYING)))
    form = re.search(r'<form id="finish".*?</form>', page, re.DOTALL)
    assert form
    assert 'name="action" value="{&quot;act&quot;:&quot;finish&quot;}"' in form[0]
    assert re.search(r'<button type="submit"[^>]* form="finish"[^>]*>Lay nothing</button>', page)


def test_who_may_not_finish_is_not_offered_it():
    state = about_to_lay(hexes=4, limit=3)
    page = page_of(view_of(state, who(state)))
    assert 'form="finish"' not in page
    assert 'data-limit="3"' in page


def test_open_cells_are_shown_to_who_is_laying_alone():
    view = view_of(LAYING, who(LAYING))
    cells = page_of(view).count('class="hex-cell"')
    assert cells == len(open_cells_of(view.seen)) > 5  # type: ignore[arg-type]
    assert 'class="hex-cell"' not in page_of(view_of(LAYING, None))
    assert 'class="hex-cell"' not in page_of(replace(view, step=3))


@pytest.mark.parametrize("state", [LAYING, STATES["within a run"]])
def test_open_cells_fit_into_the_picture(state: HexState):
    page = page_of(view_of(state, who(state)))
    cells = re.findall(r'class="hex-cell"[^>]*translate\(([-\d.]+) ([-\d.]+)\)', page)
    box = re.search(r'data-view[^>]*><svg[^>]* viewBox="(\S+) (\S+) (\S+) (\S+)"', page)
    assert cells
    assert box
    left, top, width, height = map(float, box.groups())
    for x, y in cells:
        assert left + 41.5 <= float(x) <= left + width - 41.5
        assert top + 48 <= float(y) <= top + height - 48


def test_bids_are_coins_in_the_order_of_play():
    state = table([("AAABBB",), ("AAACCC",), ("AAAFFF",)], bids=(2, 0, 5), order=(2, 0, 1), to_move=(0, 2))
    seen = HEXES.observation(state, None)
    turns = [(turn.player, turn.bid, turn.state) for turn in order_of(seen)]
    assert turns == [(1, 0, "done"), (0, 2, "now"), (2, 5, "later")]
    order = re.search(r'<ol class="order-row".*?</ol>', page_of(view_of(state, None)), re.DOTALL)
    assert order
    assert re.findall(r'aria-label="(\d+ tokens?)"', order[0]) == ["0 tokens", "2 tokens", "5 tokens"]
    assert re.findall("|".join(NAMES), order[0]) == ["Odile", "Marek", "Yuki"]


def test_the_board_is_told_in_words():
    page = page_of(view_of(LAYING, None))
    assert len(re.findall(r"<li>(?:In the middle|\d[^<]* of the first hex): ", page)) == len(LAYING.board)


def test_bids_alone_are_said_to_be_secret():
    page = page_of(view_of(STATES["first bid"], 0))
    assert "Change it until the last envelope is in." in page
    assert "Nobody, moderators included, can read your answer before the round closes." in page
    page = page_of(view_of(LAYING, who(LAYING)))
    assert "Your answer counts at once." in page
    assert "Nobody, moderators included" not in page


@every_state
@pytest.mark.parametrize("viewer", ["seat", "spectator", "replay", "sealed"])
def test_what_is_up_for_auction_is_shown_once_on_the_mat_or_as_choices(state: HexState, viewer: str):
    page = page_of(views(state)[viewer])
    mat = re.search(r'<ul class="drawn-row".*?</ul>', page, re.DOTALL)
    choosing = viewer in {"seat", "sealed"} and state.phase == "take"
    assert bool(mat) == (bool(state.drawn) and not choosing)
    if mat:
        labels = re.findall(r'aria-label="([^"]+)"', mat[0])[-len(state.drawn) :]
        assert [label.lower() for label in labels] == [hex_words(tile).lower() for tile in state.drawn]


@every_state
def test_pot_bag_and_specials_are_told_on_the_mat(state: HexState):
    stock = re.search(r'<ul class="stock">.*?</ul>', page_of(view_of(state, None)), re.DOTALL)
    assert stock
    seen = HEXES.observation(state, None)
    wanted = [str(count) for count in (state.pot, len(state.bag), seen.specials)]
    assert re.findall(r"<strong>(\d+)</strong>", stock[0]) == wanted


def test_a_page_that_asks_has_one_question_of_at_most_twelve_words():
    for state in STATES.values():
        question = re.search(r'<div class="ask-head">\s*<h2>(.*?)</h2>', page_of(view_of(state, who(state))))
        assert bool(question) == (state.phase != "over")
        assert not question or len(question[1].split()) <= 12


def test_the_list_of_keys_has_those_that_turn_a_hex():
    keys = page_of(view_of(LAYING, None)).partition('id="keys"')[2]
    assert "Turn the hex right or left" in keys


def test_places_are_named_by_number_and_never_by_coordinates():
    page = page_of(view_of(LAYING, who(LAYING)))
    names = re.findall(r'name="cell"[^>]* aria-label="([^"]+)"', page)
    assert names == [f"Place {number}" for number in range(1, len(names) + 1)]
