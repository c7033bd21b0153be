"""Random play of RLCard's games, without the environments that learners use."""

import importlib
import random
import sys
from functools import partial
from typing import Any

from bench.peers.rate import print_rate

GAMES = {"leduc": "rlcard.games.leducholdem", "limit_holdem": "rlcard.games.limitholdem", "uno": "rlcard.games.uno"}


def decisions_of_match(game: Any, chance: random.Random) -> int:
    """Play one match; return the number of players' answers."""
    game.init_game()
    pick = chance.random
    decisions = 0
    while not game.is_over():
        actions = game.get_legal_actions()
        game.step(actions[int(pick() * len(actions))])
        decisions += 1
    return decisions


if __name__ == "__main__":
    for name, module in GAMES.items():
        work = partial(decisions_of_match, importlib.import_module(module).Game())
        print_rate(f"peers.rlcard.{name}_decisions_per_s", work, float(sys.argv[1]))
