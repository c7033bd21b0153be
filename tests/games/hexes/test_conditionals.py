"""Conditional moves of Hex Auction find the answer that their words say, from facts that hold."""

import pytest
from django.utils import translation
from msgspec.structs import replace

from engine.conditional_move_words import conditional_move_words, validate_move
from engine.conditional_moves import ConditionalMove, Preference
from engine.names import ReaderNames
from foundation.drawings import drawing_of
from games.hexes.rules import HEXES
from games.hexes.rules.actions import FINISH, Bid, Place, Take
from games.hexes.rules.board import Laid
from games.hexes.rules.tiles import SPECIALS
from games.hexes.rules.wording import points_of_placing
from matches.templatetags.drawn_pieces import with_pieces
from piecepack_site.languages import OFFERED_LANGUAGES
from tests.engine.patterns import fact, found
from tests.games.hexes.tables import FIRST, bidding, places_of, table

LAYING = table([("PSPSPS", "AAABBB"), ("FFFIII",)])


@pytest.mark.parametrize(("most", "tokens"), [(3, 3), (9, 5), (0, 0)])
def test_all_tokens_up_to_a_limit(most: int, tokens: int) -> None:
    assert found(HEXES, bidding((5, 5, 5)), 0, "share", most) == Bid(tokens)


def test_the_placement_that_scores_most_if_that_is_enough() -> None:
    seen = HEXES.observation(LAYING, 0)
    best = max(points_of_placing(place, seen) for place in places_of(LAYING, 0))
    answer = found(HEXES, LAYING, 0, "gains", best)
    assert isinstance(answer, Place) and points_of_placing(answer, seen) == best > 0
    assert found(HEXES, LAYING, 0, "gains", best + 1) is None


def test_the_hex_that_fits_the_board_best() -> None:
    state = replace(
        LAYING, phase="take", hands=((), ()), drawn=("AAABBB", "PSPSPS"), to_move=(0, 1), bids=(1, 0), order=(0, 1)
    )
    assert found(HEXES, state, 0, "fits") == Take("PSPSPS")


def test_facts_are_those_of_the_table() -> None:
    board = (FIRST, Laid(SPECIALS[0], 1, 0, 0))
    state = replace(LAYING, tokens=(4, 2), pot=3, points=(7, 5), run=1, board=board)
    names = ("tokens", "pot", "hand", "specials", "run", "points", "lead", "bag")
    assert [fact(HEXES, state, 0, name) for name in names] == [4, 3, 2, 1, 1, 7, 2, len(state.bag)]


def test_answers_can_be_given_ahead_for_what_may_come() -> None:
    state = replace(bidding((2, 5)), drawn=("AAABBB", "PSPSPS"))
    ahead = HEXES.conditionals.ahead(HEXES.observation(state, 0), 0)
    assert ahead["bid"] == (Bid(0), Bid(1), Bid(2))
    assert ahead["take"] == (Take("AAABBB"), Take("PSPSPS"))
    assert ahead["lay"] == (FINISH,)


@pytest.mark.parametrize("language", OFFERED_LANGUAGES)
@pytest.mark.parametrize("tile", ["AAABBB", "PSPSPS", "AABBCC", SPECIALS[0]])
def test_a_hex_is_drawn_where_a_conditional_move_names_it(tile: str, language: str) -> None:
    state = replace(bidding((2, 5)), drawn=(tile,))
    move = ConditionalMove("take", (Preference(action={"act": "take", "hex": tile}),))
    with translation.override(language):
        valid = validate_move(HEXES, move, HEXES.observation(state, 0), ReaderNames(["Ana", "Ben"], 0))
        said = with_pieces(conditional_move_words(HEXES.conditionals, valid))
        assert said.count("inline-piece") == 1
        assert drawing_of(f"x{tile}") in said
