"""Swiss pairing: neighbours in the standings sit together, with as few repeated meetings as possible."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import combinations, pairwise

import networkx

from ladders.methods.pairing.annealing import Annealing, kinds_of_pairs
from ladders.methods.pairing.byes import lowest_without
from ladders.methods.pairing.exact import TooLongError, met_nobody, without_repeats
from ladders.methods.pairing.field import APART, Draw, Field
from ladders.methods.pairing.meetings import pair
from ladders.methods.pairing.search import Cost, cheapest_seating
from ladders.methods.pairing.sizes import split

AGAIN = 10**6
"""The cost of a repeated meeting: more than any distance in the standings."""
EXCHANGES = 40_000
NEIGHBOURS = 24
"""How far down the standings to look for an opponent first; further only if none suits."""


def swiss(field: Field, groups: Mapping[int, int]) -> Draw:
    """Draw a round. `groups` gives each player's score group, 0 the best; players without one rank last."""
    sizes, byes = split(len(field.players), field.seats, field.fewest, field.most)
    out = lowest_without(field, byes)
    order = [player for player in field.players if player not in out]
    cost = _cost(field, groups)
    if set(sizes) == {2}:
        return Draw(_pairs(order, cost), out)
    return Draw(_tables(order, sizes, cost, field.seed), out)


def _cost(field: Field, groups: Mapping[int, int]) -> Cost:
    """Count repeats before distance between score groups."""
    last = max(groups.values(), default=0) + 1

    def cost(one: int, other: int) -> int:
        key = pair(one, other)
        gap = groups.get(one, last) - groups.get(other, last)
        return (key in field.apart) * APART + field.met.get(key, 0) * AGAIN + gap * gap

    return cost


def _tables(order: Sequence[int], sizes: Sequence[int], cost: Cost, seed: str) -> list[list[int]]:
    """Cut the standings into tables, then swap players while that helps.

    If a meeting would still repeat, search exactly for a seating without repeats; if there is none, for one with fewer.
    Either is then improved.
    """
    starts = [sum(sizes[:number]) for number in range(len(sizes) + 1)]
    found = cheapest_seating([list(order[start:end]) for start, end in pairwise(starts)], cost, seed)
    strangers = {one: frozenset(other for other in order if other != one and cost(one, other) < AGAIN) for one in order}
    if met_nobody(found, strangers):
        return found
    exact = None
    with suppress(TooLongError):
        exact = without_repeats(order, sizes, strangers)
    return cheapest_seating(exact or _met_fewer(found, cost, seed), cost, seed)


def _met_fewer(tables: Sequence[Sequence[int]], cost: Cost, seed: str) -> list[list[int]]:
    """Anneal towards as few repeated meetings as possible."""
    players = [player for table in tables for player in table]
    kinds, met = kinds_of_pairs(len(players)), [0] * len(players) ** 2
    for (here, one), (there, other) in combinations(enumerate(players), 2):
        met[kinds[here][there]] = cost(one, other) // AGAIN
    numbers = {player: number for number, player in enumerate(players)}
    search = Annealing([[[numbers[player] for player in table] for table in tables]], kinds, met, f"{seed} again")
    search.improve(EXCHANGES, 0)
    return [[players[number] for number in table] for table in search.rounds[0]]


def _pairs(order: Sequence[int], cost: Cost) -> list[list[int]]:
    """The cheapest perfect matching: exact for tables of two, looking at near neighbours first."""
    for reach in (NEIGHBOURS, len(order)):
        found = _matching(order, cost, reach, most=AGAIN)
        if 2 * len(found) == len(order):
            return found
    return _matching(order, cost, len(order), most=None)


def _matching(order: Sequence[int], cost: Cost, reach: int, most: int | None) -> list[list[int]]:
    graph = networkx.Graph()
    graph.add_nodes_from(order)
    for rank, one in enumerate(order):
        for other in order[rank + 1 : rank + 1 + reach]:
            if most is None or cost(one, other) < most:
                graph.add_edge(one, other, weight=-cost(one, other))
    rank_of = {player: rank for rank, player in enumerate(order)}
    matched = networkx.max_weight_matching(graph, maxcardinality=True)
    return sorted((sorted(two, key=rank_of.__getitem__) for two in matched), key=lambda two: rank_of[two[0]])
