"""Ladder seasons with planted pairs of whom one feeds the other: whether the site's signals name them, and nobody else.

Honest bots are the game's own simple bot that plays at random with a probability of its own, from never to always. In
each planted pair one bot, at a table with its partner, always chooses what lets the partner come farthest ahead of the
others; see `bench/colluders.py`. As many pairs of friends meet as often and play honestly. No bot is weighed by what it
is: accounts, ladder, matches and logs are those of the site, and so are the signals; see `bench/season.py`.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from bench.database import own_database
from bench.figures import Figure
from games.rules.bid import BID
from games.rules.core import Game
from games.rules.hexes import HEXES
from games.rules.manipulation import MANIPULATION
from games.rules.plaques import CONCEALED_DRAW, PLAQUE_AUCTION
from games.rules.tp5 import TP5

LEAST_PRECISION, LEAST_RECALL, MOST_FALSE = 0.9, 0.7, 1.0
HONEST = (13,)
"""The seeds of the seasons without planted pairs."""


class Played(NamedTuple):
    """A game, and how large its seasons are."""

    name: str
    game: Game[Any, Any, Any, Any]
    bots: int = 20
    pairs: int = 3
    together: int = 16
    options: Any = None
    """Those of the game, unless a match of them is long."""
    planted: tuple[int, ...] = (11, 12)
    """The seeds of its seasons with planted pairs."""
    finds: bool = True
    """Whether most planted pairs must be found; elsewhere the figures tell how far a signal may be trusted."""


PLAYED = (
    Played("collusion", BID, bots=24, pairs=4),
    Played("collusion.plaque_auction", PLAQUE_AUCTION),
    Played("collusion.hex_auction", HEXES, planted=(11,), finds=False),
    Played("collusion.concealed_draw", CONCEALED_DRAW),
    Played("collusion.manipulation", MANIPULATION, finds=False),
    Played("collusion.tp5", TP5, planted=(11,), finds=False, options=TP5.Options(rounds=2)),
)


def figures(seconds: float) -> Iterator[Figure]:
    """Measure seasons of every game; how long it takes does not follow from `seconds`."""
    with own_database():
        for played in PLAYED:
            yield from measured(played)


def measured(played: Played) -> Iterator[Figure]:
    """Measure seasons of a game with planted pairs, and without."""
    from bench.season import Shape, season

    shape = Shape(played.bots, played.pairs, played.together)
    seasons = [season(played.game, shape, seed=seed, planted=True, options=played.options) for seed in played.planted]
    named = sum(len(one.named) for one in seasons)
    found = sum(len(one.named & one.planted) for one in seasons)
    least_precision, least_recall = (LEAST_PRECISION, LEAST_RECALL) if played.finds else (None, None)
    if named:
        yield Figure(f"{played.name}.precision", round(found / named, 3), "share", least=least_precision)
    recall = found / sum(len(one.planted) for one in seasons)
    yield Figure(f"{played.name}.recall", round(recall, 3), "share", least=least_recall)
    without = [season(played.game, shape, seed=seed, planted=False, options=played.options) for seed in HONEST]
    false = float(sum(len(one.named) for one in without))
    yield Figure(f"{played.name}.false_positives", false, "pairs", most=MOST_FALSE)
    yield Figure(f"{played.name}.honest_pairs_tested", float(sum(one.tested for one in without)), "pairs")
