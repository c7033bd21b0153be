"""A simple bot for Hex Auction."""

from collections.abc import Sequence

from engine import Budget, Chance
from games.hexes.rules.actions import FINISH, HexAction, Take
from games.hexes.rules.planning import Table, best_gain, plans
from games.hexes.rules.view import HexObservation

WIDTH = 6
"""The number of first placements to explore."""
DEPTH = 2
"""The number of placements to look ahead after the first."""
HEXES_WEIGHED = 6
"""The number of hexes considered from a large hand, for speed."""
WORTH_LAYING = 7
"""The points a foreseen run must score; below that the bot keeps its hand for a better turn.

Players who wait for more than about 8 hoard until the bag is empty: stronger, but a dull match.
"""


def steady(seen: HexObservation, legal_actions: Sequence[HexAction], budget: Budget, chance: Chance) -> HexAction:
    """Bid for a hex that fits well, take it, and lay runs that score enough; near the end, lay everything."""
    if seen.phase == "bid":
        return _bid(seen, legal_actions, chance)
    if seen.phase == "take":
        return max(legal_actions, key=lambda action: _fit(seen, action.hex) if isinstance(action, Take) else 0)
    return _lay(seen, legal_actions)


def _table(seen: HexObservation) -> Table:
    return Table({laid.cell: laid.colours for laid in seen.board}, frozenset([laid.cell for laid in seen.run_laid]))


def _fit(seen: HexObservation, tile: str) -> int:
    return best_gain(_table(seen), tile, seen.open_cells)


def _bid(seen: HexObservation, legal_actions: Sequence[HexAction], chance: Chance) -> HexAction:
    """Bid two tokens for each point that the best hex gains over the worst, sometimes one more."""
    fits = [_fit(seen, tile) for tile in seen.drawn]
    aim = 2 * (max(fits) - min(fits)) + chance.below(2)
    return legal_actions[min(aim, len(legal_actions) - 1)]


def _lay(seen: HexObservation, legal_actions: Sequence[HexAction]) -> HexAction:
    """Lay the first hex of the best plan; finish if it gains too little and finishing is allowed."""
    hand = seen.hands[seen.to_move[0]][-HEXES_WEIGHED:]
    best = max(plans(_table(seen), hand, seen.open_cells, WIDTH, DEPTH), key=lambda plan: plan.points)
    may_be_last_turn = seen.specials >= seen.options.specials_to_end - 1 or seen.hexes_in_bag < seen.seats
    least = 0 if may_be_last_turn else WORTH_LAYING
    may_stop = legal_actions[0] == FINISH
    return FINISH if may_stop and best.points < least else best.first
