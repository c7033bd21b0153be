"""Bots. Each is pure Python and sees only what its seat may know."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.chance import Chance, choice
from engine.game import Action, Bot, Budget, Game, Observation

BUDGET = Budget(seconds=2.0)


def play_at_random(seen: Observation, legal_actions: Sequence[Action], budget: Budget, chance: Chance) -> Action:
    """Choose any legal action, each equally likely."""
    return choice(chance, legal_actions)


def bots_of(game: Game[Any, Any, Any, Any]) -> Mapping[str, Bot[Any, Any]]:
    """The bots that a game offers, by name."""
    return {"random": play_at_random, **game.bots}


def best_brain(game: Game[Any, Any, Any, Any]) -> str:
    """The name of a game's strongest bot, which it lists last."""
    return list(bots_of(game))[-1]
