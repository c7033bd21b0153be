"""The 84 hexes and how they lie."""

from collections import Counter
from itertools import combinations

import pytest

from games.hexes.rules import HEXES as GAME
from games.hexes.rules.actions import placements
from games.hexes.rules.board import DIRECTIONS, OPPOSITE, Laid, neighbours
from games.hexes.rules.tiles import COLOURS, HEXES, LETTERS, ROTATIONS, SPECIALS, TURNED, hex_words
from tests.games.hexes.tables import CHANCE


def test_there_are_84_different_hexes_in_four_patterns():  # H1
    assert len(HEXES) == len(set(HEXES)) == 84
    assert Counter("".join(str(sorted(tile).index(c)) for c in tile) for tile in HEXES) == Counter(
        {"000333": 21, "030303": 21, "002244": 35, "012345": 7}
    )


def test_every_pair_triple_and_left_out_colour_comes_once():  # H1
    shown = Counter(frozenset(tile) for tile in HEXES)
    assert {colours: count for colours, count in shown.items() if len(colours) == 2} == {
        frozenset(pair): 2 for pair in combinations("ABCFIPS", 2)
    }
    assert {colours: count for colours, count in shown.items() if len(colours) == 3} == {
        frozenset(triple): 1 for triple in combinations("ABCFIPS", 3)
    }
    assert SPECIALS == ("BCFIPS", "ACFIPS", "ABFIPS", "ABCIPS", "ABCFPS", "ABCFIS", "ABCFIP")


def test_no_colour_is_favoured():  # H1
    edges = Counter("".join(HEXES))
    assert set(edges.values()) == {84 * 6 // 7}
    assert LETTERS == "ABCFIPS"
    assert COLOURS == ("Amber", "Blue", "Clay", "Fern", "Ink", "Plum", "Sky")


def test_a_turn_moves_the_colour_of_edge_i_to_edge_i_plus_k():  # H2
    for tile in HEXES:
        for k in range(6):
            assert all(TURNED[tile][k][(i + k) % 6] == tile[i] for i in range(6))


@pytest.mark.parametrize(
    ("tile", "rotations"),
    [
        ("AAABBB", (0, 1, 2, 3, 4, 5)),
        ("ABABAB", (0, 1)),
        ("AABBCC", (0, 1, 2, 3, 4, 5)),
        ("BCFIPS", (0, 1, 2, 3, 4, 5)),
    ],
)
def test_turnings_that_look_alike_are_one_the_smallest(tile, rotations):  # H2
    assert ROTATIONS[tile] == rotations
    assert [place.rotation for place in placements(tile, (1, 0))] == list(rotations)


def test_neighbours_go_clockwise_from_the_right_with_r_downward():  # H2
    assert neighbours((0, 0)) == ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
    for edge, (q, r) in enumerate(DIRECTIONS):
        assert neighbours((q, r))[OPPOSITE[edge]] == (0, 0)


def test_the_first_hex_lies_in_the_middle_unturned():  # H2
    (first,) = GAME.initial_state(4, GAME.Options(), CHANCE).state.board
    assert (first.q, first.r, first.rotation) == (0, 0, 0)
    assert first.colours == first.hex


def test_colours_as_a_hex_lies():
    assert Laid("AABBCC", 0, 0, 1).colours == "CAABBC"
    assert Laid("BCFIPS", 0, 0, 0).special
    assert not Laid("AABBCC", 0, 0, 0).special


@pytest.mark.parametrize(
    ("tile", "words"),
    [
        ("AAASSS", "halved Amber and Sky hex"),
        ("ASASAS", "alternating Amber and Sky hex"),
        ("AACCSS", "Amber, Clay and Sky hex"),
        ("ABCFIS", "special without Plum"),
    ],
)
def test_names_of_hexes(tile, words):
    assert hex_words(tile) == words
    assert len({hex_words(other) for other in HEXES}) == 84
