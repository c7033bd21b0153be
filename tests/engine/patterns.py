"""What conditional moves find at a position: the answer of a pattern, and the value of a fact."""

from typing import Any

from engine.conditional_moves import ConditionalMove, Preference, chosen
from engine.game import AnyGame


def found(game: AnyGame, state: Any, player: int, pattern: str, number: int = 0) -> Any:
    """A pattern's answer for a player who is asked; None if it finds none."""
    assert player in game.current_players(state)
    seen, legal = game.observation(state, player), game.legal_actions(state, player)
    preferences = (Preference(pattern=pattern, number=number),)
    moves = (ConditionalMove(game.conditionals.patterns[pattern].kind, preferences),)
    answer = chosen(game, moves, seen, player, legal, step=1)
    return None if answer is None else answer.action


def fact(game: AnyGame, state: Any, player: int, name: str) -> int:
    """The value of a fact for a player."""
    return int(game.conditionals.values(game.observation(state, player), player)[name])
