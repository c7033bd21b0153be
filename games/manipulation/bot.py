"""A bot with simple sense for Manipulation."""

from collections.abc import Sequence

from games.rules.core import Budget, Chance, choice
from games.rules.manipulation.actions import (
    Force,
    Keep,
    ManipulationAction,
    Pass,
    Pull,
    Push,
    Replace,
    Try,
)
from games.rules.manipulation.ending import agreement
from games.rules.manipulation.state import FULL_STOCK, Code, in_code, with_tile
from games.rules.manipulation.view import ManipulationObservation
from games.rules.piecepack import RANKS, VALUE

SUIT_GAINED = 10
"""Worth of one more suit that agrees with the goal; one step along the ring of values is worth 1."""


def steady(
    seen: ManipulationObservation, legal_actions: Sequence[ManipulationAction], budget: Budget, chance: Chance
) -> ManipulationAction:
    """Bend the code toward the goal, bid for what matters, and save strong coins for when it is close."""
    goal = None if seen.viewer is None else seen.goals[seen.viewer]
    if goal is None:
        return choice(chance, legal_actions)
    if seen.auction is None:
        return _take_turn(seen, goal, legal_actions, chance)
    gain = _gain(seen, goal, seen.auction.offered)
    if seen.auction.winner is not None:
        return Replace() if gain > 0 else Keep()
    return _bid(seen, goal, gain, legal_actions, chance)


def _take_turn(
    seen: ManipulationObservation, goal: Code, legal_actions: Sequence[ManipulationAction], chance: Chance
) -> ManipulationAction:
    """Take the action of the highest worth, and any of those when several are."""
    worths = [_worth(seen, goal, action) for action in legal_actions]
    best = max(worths)
    return choice(chance, [action for action, worth in zip(legal_actions, worths, strict=True) if worth == best])


def _worth(seen: ManipulationObservation, goal: Code, action: ManipulationAction) -> int:
    """Rate an action of a turn: what it does to the code, less what it costs."""
    stock = seen.stocks[seen.player]
    match action:
        case Push(tile=tile):
            return 2 * _gain(seen, goal, tile)
        case Try(tile=tile):
            return _gain(seen, goal, tile) + stock[-1] - 4
        case Pass(tile=tile):
            wanted = tile in goal and tile not in seen.code
            return -SUIT_GAINED if wanted else 1 + 2 * (len(FULL_STOCK) - len(stock))
        case Pull():
            return len(stock) - 3
        case Force():
            return 2 if agreement(goal, seen.code) > 1 else 1
        case _:
            return 0


def _gain(seen: ManipulationObservation, goal: Code, tile: str) -> int:
    """Rate what the code would gain from a tile: a suit that agrees, or steps toward one."""
    old, wanted = in_code(seen.code, tile), in_code(goal, tile)
    suits = agreement(goal, with_tile(seen.code, tile)) - agreement(goal, seen.code)
    return SUIT_GAINED * suits + steps_apart(old, wanted) - steps_apart(tile, wanted)


def steps_apart(tile: str, other: str) -> int:
    """Count the pushes from one value to another around the ring."""
    apart = abs(VALUE[tile] - VALUE[other])
    return min(apart, len(RANKS) - apart)


def _bid(
    seen: ManipulationObservation, goal: Code, gain: int, legal_actions: Sequence[ManipulationAction], chance: Chance
) -> ManipulationAction:
    """Bid by what is at stake: a suit gained or lost, the more so the closer the code is; else next to nothing."""
    if abs(gain) < SUIT_GAINED:
        return legal_actions[chance.below(min(2, len(legal_actions)))]
    near = agreement(goal, seen.code) + (gain > 0)
    aim = len(legal_actions) - 1 if near >= seen.options.suits_to_win - 1 else near + chance.below(2)
    return legal_actions[min(aim, len(legal_actions) - 1)]
