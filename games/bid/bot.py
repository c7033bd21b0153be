"""A simple bot for *Bid!*."""

from collections.abc import Sequence

from engine import Budget, Chance
from engine.piecepack import VALUE
from games.bid.rules.actions import Bid, BidAction, BidCoins, LetStand, Reroll, RerollDie
from games.bid.rules.conditionals import worth
from games.bid.rules.view import BidObservation

GOOD_PRIZE = 12
"""The points that are worth a high tile; four dice show about nine."""


def steady(seen: BidObservation, legal_actions: Sequence[BidAction], budget: Budget, chance: Chance) -> BidAction:
    """Bid high for much and low for little, with some randomness; reroll to stop a leader."""
    first = legal_actions[0]
    if isinstance(first, Bid):
        return _bid(seen, legal_actions, chance)
    if isinstance(first, BidCoins):
        return _break_tie(seen, legal_actions, chance)
    return _window(seen, legal_actions, chance)


def _bid(seen: BidObservation, legal_actions: Sequence[BidAction], chance: Chance) -> BidAction:
    """Bid a share of the hand's strength that grows with the prize, give or take a tile."""
    ranked = sorted(legal_actions, key=worth)
    good = min(seen.points, GOOD_PRIZE) / GOOD_PRIZE
    aim = round(good * (len(ranked) - 1)) + chance.below(3) - 1
    return ranked[max(0, min(aim, len(ranked) - 1))]


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
