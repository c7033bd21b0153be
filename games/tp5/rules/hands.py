"""Poker hands of tiles and a die (T7)."""

from collections import Counter
from functools import lru_cache
from itertools import combinations
from operator import itemgetter

import msgspec

from engine.language import mark, say
from engine.piecepack import SUITS, suit_words
from games.tp5.rules.values import VALUE_OF, a_value, many, one, tile_of

SIZE = 5
(HIGH, PAIR, TWO_PAIRS, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH, FIVE) = range(10)
"""The kinds of hands, lowest first."""

_KINDS = {
    HIGH: mark("high tile"),
    PAIR: mark("pair"),
    TWO_PAIRS: mark("two pairs"),
    THREE: mark("three of a kind"),
    STRAIGHT: mark("straight"),
    FLUSH: mark("flush"),
    FULL_HOUSE: mark("full house"),
    FOUR: mark("four of a kind"),
    STRAIGHT_FLUSH: mark("straight flush"),
    FIVE: mark("five of a kind"),
}
_BY_SHAPE = {(5,): FIVE, (4,): FOUR, (3, 2): FULL_HOUSE, (3,): THREE, (2, 2): TWO_PAIRS, (2,): PAIR, (): HIGH}

Rank = tuple[int, ...]


class Hand(msgspec.Struct, frozen=True, gc=False):
    """A declared hand. The greater `rank` wins; equal ranks tie."""

    rank: Rank
    """Its kind, then the values that make it, then the rest; 0 for each missing tile."""
    tiles: tuple[str, ...]
    die: str | None
    """The tile that the die stands for, if the die is part of the hand."""


@lru_cache(maxsize=2048)
def rank_of(values: tuple[int, ...], one_suit: bool) -> Rank:
    """Rank at most five values, given in descending order."""
    counts = Counter(values)
    shape = tuple(sorted((count for count in counts.values() if count > 1), reverse=True))
    kind = _BY_SHAPE[shape]
    full = len(values) == SIZE
    straight = full and len(counts) == SIZE and values[0] - values[-1] == SIZE - 1
    if straight:
        kind = STRAIGHT_FLUSH if one_suit else STRAIGHT
    elif one_suit and full:
        kind = max(kind, FLUSH)
    ordered = values if kind == FLUSH else tuple(sorted(values, key=lambda value: (-counts[value], -value)))
    return (kind, *ordered, *(0,) * (SIZE - len(values)))


def hand_with_die(tiles: tuple[str, ...], die: int) -> Hand:
    """Return the best hand of at most four tiles and the die, whose suit is free."""
    one_suit = len({tile[0] for tile in tiles}) == 1
    values = tuple(sorted([die, *[VALUE_OF[tile] for tile in tiles]], reverse=True))
    rank = rank_of(values, one_suit)
    return Hand(rank, tiles, tile_of(_suit_of_die(tiles, die, rank[0]), die))


def _suit_of_die(tiles: tuple[str, ...], die: int, kind: int) -> str:
    """Return the suit a flush needs, else the first one for which the hand lacks that tile."""
    if kind in (FLUSH, STRAIGHT_FLUSH):
        return tiles[0][0]
    return next((suit for suit in SUITS if tile_of(suit, die) not in tiles), SUITS[0])


def best_five(tiles: tuple[str, ...]) -> Hand:
    """Return the best hand of at most five from any number of tiles, without the die."""
    ordered = tuple(sorted(tiles, key=lambda tile: (-VALUE_OF[tile], tile)))
    best, pick = _best_pick(ordered, one_suit=False)
    for suit in SUITS:
        suited = tuple([tile for tile in ordered if tile[0] == suit])
        if len(suited) >= SIZE:
            best, pick = max((best, pick), _best_pick(suited, one_suit=True))
    return Hand(best, pick, None)


def _best_pick(tiles: tuple[str, ...], *, one_suit: bool) -> tuple[Rank, tuple[str, ...]]:
    """Return the best rank among all picks of five, and its pick; `tiles` are in descending order of value."""
    rank, picked = _best_of(tuple([VALUE_OF[tile] for tile in tiles]), one_suit)
    return rank, tuple([tiles[at] for at in picked])


@lru_cache(maxsize=4096)
def _best_of(values: tuple[int, ...], one_suit: bool) -> tuple[Rank, tuple[int, ...]]:
    """Return the best rank among all picks of five values, and where the first pick with it takes them."""
    picks = combinations(range(len(values)), min(SIZE, len(values)))
    ranked = [(rank_of(tuple([values[at] for at in picked]), one_suit), picked) for picked in picks]
    return max(ranked, key=itemgetter(0))


def hand_words(hand: Hand) -> str:
    """Return a hand in words: "full house, fives over threes, with the die as a five of Suns"."""
    words = made_words(hand)
    if hand.die is None:
        return words
    suit, value = hand.die[0], VALUE_OF[hand.die]
    return say("{hand}, with the die as {value} of {suit}", hand=words, value=a_value(value), suit=suit_words(suit))


def kind_words(hand: Hand) -> str:
    """Return only the kind in words: "full house"."""
    return say(_KINDS[hand.rank[0]]) if hand.rank[1] else say("no tile")


def made_words(hand: Hand) -> str:
    """Return the kind and the values that make it: "full house, fives over threes".

    `rank` repeats a value for each tile that has it.
    """
    kind, first, _, third, fourth = hand.rank[:5]
    if first == 0:
        return say("no tile at all")
    if kind == FULL_HOUSE:
        return say("full house, {threes} over {twos}", threes=many(first), twos=many(fourth))
    if kind == TWO_PAIRS:
        return say("two pairs, {high} and {low}", high=many(first), low=many(third))
    if kind == PAIR:
        return say("pair of {ranks}", ranks=many(first))
    if kind == HIGH:
        return say("high tile, {value}", value=one(first))
    if kind in (STRAIGHT, FLUSH, STRAIGHT_FLUSH):
        return say("{hand}, {value} high", hand=say(_KINDS[kind]), value=one(first))
    return say("{hand}, {ranks}", hand=say(_KINDS[kind]), ranks=many(first))
