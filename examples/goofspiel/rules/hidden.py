"""Drawing hidden bids that fit what one player saw, each table of bids as likely as any other.

Everyone knows who bid highest in each past round. Go through the cards from the lowest up, and ask of each in which
rounds it was the highest bid. Rounds with the same highest bidders are of one *kind*. The number of ways to go on
depends only on how many rounds of each kind are settled, so all ways can be counted, and the highest bids drawn as
often as they occur among them. Then draw each lost bid from the lower cards.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from math import perm, prod
from typing import NamedTuple

from engine import Chance, Player, choice

from .bidding import Cards
from .view import GoofspielObservation

Kind = tuple[Player, ...]
"""Who bid highest in a round."""

DIGIT = 2**32


class Move(NamedTuple):
    """A card as the highest bid of one round of each of some kinds."""

    kinds: tuple[Kind, ...]
    ways: int
    """In how many ways rounds of these kinds, and the lost bids in them, can be picked."""
    settled: tuple[int, ...]
    """How many rounds of each kind are settled after it."""


class HiddenBids:
    """All bids of past rounds that a player cannot exclude."""

    def __init__(self, seen: GoofspielObservation, player: Player) -> None:
        self.cards = seen.options.cards
        self.highest = seen.highest
        self.player = player
        self.others = [seat for seat in range(len(seen.scores)) if seat != player]
        self.mine = [row[player] for row in seen.bids]
        self.kinds = sorted({kind for kind in seen.highest if player not in kind})
        self.known = {bid: kind for bid, kind in zip(self.mine, seen.highest, strict=True) if player in kind}
        """Highest bids that were the player's own."""
        self.ways = cache(self._ways)

    def draw(self, chance: Chance) -> tuple[Cards, ...]:
        """Draw the bids of all past rounds. Raises `ValueError` if no match can be seen like this."""
        best = self._best_bids(chance)
        columns = {seat: self._bids_of(seat, best, chance) for seat in self.others} | {self.player: self.mine}
        return tuple([tuple([columns[seat][past] for seat in sorted(columns)]) for past in range(len(self.mine))])

    def _best_bids(self, chance: Chance) -> dict[int, int]:
        """Draw the highest bid of each round."""
        best = {past: bid for past, bid in enumerate(self.mine) if self.player in self.highest[past]}
        settled = (0,) * len(self.kinds)
        for card in range(1, self.cards + 1):
            moves = list(self._moves(card, settled))
            move = weighted_draw(chance, moves, [move.ways * self.ways(card + 1, move.settled) for move in moves])
            for kind in move.kinds:
                best[choice(chance, [past for past in self._open(kind, card) if past not in best])] = card
            settled = move.settled
        return best

    def _ways(self, card: int, settled: tuple[int, ...]) -> int:
        """In how many ways the cards from `card` up can have been bid, so many rounds of each kind being settled."""
        if card > self.cards:
            return int(sum(settled) == len(self.mine) - len(self.known))
        return sum(move.ways * self.ways(card + 1, move.settled) for move in self._moves(card, settled))

    def _moves(self, card: int, settled: tuple[int, ...]) -> Iterator[Move]:
        """All that a card may have been the highest bid of."""
        own = self.known.get(card, ())
        lower = card - 1 - sum(settled) - sum(bid < card for bid in self.known)
        for kinds in _apart(self.kinds, frozenset(own)):
            rounds = len(kinds) + bool(own)
            lost = [rounds - any(seat in kind for kind in (own, *kinds)) for seat in self.others]
            count = dict(zip(self.kinds, settled, strict=True))
            picks = prod(len(self._open(kind, card)) - count[kind] for kind in kinds)
            if ways := picks * prod(perm(lower, number) for number in lost):
                yield Move(kinds, ways, tuple([count[kind] + (kind in kinds) for kind in self.kinds]))

    def _open(self, kind: Kind, card: int) -> list[int]:
        """The rounds of a kind that a card can have won: those in which the player bid less."""
        return [past for past, bid in enumerate(self.mine) if self.highest[past] == kind and bid < card]

    def _bids_of(self, seat: Player, best: Mapping[int, int], chance: Chance) -> list[int]:
        """Draw a player's bids: the highest where they were highest, elsewhere any card below."""
        bids = {past: bid for past, bid in best.items() if seat in self.highest[past]}
        for past in sorted(best.keys() - bids.keys(), key=best.__getitem__):
            bids[past] = choice(chance, [card for card in range(1, best[past]) if card not in bids.values()])
        return [bids[past] for past in range(len(self.mine))]


def _apart(kinds: Sequence[Kind], taken: frozenset[Player]) -> Iterator[tuple[Kind, ...]]:
    """All sets of kinds that share no player, and none with those taken: nobody bids a card twice."""
    if not kinds:
        yield ()
        return
    first, *others = kinds
    yield from _apart(others, taken)
    if taken.isdisjoint(first):
        for more in _apart(others, taken.union(first)):
            yield (first, *more)


def weighted_draw(chance: Chance, moves: Sequence[Move], weights: Sequence[int]) -> Move:
    """Draw one of the moves, each as likely as its weight says."""
    if not any(weights):
        raise ValueError("No bids fit what was seen: this cannot be the view of a match.")
    left = _below(chance, sum(weights))
    for move, weight in zip(moves, weights, strict=True):
        if left < weight:
            return move
        left -= weight
    raise AssertionError("A number below the sum of all weights belongs to one of them.")


def _below(chance: Chance, bound: int) -> int:
    """Draw a number below a bound of any size, digit by digit, without favouring any."""
    while True:
        size, number = 1, 0
        while size < bound:
            size, number = size * DIGIT, number * DIGIT + chance.below(DIGIT)
        if number < size - size % bound:
            return number % bound
