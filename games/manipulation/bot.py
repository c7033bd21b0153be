"""A simple bot for Manipulation."""

from collections.abc import Sequence

from engine import Budget, Chance, choice
from games.manipulation.rules.actions import (
    Force,
    Keep,
    ManipulationAction,
    Pass,
    Pull,
    Push,
    Replace,
    Try,
)
from games.manipulation.rules.ending import agreement, steps_apart
from games.manipulation.rules.state import FULL_STOCK, Code, in_code, with_tile
from games.manipulation.rules.view import ManipulationObservation

SUIT_GAINED = 10
"""Value of one more suit that agrees with the goal; one step along the ring of values is worth 1."""


def steady(
    seen: ManipulationObservation, legal_actions: Sequence[ManipulationAction], budget: Budget, chance: Chance
) -> ManipulationAction:
    """Move the code toward the goal, bid for what matters, and save strong coins until the goal is close."""
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
    """Take the action of the highest value, at random among equals."""
    worths = [_worth(seen, goal, action) for action in legal_actions]
    best = max(worths)
    return choice(chance, [action for action, worth in zip(legal_actions, worths, strict=True) if worth == best])


def _worth(seen: ManipulationObservation, goal: Code, action: ManipulationAction) -> int:
    """Rate an action of a turn: its effect on the code minus its cost."""
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
    """Rate the gain from putting a tile into the code: a suit that agrees, or steps toward one."""
    old, wanted = in_code(seen.code, tile), in_code(goal, tile)
    suits = agreement(goal, with_tile(seen.code, tile)) - agreement(goal, seen.code)
    return SUIT_GAINED * suits + steps_apart(old, wanted) - steps_apart(tile, wanted)


def _bid(
    seen: ManipulationObservation, goal: Code, gain: int, legal_actions: Sequence[ManipulationAction], chance: Chance
) -> ManipulationAction:
    """Bid next to nothing unless a suit is at stake; bid more the closer the code is to the goal."""
    if abs(gain) < SUIT_GAINED:
        return legal_actions[chance.below(min(2, len(legal_actions)))]
    near = agreement(goal, seen.code) + (gain > 0)
    aim = len(legal_actions) - 1 if near >= seen.options.suits_to_win - 1 else near + chance.below(2)
    return legal_actions[min(aim, len(legal_actions) - 1)]
