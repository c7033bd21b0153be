"""A bot with simple sense for Hex Auction."""

from collections.abc import Sequence

from games.rules.core import Budget, Chance
from games.rules.hexes.actions import FINISH, HexAction, Take
from games.rules.hexes.planning import Plan, Table, best_gain, plans
from games.rules.hexes.view import HexObservation

WIDTH = 6
"""How many first placements are followed up."""
DEPTH = 2
"""How many placements are foreseen after the first."""
HEXES_WEIGHED = 6
"""A large hand is weighed in part, to stay quick."""
WORTH_LAYING = 7
"""Points that the run foreseen should score; below that the hand waits for a better turn.

Players who wait for more than about 8 hoard until the bag is empty: stronger, but a dull match.
"""


def steady(seen: HexObservation, legal_actions: Sequence[HexAction], budget: Budget, chance: Chance) -> HexAction:
    """Bid for a hex that fits well, take it, and lay what gains enough; near the end, lay all."""
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
    """Bid two tokens for each point that the best hex gains over the worst, or one more."""
    fits = [_fit(seen, tile) for tile in seen.drawn]
    aim = 2 * (max(fits) - min(fits)) + chance.below(2)
    return legal_actions[min(aim, len(legal_actions) - 1)]


def _lay(seen: HexObservation, legal_actions: Sequence[HexAction]) -> HexAction:
    """Lay the first hex of the best plan; stop when it gains too little and stopping is allowed."""
    best = _best_plan(seen)
    may_stop = legal_actions[0] == FINISH
    if may_stop and best.points < _least(seen):
        return FINISH
    return best.first


def _best_plan(seen: HexObservation) -> Plan:
    hand = seen.hands[seen.to_move[0]][-HEXES_WEIGHED:]
    return max(plans(_table(seen), hand, seen.open_cells, WIDTH, DEPTH), key=lambda plan: plan.points)


def _least(seen: HexObservation) -> int:
    """Points below which nothing is laid: none when this may be the last turn."""
    last = seen.specials >= seen.options.specials_to_end - 1 or seen.hexes_in_bag < seen.seats
    return 0 if last else WORTH_LAYING
