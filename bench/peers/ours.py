"""Random play of this project's games, for the same run as the peers."""

import random
import sys
from functools import partial

from bench.peers.rate import print_rate
from bench.rules import decisions_of_match
from engine import AnyGame
from engine.quick_chance import RandomChance
from examples.goofspiel.rules import GOOFSPIEL
from games.registry import GAMES


def decisions_of_random_match(game: AnyGame, chance: RandomChance, _: random.Random) -> int:
    """Play one match; return the number of players' answers."""
    return decisions_of_match(game, chance)


if __name__ == "__main__":
    for game in (GOOFSPIEL, *GAMES.values()):
        work = partial(decisions_of_random_match, game, RandomChance(1))
        print_rate(f"peers.ours.{game.slug}_decisions_per_s", work, float(sys.argv[1]))
