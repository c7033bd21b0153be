"""Ladder seasons with planted pairs in which one bot feeds the other: do the site's signals name them, and only them?

Honest bots are the game's own simple bot that plays at random with its own probability, from never to always. In each
planted pair one bot, in a match with its partner, always chooses the answer that puts the partner furthest ahead of
the others; see `bench/colluders.py`. As many pairs of friends meet as often and play honestly. The signals do not
know which bot is which: accounts, ladder, matches, logs and signals are those of the site; see `bench/season.py`.
"""

from collections.abc import Iterator

from bench.box import benches
from bench.database import own_database
from bench.figures import Figure
from bench.games import Seasons
from engine import AnyGame
from games.registry import GAMES

LEAST_PRECISION, LEAST_RECALL, MOST_FALSE = 0.9, 0.7, 1.0
HONEST = (13,)
"""The seeds of the seasons without planted pairs."""


def figures(seconds: float) -> Iterator[Figure]:
    """Measure seasons of every game with `Seasons` in its settings. The duration does not depend on `seconds`."""
    with own_database():
        for slug, bench in benches().items():
            if bench.seasons:
                yield from measure(GAMES[slug], bench.seasons)


def measure(game: AnyGame, size: Seasons) -> Iterator[Figure]:
    """Measure seasons of a game with planted pairs, and without."""
    from bench.season import Shape, season

    shape, options = Shape(size.bots, size.pairs, size.together), game.Options(**size.options)
    seasons = [season(game, shape, seed=seed, planted=True, options=options) for seed in size.planted]
    named = sum(len(one.named) for one in seasons)
    found = sum(len(one.named & one.planted) for one in seasons)
    least_precision, least_recall = (LEAST_PRECISION, LEAST_RECALL) if size.finds else (None, None)
    if named:
        yield Figure(f"{size.name}.precision", round(found / named, 3), "share", least=least_precision)
    recall = found / sum(len(one.planted) for one in seasons)
    yield Figure(f"{size.name}.recall", round(recall, 3), "share", least=least_recall)
    without = [season(game, shape, seed=seed, planted=False, options=options) for seed in HONEST]
    false = float(sum(len(one.named) for one in without))
    yield Figure(f"{size.name}.false_positives", false, "pairs", most=MOST_FALSE)
    yield Figure(f"{size.name}.honest_pairs_tested", float(sum(one.tested for one in without)), "pairs")
