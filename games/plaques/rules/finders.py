"""Find the best hand of each category by counting, with Dragons as wild plaques.

A finder takes the number of plaques of each rank, or the ranks of one suit as a mask (bit 0 for rank 1),
and the number of Dragons. It returns the five ranks that decide ties, written as one number of five
digits, or -1. Missing plaques, in tableaux of fewer than five, count 0.
"""

from collections.abc import Callable, Sequence

Counts = Sequence[int]
RankFinder = Callable[[Counts, int], int]
SuitFinder = Callable[[int, int], int]

RANK_COUNT = 10
HAND_SIZE = 5
NONE = -1
_DOWN = tuple(range(RANK_COUNT - 1, -1, -1))
_HIGHEST = RANK_COUNT - 1


def one_group(size: int) -> RankFinder:
    """Return a finder for `size` plaques of one rank."""

    def find(counts: Counts, dragons: int) -> int:
        rank = _group(counts, dragons, size)
        if rank < 0:
            return NONE
        return _with_rest(counts, dragons - _short(counts, rank, size), [rank] * size)

    return find


def two_groups(first: int, second: int) -> RankFinder:
    """Return a finder for `first` plaques of one rank and `second` of another."""

    def find(counts: Counts, dragons: int) -> int:
        rank = _group(counts, dragons, first)
        while rank >= 0:
            left = dragons - _short(counts, rank, first)
            other = _group(counts, left, second, taken=rank)
            if other >= 0:
                return _with_rest(counts, left - _short(counts, other, second), [rank] * first + [other] * second)
            rank = _group(counts, dragons, first, below=rank)
        return NONE

    return find


def _group(counts: Counts, dragons: int, size: int, taken: int = NONE, below: int = RANK_COUNT) -> int:
    """Return the highest rank other than `taken` with enough plaques, counting Dragons, or -1."""
    enough = size - dragons
    for rank in _DOWN:
        if counts[rank] >= enough and rank < below and rank != taken and (rank or counts[0] >= size):
            return rank  # P1: no Dragon has rank 0
    return NONE


def _short(counts: Counts, rank: int, size: int) -> int:
    """Return the number of Dragons a group of this rank needs."""
    have = counts[rank]
    return size - have if have < size else 0


def find_high(counts: Counts, dragons: int) -> int:
    """Find the highest five plaques."""
    return _with_rest(counts, dragons, [])


def _with_rest(counts: Counts, dragons: int, hand: list[int]) -> int:
    """Complete a hand with the remaining Dragons and the highest plaques; return its ranks as a number."""
    missing = HAND_SIZE - len(hand)
    rest = [_HIGHEST] * dragons
    for rank in _DOWN:
        if len(rest) >= missing:
            break
        if counts[rank]:
            rest += [rank] * (counts[rank] - hand.count(rank))
    rest += [0] * missing
    return _number(hand + rest[:missing])


def _number(hand: Sequence[int]) -> int:
    first, second, third, fourth, fifth = hand
    return first * 10_000 + second * 1000 + third * 100 + fourth * 10 + fifth


def find_straight(counts: Counts, dragons: int) -> int:
    """Find the highest five ranks in a row, of any suits."""
    return find_straight_flush(sum(1 << (rank - 1) for rank in _DOWN if rank and counts[rank]), dragons)


def find_straight_flush(mask: int, dragons: int) -> int:
    """Find the highest five ranks in a row of one suit; rows run from 1 to 9 and do not wrap."""  # P2
    for top in range(_HIGHEST, HAND_SIZE - 1, -1):
        window = 0b11111 << (top - HAND_SIZE)
        if (mask & window).bit_count() + dragons >= HAND_SIZE:
            return _number(range(top, top - HAND_SIZE, -1))
    return NONE


def find_flush(mask: int, dragons: int) -> int:
    """Find the best five plaques of one suit; each Dragon counts as a 9."""
    if mask.bit_count() + dragons < HAND_SIZE:
        return NONE
    own = [rank for rank in _DOWN if rank and mask >> (rank - 1) & 1]
    return _number(([_HIGHEST] * dragons + own)[:HAND_SIZE])
