"""How far each seat has come before the end: its points, and what the tiles that it has claimed promise."""

from collections.abc import Sequence

from msgspec.structs import replace

from games.rules.tp5.phases.scoring import best_of, first_hands
from games.rules.tp5.state import Tp5State
from games.rules.tp5.values import VALUES


def hopes(state: Tp5State) -> Sequence[float]:
    """Points by seat; half a point for the best hand as the claims lie, and half for all whom a hand beats."""
    if state.phase == "over" or not state.tiles or not any(state.claims):
        return [float(points) for points in state.points]
    rolls = [state.die] if state.die else VALUES
    shares = [_shares(replace(state, die=die)) for die in rolls]
    hoped = [sum(column) / len(rolls) for column in zip(*shares, strict=True)]
    return [points + share for points, share in zip(state.points, hoped, strict=True)]


def _shares(state: Tp5State) -> list[float]:
    """What each hand would be worth with this die."""
    hands = first_hands(state)
    ranks, best = [hand.rank for hand in hands], best_of(hands)
    beaten = [sum(other < rank for other in ranks) / (len(ranks) - 1) for rank in ranks]
    return [((seat in best) + share) / 2 for seat, share in enumerate(beaten)]
