"""What rivals may hold in Concealed Draw: tableaux as drawing and discarding by rules of thumb makes them."""

from typing import NamedTuple

from engine import Chance, shuffled
from games.plaques.bots.rounds import declares, least_promising
from games.plaques.rules.pieces import Tableau
from games.plaques.rules.ranking import strength
from games.plaques.rules.seats import without

TRIES, TRIES_OF_DECLARER = 4, 40
"""How often plaques are dealt at most until they fit that a rival has not declared, or has."""
TAKEN = 1
"""How many further draws make a tableau about as much better as choosing each plaque that was seen taken did."""


class Past(NamedTuple):
    """What everybody knows of a rival's round."""

    known: Tableau
    turns: int
    declared: bool
    """True if the last of the turns was a declaration."""
    players: int


def drafted(past: Past, plaques: Tableau, size: int, chance: Chance) -> tuple[Tableau, Tableau]:
    """Return what a rival's unknown plaques may be after their turns, and the others; at first they are the first."""
    tries = TRIES_OF_DECLARER if past.declared else TRIES
    found = None
    while found is None:
        tries -= 1
        found = _dealt(past, plaques[:size], plaques[size:], chance, sure=not tries)
        plaques = plaques if found else shuffled(chance, plaques)
    return found


def _dealt(
    past: Past, unknown: Tableau, pile: Tableau, chance: Chance, *, sure: bool
) -> tuple[Tableau, Tableau] | None:
    """Draw and discard in each turn; None, unless sure, if the rival would have declared before or not as they did."""
    known, others = past.known, list(pile)
    tableau = (*unknown, *known)
    ended = past.turns - past.declared
    for turn in range(1, ended + TAKEN * len(known) + 1) if pile else ():
        if not sure and turn <= ended and declares(past.players, strength(tableau), turn, chance):
            return None
        place = chance.below(len(others))
        held = (*tableau, others[place])
        others[place] = least_promising(held, known)
        tableau = without(held, others[place])
    if past.declared and not sure and not declares(past.players, strength(tableau), past.turns, chance):
        return None
    return tuple([plaque for plaque in tableau if plaque not in known]), tuple(others)
