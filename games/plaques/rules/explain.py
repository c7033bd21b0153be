"""The best hand of a tableau in plaques and in words."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.language import mark, say
from engine.words import and_list
from games.plaques.rules.finders import HAND_SIZE
from games.plaques.rules.pieces import DRAGONS, RANK, REALMS, realm_words, the_plaque
from games.plaques.rules.ranking import Category, category_of, ranks_of, strength

PLURALS = (
    mark("noughts"),
    mark("ones"),
    mark("twos"),
    mark("threes"),
    mark("fours"),
    mark("fives"),
    mark("sixes"),
    mark("sevens"),
    mark("eights"),
    mark("nines"),
)


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
    made, wild = made_words(hand), hand.wild
    if not wild:
        return made
    if len(set(wild)) < len(wild):
        return say("{hand}, with both Dragons as {plaque}", hand=made, plaque=the_plaque(wild[0]))
    if len(wild) == 1:
        return say("{hand}, with a Dragon as {plaque}", hand=made, plaque=the_plaque(wild[0]))
    return say("{hand}, with the Dragons as {plaques}", hand=made, plaques=and_list(list(map(the_plaque, wild))))


def made_words(hand: Hand) -> str:
    """Return a hand in words with the ranks that make it: "full house, fives over threes"."""
    ranks, first, realm = hand.ranks, say(PLURALS[hand.ranks[0]]), realm_words(hand.realm) if hand.realm else ""
    match hand.category.code:
        case "straight_flush":
            return say("straight flush, {low} to {high} of {realm}", low=ranks[-1], high=ranks[0], realm=realm)
        case "straight":
            return say("straight, {low} to {high}", low=ranks[-1], high=ranks[0])
        case "flush":
            return say("flush of {realm}, {ranks}", realm=realm, ranks=" ".join(map(str, ranks)))
        case "full_house":
            return say("full house, {threes} over {twos}", threes=first, twos=say(PLURALS[ranks[3]]))
        case "two_pairs":
            return say("two pairs, {high} and {low}", high=first, low=say(PLURALS[ranks[2]]))
        case "one_pair":
            return say("pair of {ranks}", ranks=first)
        case "high_plaque":
            return say("high plaque {rank}", rank=ranks[0])
        case _:
            return say("{hand}, {ranks}", hand=say(hand.category.name), ranks=first)
