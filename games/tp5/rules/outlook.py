"""How each seat stands before the end: its points, and the expected result of its claims."""

from collections.abc import Sequence

from msgspec.structs import replace

from games.tp5.rules.phases.scoring import best_of, first_hands
from games.tp5.rules.state import Tp5State
from games.tp5.rules.values import VALUES


def hopes(state: Tp5State) -> Sequence[float]:
    """Return points by seat plus, for the claims so far, half for the best hand and up to half for hands beaten."""
    if state.phase == "over" or not state.tiles or not any(state.claims):
        return [float(points) for points in state.points]
    rolls = [state.die] if state.die else VALUES
    shares = [_shares(replace(state, die=die)) for die in rolls]
    hoped = [sum(column) / len(rolls) for column in zip(*shares, strict=True)]
    return [points + share for points, share in zip(state.points, hoped, strict=True)]


def _shares(state: Tp5State) -> list[float]:
    """Return what each hand would be worth with this die."""
    hands = first_hands(state)
    ranks, best = [hand.rank for hand in hands], best_of(hands)
    beaten = [sum(other < rank for other in ranks) / (len(ranks) - 1) for rank in ranks]
    return [((seat in best) + share) / 2 for seat, share in enumerate(beaten)]
