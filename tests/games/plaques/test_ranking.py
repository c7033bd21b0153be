"""The house ranking and its words."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.plaques.rules.explain import best_hand, hand_words
from games.plaques.rules.pieces import (
    DRAGONS,
    EMBLEMS,
    LONERS,
    PLAQUES,
    REALM_NAMES,
    SUITED,
    is_military,
    plaque_title,
    plaque_words,
)
from games.plaques.rules.prospects import most_promising, prospect
from games.plaques.rules.ranking import (
    HOUSE_RANKING,
    best_of,
    category_of,
    ranks_of,
    strength,
    strengths_with,
    strengths_without,
)
from games.plaques.rules.seats import without
from tests.games.plaques.brute import ORDER, best_value

EXAMPLES = {
    "five_of_a_kind": "A5 B5 C5 D5 E5 A1 B2",
    "straight_flush": "A3 A4 A5 A6 A7 C7 D7",
    "flush": "A1 A3 A4 A6 A9 C9 D9",
    "four_of_a_kind": "A2 B2 C2 D2 A9 B9 C9",
    "full_house": "A3 B3 C3 D5 E5 A9 B8",
    "straight": "A1 B2 C3 D4 E5 A5 B5",
    "three_of_a_kind": "A6 B6 C6 D1 E2 A9 B8",
    "two_pairs": "A6 B6 C4 D4 E2 A9 B8",
    "one_pair": "A6 B6 C1 D4 E2 A9 B8",
    "high_plaque": "A1 B2 C3 D4 E6 A8 elf",
}


def row(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def code(text: str) -> str:
    return category_of(strength(row(text))).code


def test_fifty_plaques_in_five_realms_and_five_others() -> None:  # P1
    assert len(set(PLAQUES)) == len(PLAQUES) == 50
    assert list(PLAQUES) == sorted(PLAQUES)
    assert sum(is_military(plaque) for plaque in PLAQUES) == 25
    assert set(REALM_NAMES) == set(EMBLEMS) == {plaque[0] for plaque in SUITED}
    assert len({plaque_words(plaque) for plaque in PLAQUES}) == 50
    assert plaque_title("C5") == "5 of Corvane (Marshal)"
    assert plaque_title("dragon1") == "Ash Dragon"


@pytest.mark.parametrize("category", EXAMPLES)
def test_an_example_of_each_category(category: str) -> None:  # P2
    assert code(EXAMPLES[category]) == category


def test_each_category_beats_the_next() -> None:  # P2
    assert list(EXAMPLES) == [category.code for category in HOUSE_RANKING]
    strengths = [strength(row(text)) for text in EXAMPLES.values()]
    assert strengths == sorted(strengths, reverse=True)
    assert len(set(strengths)) == len(HOUSE_RANKING)


def test_a_flush_beats_four_of_a_kind_and_a_straight_three_of_a_kind() -> None:  # P2
    assert strength(row("A1 A2 A3 A4 A6 elf thief")) > strength(row("A9 B9 C9 D9 E8 A8 B8"))
    assert strength(row("A1 B2 C3 D4 E5 elf thief")) > strength(row("A9 B9 C9 D8 E7 A6 B4"))


def test_a_dragon_completes_the_best_of_several() -> None:  # P1
    assert code("A3 A4 A5 A6 C5 D5 dragon1") == "straight_flush"
    assert ranks_of(strength(row("A3 A4 A5 A6 C5 D5 dragon1"))) == (7, 6, 5, 4, 3)
    assert code("A5 B5 C5 D5 A6 A7 dragon1") == "five_of_a_kind"
    assert code("A1 A3 A5 A9 C5 D5 dragon2") == "flush"
    assert ranks_of(strength(row("A1 A3 A5 A9 C5 D5 dragon2"))) == (9, 9, 5, 3, 1)


def test_two_dragons_and_three_fives_make_five_of_a_kind() -> None:  # P1
    assert strength(row("A5 B5 C5 dragon1 dragon2 A9 B9")) == 955555


def test_elf_dwarf_and_thief_are_three_of_a_kind_of_rank_0() -> None:  # P2
    assert code("elf dwarf thief A9 B7 C5 D3") == "three_of_a_kind"
    assert ranks_of(strength(row("elf dwarf thief A9 B7 C5 D3"))) == (0, 0, 0, 9, 7)
    assert code("elf dwarf thief A9 B9 C5 D3") == "full_house"
    assert code("elf dwarf A9 B7 C5 D3 E2") == "one_pair"


def test_a_dragon_has_no_rank_0() -> None:  # P1
    assert ranks_of(strength(row("elf dwarf thief dragon1 A9 B7 C5"))) == (0, 0, 0, 9, 9)
    assert code("elf dwarf thief dragon1 A9 B7 C5") == "full_house"


@pytest.mark.parametrize("text", ["elf A1 B2 C3 D4 E9 A8", "A6 B7 C8 D9 E1 A2 B3", "elf A1 B2 C3 D4 thief dwarf"])
def test_no_straight_through_0_or_from_9_to_1(text: str) -> None:  # P2
    assert code(text) != "straight"


def test_ties_within_a_category_go_by_its_ranks_then_the_rest() -> None:  # P2
    pair = "A6 B6 C9 D4 E3 A2 B1"
    assert strength(row(pair)) > strength(row("A5 B5 C9 D8 E7 A3 B1"))
    assert strength(row(pair)) > strength(row("C6 D6 A9 B4 C2 D1 elf"))
    assert strength(row(pair)) == strength(row("C6 D6 A9 B4 C3 D2 E1"))  # suits have no order


def test_the_best_seats_stand_as_in_the_order_given() -> None:
    pair = ("A6", "B6", "C9", "D4", "E3")
    same = ("C6", "D6", "A9", "B4", "C3")
    assert best_of((pair, ("A1",), same), (2, 0, 1)) == (2, 0)


def same_as_brute(tableau: tuple[str, ...]) -> None:
    place, ranks = best_value(tableau)
    value = strength(tableau)
    assert (category_of(value).code, ranks_of(value)) == (ORDER[place], ranks), tableau


@pytest.mark.parametrize(("dragons", "tableaux"), [(0, 3000), (1, 1500), (2, 100)])
@pytest.mark.sampled(1, "three kinds of hand, not one")
def test_counting_agrees_with_trying_everything(dragons: int, tableaux: int) -> None:  # P2
    rng = random.Random(dragons)
    others = [plaque for plaque in PLAQUES if plaque not in DRAGONS]
    for _ in range(tableaux):
        same_as_brute((*rng.sample(others, 7 - dragons), *DRAGONS[:dragons]))


@pytest.mark.parametrize("dragons", [0, 1])
@pytest.mark.exhaustive("tableaux close to the rare hands")
def test_counting_agrees_on_tableaux_close_to_the_rare_hands(dragons: int) -> None:  # P2
    """Few ranks and few suits, so that fives, flushes and their ties are common."""
    rng = random.Random(dragons)
    for _ in range(1000):
        pool = [p for p in SUITED if p[0] == rng.choice("AB") or int(p[1]) in (2, 9)] + list(LONERS)
        same_as_brute((*rng.sample(pool, 7 - dragons), *DRAGONS[:dragons]))


@given(st.lists(st.sampled_from(PLAQUES), min_size=1, max_size=8, unique=True))
@settings(max_examples=500, deadline=None)
def test_the_hand_explained_is_worth_what_its_tableau_is(tableau: list[str]) -> None:
    hand = best_hand(tableau)
    assert set(hand.plaques) <= set(tableau)
    assert len(hand.plaques) == min(5, len(tableau))
    assert len(hand.wild) == sum(plaque in DRAGONS for plaque in hand.plaques)
    assert set(hand.wild) <= set(SUITED)
    if len(tableau) >= 5 and len(set(hand.wild)) == len(hand.wild) and not set(hand.wild) & set(hand.plaques):
        stood = iter(hand.wild)
        laid = [next(stood) if plaque in DRAGONS else plaque for plaque in hand.plaques]
        assert strength(laid) == hand.strength
    assert hand_words(tableau)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("A5 B5 D5 E3 A3 C9 C8", "full house, fives over threes"),
        ("A5 B5 dragon1 E3 A3 C9 C8", "full house, fives over threes, with a Dragon as the 5 of Corvane"),
        (
            "A5 B5 C5 dragon1 dragon2 D1 E2",
            "five of a kind, fives, with the Dragons as the 5 of Dunhallow and the 5 of Estreth",
        ),
        ("A5 B5 C5 D5 E5 dragon1 A2", "five of a kind, fives"),
        ("A1 A3 A8 dragon1 dragon2 B7 C7", "flush of Aldmere, 9 9 8 3 1, with both Dragons as the 9 of Aldmere"),
        ("A3 A4 A5 A6 C5 D5 dragon1", "straight flush, 3 to 7 of Aldmere, with a Dragon as the 7 of Aldmere"),
        ("A5 B6 C7 D8 E9 A1 B1", "straight, 5 to 9"),
        ("elf dwarf thief A9 B7 C5 D3", "three of a kind, noughts"),
        ("A6 B6 C4 D4 E2 A9 B8", "two pairs, sixes and fours"),
        ("A6 B6 C1 D4 E2 A9 B8", "pair of sixes"),
        ("A9 B7 elf", "high plaque 9"),
        ("A2 B2 C2 D2 A9 B9 C9", "four of a kind, twos"),
    ],
)
def test_words_for_the_best_hand(text: str, words: str) -> None:
    assert hand_words(row(text)) == words


@pytest.mark.parametrize("seed", range(50))
def test_strengths_with_and_without_plaques_are_those_of_the_tableaux(seed: int) -> None:
    tableau, others = some_plaques(seed)
    assert strengths_with(tableau[:7], others) == [strength((*tableau[:7], plaque)) for plaque in others]
    assert strengths_without(tableau) == [strength(without(tableau, plaque)) for plaque in tableau]


@pytest.mark.parametrize("text", EXAMPLES.values())
def test_hands_are_lost_with_their_plaques(text: str) -> None:
    tableau = (*row(text), "elf")
    assert strengths_without(tableau) == [strength(without(tableau, plaque)) for plaque in tableau]


@pytest.mark.parametrize("seed", range(50))
def test_the_most_promising_discards_come_first(seed: int) -> None:
    held, _ = some_plaques(seed)
    discards = held[1:]
    by_prospect = sorted(discards, key=lambda plaque: prospect(without(held, plaque)), reverse=True)
    assert most_promising(held, discards) == by_prospect


def some_plaques(seed: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Eight plaques, and twelve others."""
    plaques = random.Random(seed).sample(PLAQUES, 20)
    return tuple(plaques[:8]), tuple(plaques[8:])
