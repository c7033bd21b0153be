"""How far each seat has come before the end: its lives, less what it may lose in this round."""

from collections.abc import Sequence

from games.rules.core import Player
from games.rules.plaques.concealed.state import ConcealedState
from games.rules.plaques.prospects import prospect

STEEP = 4
"""A little better a tableau is much likelier to be the best."""


def hopes(state: ConcealedState) -> Sequence[float]:
    """Lives by seat; all but whoever has the best tableau lose one between them, each as likely as the others."""
    lives = [float(count) for count in state.lives]
    if state.phase == "over":
        return lives
    chances = _chances(state)
    rivals = len(state.seated) - 1
    for seat in state.seated:
        lives[seat] -= (1 - chances[seat]) / rivals
    return lives


def _chances(state: ConcealedState) -> dict[Player, float]:
    """How likely each seat is to have the best tableau; whoever nominates had it."""
    if state.phase == "nominate":
        return {seat: float(seat == state.turn) for seat in state.seated}
    weights = {seat: float(prospect(state.tableaux[seat]) ** STEEP) for seat in state.seated}
    whole = sum(weights.values()) or 1.0
    return {seat: weight / whole for seat, weight in weights.items()}
