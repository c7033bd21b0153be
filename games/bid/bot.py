"""A simple bot for *Bid!*."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

from engine import Budget, Chance, Player, choice
from engine.piecepack import TILES, VALUE
from games.bid.rules.actions import Bid, BidAction, BidCoins, LetStand, Reroll, RerollDie
from games.bid.rules.dice import PRIZES, Prize
from games.bid.rules.ranking import STRENGTH
from games.bid.rules.view import BidObservation

TILE, COIN = 1.6, 2.0
"""The points that a step of a tile's value, and a coin, bring in the rounds to come."""
KEEN = 0.5
"""How much likelier the others' best tiles are at twice the usual prize; at no prize it is their worst ones."""
USUAL_PRIZE = 9
"""The points that four dice show on average."""
NEAR = 0.3
"""Bids that are worth nearly as much as the best are as good, so that nobody can read the hand."""


def steady(seen: BidObservation, legal_actions: Sequence[BidAction], budget: Budget, chance: Chance) -> BidAction:
    """Bid what brings most against the tiles that the others hold; reroll to stop a leader."""
    first = legal_actions[0]
    if isinstance(first, Bid):
        return _bid(seen, legal_actions, chance)
    if isinstance(first, BidCoins):
        return _break_tie(seen, legal_actions, chance)
    return _window(seen, legal_actions, chance)


def _bid(seen: BidObservation, legal_actions: Sequence[BidAction], chance: Chance) -> BidAction:
    """Bid what is worth most, or nearly."""
    prize = PRIZES[seen.dice]
    rivals = [_strengths(hand, prize.double) for hand in _hands_of_others(seen)]
    strengths = [STRENGTH[action.tiles] if isinstance(action, Bid) else 0 for action in legal_actions]
    worths = {strength: _worth(strength, rivals, prize) for strength in set(strengths)}
    least = max(worths.values()) - NEAR
    good = [action for action, mine in zip(legal_actions, strengths, strict=True) if worths[mine] >= least]
    return choice(chance, good)


def _hands_of_others(seen: BidObservation) -> list[tuple[str, ...]]:
    """Return the tiles of every other seat, which follow from public events (B13)."""
    hands: dict[Player, list[str]] = {}
    for tile, seat in zip(TILES, seen.whereabouts, strict=True):
        if seat >= 0 and tile not in seen.hand:
            hands.setdefault(seat, []).append(tile)
    return [tuple(hand) for hand in hands.values()]


@lru_cache(maxsize=4096)
def _strengths(hand: tuple[str, ...], double: bool) -> tuple[int, ...]:
    """Return the strengths of all bids from a hand, lowest first."""
    return tuple(sorted([STRENGTH[tiles] for tiles in combinations(hand, 2 if double else 1)]))


def _worth(mine: int, rivals: Sequence[tuple[int, ...]], prize: Prize) -> float:
    """Return what a bid brings: a share of the prize, and the tiles that change hands."""
    alone, highest = 1.0, 1.0
    for bids in rivals:
        below, level = _shares(mine, bids, prize.points)
        alone *= below
        highest *= below + level
    tied = highest - alone
    won = prize.points + COIN * (prize.null_coins - prize.moons_coins)
    # Winners get about the lowest tile for theirs, the others the one that was bid just above their own.
    lowest = [bid for bids in rivals for bid in bids[: len(bids) // 2]]
    higher = [max(bid, mine) for bids in rivals for bid in bids]
    wins = alone if prize.crowns else alone + tied / 2
    tile = wins * sum(lowest) / len(lowest) + (1 - wins) * sum(higher) / len(higher) - mine
    return wins * won - prize.crowns * tied * prize.points + TILE * tile


def _shares(mine: int, bids: Sequence[int], points: int) -> tuple[float, float]:
    """Return the chances that a rival bids less than I do, and as much: the more for a good prize, the less likely."""
    slope = KEEN * (min(points, 2 * USUAL_PRIZE) / USUAL_PRIZE - 1)
    middle = (len(bids) - 1) / 2
    below = level = 0.0
    for rank, bid in enumerate(bids):
        if bid > mine:
            break
        share = 1 + slope * (rank / middle - 1)
        if bid < mine:
            below += share
        else:
            level += share
    return below / len(bids), level / len(bids)


def _break_tie(seen: BidObservation, legal_actions: Sequence[BidAction], chance: Chance) -> BidAction:
    """Bid about one coin for every five points, sometimes one more."""
    aim = seen.points // 5 + chance.below(2)
    return legal_actions[min(aim, len(legal_actions) - 1)]


def _window(seen: BidObservation, legal_actions: Sequence[BidAction], chance: Chance) -> BidAction:
    """Give up the pawn if another player is about to win the match; keep coins."""
    mine = max((VALUE[tile] for tile in seen.hand), default=0)
    threat = max(seen.scores) + seen.points >= seen.target
    wants = threat and mine < 5 and seen.points > 0
    if wants and chance.below(2) == 0:
        for action in legal_actions:
            if isinstance(action, Reroll):
                return action
            if isinstance(action, RerollDie) and _is_highest_die(seen, action.die):
                return action
    return LetStand()


def _is_highest_die(seen: BidObservation, suit: str) -> bool:
    highest = max(seen.dice, key=VALUE.__getitem__)
    return highest[0] == suit and VALUE[highest] > 1
