"""Random play of this project's games, for the same run as the others."""

import random
import sys
from functools import partial

from bench.peers.rate import print_rate
from bench.rules import decisions_of_match
from examples.goofspiel import GOOFSPIEL
from games.bots.chance import RandomChance
from games.rules.core.playthrough import AnyGame
from games.rules.registry import GAMES


def decisions_of_random_match(game: AnyGame, chance: RandomChance, _: random.Random) -> int:
    """Play one match; return how many answers of players it took."""
    return decisions_of_match(game, chance)


if __name__ == "__main__":
    for game in (GOOFSPIEL, *GAMES.values()):
        work = partial(decisions_of_random_match, game, RandomChance(1))
        print_rate(f"peers.ours.{game.slug}_decisions_per_s", work, float(sys.argv[1]))
