"""The best hand of a tableau in plaques and in words."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.words import and_list
from games.plaques.rules.finders import HAND_SIZE
from games.plaques.rules.pieces import DRAGONS, RANK, REALM_NAMES, REALMS, plaque_words
from games.plaques.rules.ranking import Category, category_of, ranks_of, strength

PLURALS = ("noughts", "ones", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines")


class Hand(NamedTuple):
    """The best five plaques of a tableau."""

    strength: int
    category: Category
    ranks: tuple[int, ...]
    """The ranks of its plaques, starting with those that make the category."""
    plaques: tuple[str, ...]
    """The plaques in the same order."""
    wild: tuple[str, ...]
    """The plaques that its Dragons stand for."""
    realm: str | None
    """The realm of a flush or straight flush."""


def best_hand(tableau: Sequence[str]) -> Hand:
    """Return the best hand of a tableau of at least one plaque."""
    value = strength(tableau)
    category = category_of(value)
    ranks = ranks_of(value)[: min(HAND_SIZE, len(tableau))]
    realms = REALMS if category.find_in_suit else (None,)
    candidates = [_hand_in(tableau, value, ranks, realm) for realm in realms]
    return next(hand for hand in candidates if hand)


def _hand_in(tableau: Sequence[str], value: int, ranks: tuple[int, ...], realm: str | None) -> Hand | None:
    """Lay out these ranks from a tableau, within one realm if given; return None if plaques are missing."""
    own = [plaque for plaque in tableau if plaque not in DRAGONS and (realm is None or plaque[0] == realm)]
    dragons = [plaque for plaque in tableau if plaque in DRAGONS]
    plaques: list[str] = []
    wild: list[str] = []
    for rank in ranks:
        match = next((plaque for plaque in own if RANK[plaque] == rank), None)
        if match:
            own.remove(match)
        elif not dragons:
            return None
        else:
            match = dragons.pop(0)
            wild.append(_stood_for(rank, realm, (*tableau, *wild)))
        plaques.append(match)
    return Hand(value, category_of(value), ranks, tuple(plaques), tuple(wild), realm)


def _stood_for(rank: int, realm: str | None, lying: Sequence[str]) -> str:
    """Choose what a Dragon stands for: a plaque that is not in the hand yet, if there is one."""
    if realm:
        return f"{realm}{rank}"
    every = [f"{letter}{rank}" for letter in REALMS]
    return next((plaque for plaque in every if plaque not in lying), every[0])


def hand_words(tableau: Sequence[str]) -> str:
    """Return the best hand in words: "full house, fives over threes, with a Dragon as the 5 of Corvane"."""
    hand = best_hand(tableau)
    return made_words(hand) + _dragons(hand.wild)


def made_words(hand: Hand) -> str:
    """Return a hand in words with the ranks that make it: "full house, fives over threes"."""
    name, ranks, first = hand.category.name, hand.ranks, PLURALS[hand.ranks[0]]
    match hand.category.code:
        case "straight_flush" | "straight":
            return f"{name}, {ranks[-1]} to {ranks[0]}" + (f" of {REALM_NAMES[hand.realm]}" if hand.realm else "")
        case "flush":
            return f"flush of {REALM_NAMES[hand.realm or '']}, {' '.join(map(str, ranks))}"
        case "full_house":
            return f"full house, {first} over {PLURALS[ranks[3]]}"
        case "two_pairs":
            return f"two pairs, {first} and {PLURALS[ranks[2]]}"
        case "one_pair":
            return f"pair of {first}"
        case "high_plaque":
            return f"high plaque {ranks[0]}"
        case _:
            return f"{name}, {first}"


def _dragons(wild: tuple[str, ...]) -> str:
    """Return what the Dragons of a hand stand for."""
    if not wild:
        return ""
    if len(set(wild)) < len(wild):
        return f", with both Dragons as the {plaque_words(wild[0])}"
    dragon = "a Dragon" if len(wild) == 1 else "the Dragons"
    return f", with {dragon} as {and_list([f'the {plaque_words(plaque)}' for plaque in wild])}"
