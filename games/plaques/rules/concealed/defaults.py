"""The default actions of Concealed Draw, played on a timeout."""

from collections.abc import Sequence

from engine import Player
from games.plaques.rules.concealed.actions import ConcealedAction, Declare, Discard, Draw, Nominate
from games.plaques.rules.concealed.view import ConcealedObservation
from games.plaques.rules.ranking import strength
from games.plaques.rules.seats import left_of, round_from


def default_for(legal: Sequence[ConcealedAction], seen: ConcealedObservation) -> ConcealedAction:
    """Return the default action for a player who is late."""
    if seen.phase == "draw":
        return legal[0] if isinstance(legal[0], Draw) else Declare()
    if seen.phase == "nominate":
        return Nominate(most_alive(seen))
    return Discard(seen.drawn if seen.source == "pile" and seen.drawn else least_missed(seen))


def most_alive(seen: ConcealedObservation) -> Player:
    """Return the rival with the most lives; among equals, the first clockwise."""
    others = [seat for seat in round_from(seen.seated, left_of(seen.seated, seen.turn)) if seat != seen.turn]
    return max(others, key=lambda seat: seen.lives[seat])


def least_missed(seen: ConcealedObservation) -> str:
    """Return the plaque without which the tableau is best; among equals, the first."""  # P22
    held = (*seen.own, seen.drawn) if seen.drawn else seen.own
    return max(seen.own, key=lambda plaque: strength([other for other in held if other != plaque]))
