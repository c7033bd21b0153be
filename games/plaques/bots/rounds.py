"""Rounds of Concealed Draw played on quickly, by the rules of thumb of *steady*, which declare otherwise.

The seat that thinks declares as often as *keen* does. The others do so half the time, and half the time they declare
where *steady* does: a search that takes all of them for *keen* does worse among *steady*.
"""

from collections.abc import Sequence

from engine import Chance, Player
from games.plaques.bots.keen import LEAST_DECLARED
from games.plaques.rules.concealed.state import ConcealedState
from games.plaques.rules.concealed.turns import MOST_TURNS
from games.plaques.rules.pieces import Tableau
from games.plaques.rules.prospects import promise_lost
from games.plaques.rules.ranking import STEP, best_of, strength, strengths_with, strengths_without
from games.plaques.rules.seats import left_of, round_from, without

DECLARED = {
    2: (
        (41, 28, 14, 11, 4, 1, 0, 0),
        (58, 54, 45, 36, 25, 11, 4, 7),
        (72, 48, 34, 25, 14, 6, 5, 2),
        (52, 63, 58, 55, 42, 34, 27, 12),
        (31, 52, 38, 28, 28, 21, 21, 16),
        (0, 0, 0, 0, 0, 0, 0, 0),
    ),
    3: (
        (17, 0, 0, 0, 0, 0, 0, 0),
        (47, 22, 6, 1, 0, 0, 0, 0),
        (64, 21, 12, 7, 3, 0, 0, 0),
        (82, 42, 39, 37, 30, 21, 11, 5),
        (70, 70, 57, 37, 26, 17, 14, 9),
        (100, 94, 64, 57, 48, 49, 46, 42),
    ),
    4: (
        (3, 0, 0, 0, 0, 0, 0, 0),
        (26, 7, 1, 0, 0, 0, 0, 0),
        (42, 10, 5, 0, 0, 0, 0, 0),
        (78, 39, 30, 20, 6, 1, 0, 0),
        (94, 74, 55, 43, 31, 22, 15, 8),
        (95, 67, 64, 52, 56, 45, 47, 55),
    ),
}
"""How often in 100 *keen* declares: by players left, by category from `LEAST_DECLARED` on, and by turn.

Measured among its like in 3,000 rounds of each number of players; more of them declare by the last table.
"""
STEADY_DECLARES = {2: 5, 3: 6, 4: 6}
"""The worst category that *steady* declares with: with one rival left a full house, else four of a kind."""


def declares(players: int, goodness: int, turn: int, chance: Chance, *, keen: bool = False) -> bool:
    """True if a tableau is declared at the beginning of a turn, the first of which is 1, by *keen* or by anybody."""
    category, left = goodness // STEP, min(max(DECLARED), players)
    if category < LEAST_DECLARED:
        return False
    by_turn = DECLARED[left][category - LEAST_DECLARED]
    by_keen = by_turn[min(turn, len(by_turn)) - 1]
    by_steady = 100 if category >= STEADY_DECLARES[left] else 0
    return chance.below(200) < by_keen + (by_keen if keen else by_steady)


def winner_of(state: ConcealedState, player: Player, chance: Chance) -> Player:
    """Play a round on to its end for a seat that thinks; return who has the best tableau."""
    seated, turn, declarer, drawn = state.seated, state.turn, state.declarer, state.drawn
    tableaux, turns = list(state.tableaux), list(state.turns)
    pile, centre = list(reversed(state.pile)), list(state.centre)
    # What was taken from the centre may not go back at once; what is taken below never would.
    stays = (drawn,) if drawn and state.source == "centre" else ()
    while True:
        tableau = tableaux[turn]
        if drawn is None:
            now = strength(tableau)
            if declarer is None and declares(len(seated), now, turns[turn] + 1, chance, keen=turn == player):
                declarer = turn
            else:
                drawn = _taken(tableau, now, centre, sure=not pile) or (pile.pop() if pile else None)
                if drawn is None and declarer is None:
                    declarer = turn
        if drawn is not None:
            held = (*tableau, drawn)
            discard = least_promising(held, stays)
            tableaux[turn] = without(held, discard)
            centre.append(discard)
            drawn, stays = None, ()
        turns[turn] += 1
        if declarer is None and (not pile or turns[turn] == MOST_TURNS):
            declarer = turn
        turn = left_of(seated, turn)
        if turn == declarer:
            return best_of(tableaux, round_from(seated, declarer))[0]


def _taken(tableau: Tableau, now: int, centre: list[str], *, sure: bool) -> str | None:
    """Take the plaque out of the centre that makes the best hand, if it makes one of a better category.

    Where nothing can be drawn, any better hand will do.
    """
    best, taken = max(zip(strengths_with(tableau, centre), centre, strict=True), default=(now, ""))
    if best == now or (best // STEP == now // STEP and not sure):
        return None
    centre.remove(taken)
    return taken


def least_promising(held: Tableau, kept: Sequence[str] = ()) -> str:
    """Return the plaque without which a tableau is best; among equals, without which it promises most."""
    goodness = strengths_without(held)
    if kept:
        goodness = [-1 if plaque in kept else one for plaque, one in zip(held, goodness, strict=True)]
    most = max(goodness)
    found = [plaque for plaque, one in zip(held, goodness, strict=True) if one == most]
    if len(found) == 1:
        return found[0]
    lost = promise_lost(held, found)
    return found[lost.index(min(lost))]
