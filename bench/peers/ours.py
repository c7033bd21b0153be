"""Random play of this project's games, for the same run as the peers; a figure says if the rules were compiled."""

import random
import sys
from functools import partial

from bench.peers.rate import print_rate
from bench.rules import decisions_of_match, package_of
from engine import AnyGame
from engine.quick_chance import RandomChance
from examples.goofspiel.rules import GOOFSPIEL
from foundation.compiled import is_compiled
from games.registry import GAMES


def decisions_of_random_match(game: AnyGame, chance: RandomChance, _: random.Random) -> int:
    """Play one match; return the number of players' answers."""
    return decisions_of_match(game, chance)


if __name__ == "__main__":
    for game in (GOOFSPIEL, *GAMES.values()):
        work = partial(decisions_of_random_match, game, RandomChance(1))
        compiled = "compiled_" if is_compiled(package_of(game)) else ""
        print_rate(f"peers.ours.{game.slug}_{compiled}decisions_per_s", work, float(sys.argv[1]))
