"""How many decisions per second the rules of each game process in random play, on one core.

Where `make compiled` has compiled the rules of a game, its source is measured too, by a process of its own.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from functools import partial

from bench.box import benches
from bench.figures import Figure, best_rate
from bench.games import Bench
from engine import AnyGame, Chance
from engine.quick_chance import RandomChance
from examples.goofspiel.rules import GOOFSPIEL
from foundation.compiled import ROOT, VARIABLE, is_compiled
from games.registry import GAMES

_ALL: dict[str, AnyGame] = {**GAMES, GOOFSPIEL.slug: GOOFSPIEL}


def figures(seconds: float) -> Iterator[Figure]:
    """Measure every game of the site, and the example that other game libraries also have."""
    for game in _ALL.values():
        rate = rate_of(game, seconds)
        if is_compiled(package_of(game)):
            yield Figure(f"rules.{game.slug}.compiled_decisions_per_s", rate, "1/s")
            rate = _rate_from_source(game, seconds)
        yield Figure(f"rules.{game.slug}.decisions_per_s", rate, "1/s", least=_said_of(game).least)


def rate_of(game: AnyGame, seconds: float) -> int:
    """Return the decisions per second of a game as this process has imported it."""
    return round(best_rate(partial(_decisions_of_next_match, game, RandomChance(1)), seconds))


def _rate_from_source(game: AnyGame, seconds: float) -> int:
    """Return the decisions per second of a game in a process without compiled rules."""
    command = [sys.executable, "-m", "bench.rules", game.slug, str(seconds)]
    done = subprocess.run(
        command, cwd=ROOT, env=os.environ | {VARIABLE: ""}, capture_output=True, text=True, check=True
    )
    return int(done.stdout)


def package_of(game: AnyGame) -> str:
    """Return the package with all that is a game's own."""
    return ".".join(type(game).__module__.split(".")[:2])


def _decisions_of_next_match(game: AnyGame, chance: Chance, _: int) -> int:
    # One generator serves all matches: seeding one for each is not part of the rules' work.
    return decisions_of_match(game, chance)


def decisions_of_match(game: AnyGame, chance: Chance) -> int:
    """Play one match at random through the site's interface; return the number of answers."""
    state = game.initial_state(seats_of(game), game.Options(), chance).state
    # Each call that a decision needs is looked up once, so that the rules are measured more than this loop.
    current_players, legal_actions, apply, below = game.current_players, game.legal_actions, game.apply, chance.below
    decisions = 0
    while asked := current_players(state):
        joint = {}
        for player in asked:
            actions = legal_actions(state, player)
            joint[player] = actions[below(len(actions))]
        state = apply(state, joint, chance).state
        decisions += len(joint)
    return decisions


def seats_of(game: AnyGame) -> int:
    """Return the number of seats in the measured matches."""
    wanted = _said_of(game).seats
    return wanted if wanted in game.players else game.players[0]


def _said_of(game: AnyGame) -> Bench:
    return benches().get(game.slug, Bench())


if __name__ == "__main__":
    print(rate_of(_ALL[sys.argv[1]], float(sys.argv[2])))
