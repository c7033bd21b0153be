"""A simple bot for *Bid!*."""

from collections.abc import Sequence

from engine import Budget, Chance, Player, choice, weighted_choice
from engine.piecepack import INDEX, TILES, VALUE
from games.bid.mixes import Hands, Mix, mixes_of
from games.bid.rules.actions import Bid, BidAction, BidCoins, LetStand, Reroll, RerollDie
from games.bid.rules.dice import PRIZES
from games.bid.rules.ranking import STRENGTH
from games.bid.rules.view import BidObservation


def steady(seen: BidObservation, legal_actions: Sequence[BidAction], budget: Budget, chance: Chance) -> BidAction:
    """Bid what brings most against what the others are likely to bid; reroll to stop a leader."""
    first = legal_actions[0]
    if isinstance(first, Bid):
        return _bid(seen, legal_actions, chance)
    if isinstance(first, BidCoins):
        return _break_tie(seen, legal_actions, chance)
    return _window(seen, legal_actions, chance)


def _bid(seen: BidObservation, legal_actions: Sequence[BidAction], chance: Chance) -> BidAction:
    """Draw one of the bids: the more it brings, the likelier."""
    return draw_bid(usual_mixes(seen)[seat_of(seen)], legal_actions, chance)


def usual_mixes(seen: BidObservation) -> tuple[Mix, ...]:
    """Return how likely each seat bids each strength if all bid like this."""
    is_last = max(seen.scores) + seen.points >= seen.target
    return mixes_of(_hands(seen), PRIZES[seen.dice], is_last)


def draw_bid(mix: Mix, legal_actions: Sequence[BidAction], chance: Chance) -> Bid:
    """Draw a strength, and then tiles of that strength."""
    strength = weighted_choice(chance, list(mix), list(mix.values()))
    return choice(chance, [bid for bid in legal_actions if isinstance(bid, Bid) and STRENGTH[bid.tiles] == strength])


def seat_of(seen: BidObservation) -> Player:
    """The seat that holds the viewer's tiles."""
    return seen.whereabouts[INDEX[seen.hand[0]]]


def _hands(seen: BidObservation) -> Hands:
    """Return the values of every seat's tiles, lowest first; they follow from public events (B13)."""
    hands: list[list[int]] = [[] for _ in seen.scores]
    for tile, seat in zip(TILES, seen.whereabouts, strict=True):
        if seat >= 0:
            hands[seat].append(VALUE[tile])
    return tuple([tuple(sorted(hand)) for hand in hands])


def _break_tie(seen: BidObservation, legal_actions: Sequence[BidAction], chance: Chance) -> BidAction:
    """Bid about one coin for every five points, sometimes one more."""
    return legal_actions[coins_for(seen.points, len(legal_actions) - 1)[chance.below(2)]]


def coins_for(points: int, held: int) -> tuple[int, int]:
    """The two numbers of coins that a tied seat bids, each half the time."""
    return min(points // 5, held), min(points // 5 + 1, held)


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
