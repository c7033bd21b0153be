"""How each seat stands before the end: its lives minus what it may lose in this round."""

from collections.abc import Sequence

from engine import Player
from games.plaques.rules.concealed.state import ConcealedState
from games.plaques.rules.prospects import prospect

STEEP = 4
"""The exponent of a tableau's prospect: a slightly better tableau is much more likely to be the best."""


def hopes(state: ConcealedState) -> Sequence[float]:
    """Return lives by seat, less each seat's chance to lose one: all but the best tableau share the risk equally."""
    lives = [float(count) for count in state.lives]
    if state.phase == "over":
        return lives
    chances = _chances(state)
    rivals = len(state.seated) - 1
    for seat in state.seated:
        lives[seat] -= (1 - chances[seat]) / rivals
    return lives


def _chances(state: ConcealedState) -> dict[Player, float]:
    """Return each seat's chance of the best tableau; a nominating seat had it."""
    if state.phase == "nominate":
        return {seat: float(seat == state.turn) for seat in state.seated}
    weights = {seat: float(prospect(state.tableaux[seat]) ** STEEP) for seat in state.seated}
    whole = sum(weights.values()) or 1.0
    return {seat: weight / whole for seat, weight in weights.items()}
