"""How a match stands for each seat, as far as one of them can know."""

from dataclasses import replace
from math import sqrt
from typing import Any, NamedTuple

from engine.game import AnyGame, Budget, Player
from engine.quick_chance import RandomChance
from engine.search.deadline import Deadline
from engine.search.hooks import Hooks, Values
from engine.search.selection import RegretMatching, Uct
from engine.search.simulation import Tree

SURE = 1.96
"""Standard errors on each side of a 95 per cent interval."""


class Outlook(NamedTuple):
    """The share of first place that each seat can expect, and how far that of the seat itself may be off."""

    shares: tuple[float, ...]
    error: float


def outlook(
    game: AnyGame, hooks: Hooks, seen: Any, player: Player, budget: Budget, *, to_the_end: bool = False
) -> Outlook:
    """Imagine states that `player`, who sees `seen`, cannot tell from the real one, and play on from each.

    By default matches are played as far as a search plays them. To the end takes longer, and is nearer to a chance to
    win: there only first places count.
    """
    used = replace(hooks, worth=None, rest=None, horizon=0, endgame=None) if to_the_end else hooks
    share = firsts if to_the_end else shares_of
    tree, deadline, chance = Tree(game, used, RegretMatching(), Uct()), Deadline(budget), RandomChance()
    found: list[Values] = []
    while len(found) < 2 or deadline.used < 1.0:
        found.append(share(tree.outcome(used.world(game, seen, player, chance), chance)))
        deadline.count()
    count = len(found)
    means = tuple([sum(values) / count for values in zip(*found, strict=True)])
    spread = sum((values[player] - means[player]) ** 2 for values in found) / (count - 1)
    return Outlook(means, SURE * sqrt(spread / count))


def firsts(values: Values) -> Values:
    """Return the shares of first place at the end of a match, from the values of its places."""
    best = max(values)
    winners = [value == best for value in values]
    return [won / sum(winners) for won in winners]


def shares_of(values: Values) -> Values:
    """Return values as shares of one whole."""
    whole = sum(values)
    return [value / whole for value in values] if whole else [1 / len(values)] * len(values)
