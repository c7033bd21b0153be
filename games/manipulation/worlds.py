"""Which hidden goals and hands are likely, from what everybody saw: coins that were spent, and tiles discarded.

The weights were measured in matches of *steady* among themselves.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate

from msgspec.structs import replace

from engine import Chance, Player
from engine.piecepack import INDEX
from engine.quick_chance import RandomChance
from games.manipulation.rules.ending import agreement
from games.manipulation.rules.state import FULL_STOCK, Code, Hand, ManipulationState
from games.manipulation.rules.view import ManipulationObservation, imagine, imagined_goals

DRAWS = 240
"""So many combinations of goals are weighed for a decision."""
WITH_HIGHEST = 1.2, 0.86, 0.48, 0.48, 0.48
"""By suits that agree: how much likelier that is than by chance, for a seat that still has its highest coin."""
WITHOUT_HIGHEST = 0.25, 0.84, 5.0, 5.0, 5.0
"""The same for a seat that has spent it: it fought for a suit when it was near its goal."""
DISCARDED = 0.4
"""The same for each tile of a goal that was discarded in a turn of its owner."""
SWAPPED = 75
"""Of 100 hidden tiles that their holder would want, so many are with nobody: who has one tries it soon."""
LOOKS = 3
FINE = 1 << 20


def likely_world(seen: ManipulationObservation, player: Player, chance: Chance) -> ManipulationState:
    """Draw a state in which the others' goals and hands fit what they did."""
    world = imagine(seen, chance)
    draws, weights = _likely_goals(seen)
    goals = draws[_index(weights, chance)]
    hands, pile = list(world.hands), list(world.pile)
    for seat, goal in enumerate(goals):
        if seat != player:
            for tile in hands[seat]:
                if tile in goal and tile not in seen.code and chance.below(100) < SWAPPED:
                    hands[seat] = _swapped(seen, hands[seat], tile, pile, chance)
    return replace(world, goals=goals, hands=tuple(hands), pile=tuple(pile))


def _index(weights: Sequence[float], chance: Chance) -> int:
    """Draw an index by weights that were added up."""
    aim = chance.below(FINE) / FINE * weights[-1]
    return next((index for index, weight in enumerate(weights) if aim < weight), len(weights) - 1)


@lru_cache(maxsize=4)
def _likely_goals(seen: ManipulationObservation) -> tuple[Sequence[tuple[Code, ...]], Sequence[float]]:
    """Draw combinations of goals, and weigh them; return the weights added up.

    The draws are the same for the same observation, so that what is kept here changes nothing.
    """
    chance = RandomChance(seen.turn)
    discarded = _discarded(seen)
    of_seats = [WITH_HIGHEST if FULL_STOCK[-1] in stock else WITHOUT_HIGHEST for stock in seen.stocks]
    draws = [imagined_goals(seen, chance) for _ in range(DRAWS)]
    weights = []
    for goals in draws:
        weight = 1.0
        for seat, goal in enumerate(goals):
            if seat != seen.viewer:
                weight *= of_seats[seat][agreement(goal, seen.code)]
                weight *= DISCARDED ** len(discarded[seat].intersection(goal))
        weights.append(weight)
    return draws, list(accumulate(weights))


def _discarded(seen: ManipulationObservation) -> list[set[str]]:
    """Return the tiles discarded in the turns of each seat: one in every turn since the pile was refilled."""
    discarded: list[set[str]] = [set() for _ in seen.stocks]
    for turns, tile in enumerate(reversed(seen.discards), start=1):
        discarded[(seen.player - turns) % seen.seats].add(tile)
    return discarded


def _swapped(seen: ManipulationObservation, hand: Hand, tile: str, pile: list[str], chance: Chance) -> Hand:
    """Exchange a tile of a hand for one of the pile that was shuffled in with it; return the hand."""
    for _ in range(LOOKS if pile else 0):
        place = chance.below(len(pile))
        if seen.batches[INDEX[pile[place]]] == seen.batches[INDEX[tile]]:
            drawn, pile[place] = pile[place], tile
            return tuple(sorted([drawn if held == tile else held for held in hand], key=INDEX.__getitem__))
    return hand
