"""Poker hands of tiles and a die (T7)."""

from itertools import combinations

import pytest

from games.tp5.rules.hands import (
    FIVE,
    FLUSH,
    FOUR,
    FULL_HOUSE,
    HIGH,
    PAIR,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE,
    TWO_PAIRS,
    best_five,
    hand_with_die,
    hand_words,
    rank_of,
)
from games.tp5.rules.values import VALUE_OF


def tiles(words: str) -> tuple[str, ...]:
    return tuple(words.split())


@pytest.mark.parametrize(
    ("claimed", "die", "kind", "words"),
    [
        ("S5 M5 C5 A5", 5, FIVE, "five of a kind, fives, with the die as a five of Suns"),
        ("S2 S3 S4 S5", 6, STRAIGHT_FLUSH, "straight flush, ace high, with the die as an ace of Suns"),
        ("Sn M3 C3 A3", 3, FOUR, "four of a kind, threes, with the die as a three of Suns"),
        ("M5 C5 S3 M3", 5, FULL_HOUSE, "full house, fives over threes, with the die as a five of Suns"),
        ("Mn M2 M3 Ma", 4, FLUSH, "flush, ace high, with the die as a four of Moons"),
        ("Sn M2 C3 A4", 5, STRAIGHT, "straight, five high, with the die as a five of Suns"),
        ("Sn Mn C3 A4", 1, THREE, "three of a kind, nulls, with the die as a null of Crowns"),
        ("Sa Ma C3 A4", 3, TWO_PAIRS, "two pairs, aces and threes, with the die as a three of Suns"),
        ("S2 M4 C5 Aa", 2, PAIR, "pair of twos, with the die as a two of Moons"),
        ("S2 M4 C5 Aa", 1, HIGH, "high tile, ace, with the die as a null of Suns"),
    ],
)
def test_t7_every_kind_of_hand(claimed: str, die: int, kind: int, words: str) -> None:
    hand = hand_with_die(tiles(claimed), die)
    assert hand.rank[0] == kind
    assert hand_words(hand) == words


def test_t7_kinds_rank_as_in_poker_with_five_of_a_kind_on_top() -> None:
    weakest_first = [HIGH, PAIR, TWO_PAIRS, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH, FIVE]
    assert weakest_first == sorted(weakest_first)
    assert rank_of((2, 2, 2, 1, 1), False) > rank_of((6, 5, 4, 3, 1), True)


def test_t7_null_is_1_and_ace_is_6() -> None:
    assert [VALUE_OF["S" + rank] for rank in "n2345a"] == [1, 2, 3, 4, 5, 6]


def test_t7_straights_do_not_wrap() -> None:
    assert rank_of((5, 4, 3, 2, 1), False)[0] == STRAIGHT
    assert rank_of((6, 5, 4, 3, 2), False)[0] == STRAIGHT
    for values in ((6, 4, 3, 2, 1), (6, 5, 3, 2, 1), (6, 5, 4, 2, 1), (6, 5, 4, 3, 1)):
        assert rank_of(values, False)[0] == HIGH


def test_t7_ties_by_the_values_that_make_the_hand_then_the_rest() -> None:
    assert rank_of((3, 3, 3, 2, 2), False) > rank_of((6, 6, 2, 2, 2), False)
    assert rank_of((5, 5, 2, 2, 1), False) > rank_of((4, 4, 3, 3, 6), False)
    assert rank_of((6, 4, 4, 3, 1), False) > rank_of((5, 4, 4, 3, 2), False)
    assert rank_of((6, 4, 4, 3, 2), False) > rank_of((6, 4, 4, 3, 1), False)
    assert rank_of((4, 4, 4, 2, 1), False) > rank_of((6, 5, 3, 3, 3), False)


def test_t7_suits_have_no_order() -> None:
    suns, arms = hand_with_die(tiles("Sn S2 S3 S5"), 6), hand_with_die(tiles("An A2 A3 A5"), 6)
    assert suns.rank == arms.rank
    assert suns.die != arms.die


def test_t7_two_piecepacks_a_flush_with_a_pair_in_it_ranks_as_a_flush() -> None:
    paired = hand_with_die(tiles("S5 S5 S3 S2"), 6)
    assert paired.rank == (FLUSH, 6, 5, 5, 3, 2)
    assert paired.rank > hand_with_die(tiles("S5 S4 S3 S2"), 1).rank[:0]
    assert hand_with_die(tiles("S5 S4 Sn S2"), 6).rank < paired.rank
    assert hand_with_die(tiles("S5 S5 S2 Sn"), 6).rank < paired.rank


def test_t7_two_piecepacks_the_better_kind_counts() -> None:
    assert hand_with_die(tiles("S5 S5 S3 S3"), 5).rank[0] == FULL_HOUSE
    assert hand_with_die(tiles("S5 S5 M5 C5"), 5).rank[0] == FIVE


@pytest.mark.parametrize(
    ("claimed", "kind"),
    [("", HIGH), ("S5", PAIR), ("S5 M5", THREE), ("S5 M5 C5", FOUR), ("S3 M3 S5", TWO_PAIRS), ("S2 S3 S4", HIGH)],
)
def test_t7_fewer_than_five_tiles_make_no_straight_flush_or_full_house(claimed: str, kind: int) -> None:
    assert hand_with_die(tiles(claimed), 5).rank[0] == kind


def test_t7_a_missing_tile_is_lower_than_any() -> None:
    assert hand_with_die(tiles("Sn"), 5).rank > hand_with_die((), 5).rank
    assert hand_with_die(tiles("S4 M4 Sn"), 5).rank > hand_with_die(tiles("S4 M4"), 5).rank


def test_t7_an_empty_hand_is_the_lowest() -> None:
    empty = best_five(())
    assert empty.rank < best_five(tiles("Sn")).rank
    assert hand_words(empty) == "no tile at all"


def test_t7_the_dies_suit_completes_a_flush_for_one_and_not_for_another() -> None:
    suited, mixed = hand_with_die(tiles("Cn C2 C4 C5"), 6), hand_with_die(tiles("Sn C2 C4 C5"), 6)
    assert suited.rank[0] == FLUSH
    assert suited.die == "Ca"
    assert mixed.rank[0] == HIGH


def test_the_die_makes_no_other_tile_wild() -> None:
    """The choice of its suit does not go back: three of a suit and the die are no flush with a fourth of another."""
    assert hand_with_die(tiles("S2 S3 S4 M5"), 6).rank[0] == STRAIGHT


@pytest.mark.parametrize(
    ("eight", "expected", "picked"),
    [
        ("Sn S2 S3 S4 S5 M5 C5 A5", STRAIGHT_FLUSH, "S5 S4 S3 S2 Sn"),
        ("Sn S2 S4 S5 Sa M5 C5 Mn", FULL_HOUSE, ""),
        ("Sn S2 S4 S5 Sa M5 Ca Mn", FLUSH, "Sa S5 S4 S2 Sn"),
        ("Sa Ma Ca S5 M5 C5 Sn Mn", FULL_HOUSE, ""),
        ("S2 M3 C4 A5 Sa Mn Cn An", STRAIGHT, ""),
        ("S2 M2 C2 A2 S2 M2 C3 A3", FIVE, ""),
    ],
)
def test_t7_the_best_five_of_eight(eight: str, expected: int, picked: str) -> None:
    hand = best_five(tiles(eight))
    assert hand.rank[0] == expected
    assert hand.die is None
    assert len(hand.tiles) == 5
    if picked:
        assert hand.tiles == tiles(picked)


def test_the_best_five_is_the_best_of_all_picks() -> None:
    """Against the plain way: rank every pick of five."""
    for number in range(60):
        eight = [("SMCA"[(number * i + i // 3) % 4] + "n2345a"[(number + i * i) % 6]) for i in range(8)]
        ranks = []
        for pick in combinations(eight, 5):
            values = tuple(sorted((VALUE_OF[tile] for tile in pick), reverse=True))
            ranks.append(rank_of(values, len({tile[0] for tile in pick}) == 1))
        assert best_five(tuple(eight)).rank == max(ranks)


def test_fewer_than_five_without_the_die() -> None:
    assert best_five(tiles("S5 M5")).rank == (PAIR, 5, 5, 0, 0, 0)
