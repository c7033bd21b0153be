"""Rules of thumb of TP5 that read the others' claims: stronger than *steady*, and slower.

Players claim their own best tiles, so a claim of an owner tells what lies there.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from engine import Budget, Chance, Player
from games.tp5.bot import Fit, steady
from games.tp5.rules.actions import Claim, Hog, Tp5Action
from games.tp5.rules.imagine import imagine
from games.tp5.rules.state import ROW, Tp5State, claims_of
from games.tp5.rules.statements import is_true_of
from games.tp5.rules.values import VALUE_OF
from games.tp5.rules.view import Tp5Observation

Weights = tuple[float, ...]
"""By value, from null to ace."""

CLAIMED_AT_HOME: Weights = (0.01, 0.01, 0.02, 0.12, 0.36, 0.48)
"""How often a tile that its owner claimed has each value: measured among *steady*."""
LEFT_AT_HOME: tuple[Weights, ...] = (
    (0.29, 0.32, 0.26, 0.11, 0.01, 0.01),
    (0.23, 0.23, 0.24, 0.18, 0.1, 0.02),
    (0.22, 0.22, 0.24, 0.2, 0.11, 0.01),
)
"""The same for the other tiles of an owner who has claimed some, by how many of them are at home."""
EXCHANGES = 40
FINE = 1 << 20


def keen(seen: Tp5Observation, legal_actions: Sequence[Tp5Action], budget: Budget, chance: Chance) -> Tp5Action:
    """Claim what fits best, given what others claimed of their own rows; else do what *steady* does."""
    claims = [action for action in legal_actions if isinstance(action, Claim | Hog)]
    if not claims:
        return steady(seen, legal_actions, budget, chance)
    fit = KeenFit(seen)
    worth = {action: fit.worth(action) + chance.below(10) / 100 for action in claims}
    return max(claims, key=worth.__getitem__)


class KeenFit(Fit):
    """How well tiles match mine, if others claim their own best tiles."""

    def _of_place(self, place: int) -> float:
        weights = None if self.seen.tiles[place] else weights_of(self.seen, place)
        if weights is None:
            return super()._of_place(place)
        statement = self.spoken_of.get(place)
        value = total = 0.0
        for tile in self.unknown:
            if statement is None or is_true_of(tile, statement):
                weight = weights[VALUE_OF[tile] - 1]
                value += weight * self.of_tile[tile]
                total += weight
        return value / total if total else super()._of_place(place)


def weights_of(seen: Tp5Observation, place: int) -> Weights | None:
    """Return how likely each value is for a hidden tile; None if its owner has told nothing by claims."""
    seat = place // ROW
    claims = claims_of(seen.claims, seat) if seat < seen.players else ()
    if not claims:
        return None
    if place in claims:
        return CLAIMED_AT_HOME
    at_home = sum([other // ROW == seat for other in claims])
    return LEFT_AT_HOME[min(at_home, len(LEFT_AT_HOME) - 1)]


def likely_world(seen: Tp5Observation, player: Player, chance: Chance) -> Tp5State:
    """Draw a state in which the others' tiles fit their claims: exchange hidden tiles while that is likelier.

    Each exchange is done with the chance that keeps all states as often as they are likely (Metropolis and others,
    "Equation of State Calculations by Fast Computing Machines", 1953).
    """
    world = imagine(seen, player, chance)
    movable = _movable(seen, world)
    weighed = {place: weights for place in movable if (weights := weights_of(seen, place))}
    if not weighed:
        return world
    telling, tiles = list(weighed), list(world.tiles)
    for _ in range(EXCHANGES):
        one, other = telling[chance.below(len(telling))], movable[chance.below(len(movable))]
        first, second = VALUE_OF[tiles[one]] - 1, VALUE_OF[tiles[other]] - 1
        ratio = weighed[one][second] / weighed[one][first]
        if there := weighed.get(other):
            ratio *= there[first] / there[second]
        if ratio >= 1.0 or chance.below(FINE) < ratio * FINE:
            tiles[one], tiles[other] = tiles[other], tiles[one]
    return replace(world, tiles=tuple(tiles))


def _movable(seen: Tp5Observation, world: Tp5State) -> list[int]:
    """Return the places whose tile may be exchanged for any other: nothing was said or shown of it."""
    told = {ROW * seat + slot for seat, slot in enumerate(world.shown_at) if slot is not None}
    told |= {ROW * seat + slot for seat, slot in enumerate(world.received_at)}
    told |= {ROW * seat + statement.slot for seat, statement in enumerate(seen.statements) if statement}
    told |= {place for place, values in enumerate(seen.ruled_out) if values}
    return [place for place, tile in enumerate(seen.tiles) if tile is None and place not in told]
