"""How many decisions per second the rules of each game process in random play, on one core."""

from collections.abc import Iterator
from functools import partial

from bench.box import benches
from bench.figures import Figure, best_rate
from bench.games import Bench
from engine import AnyGame, Chance, choice
from engine.quick_chance import RandomChance
from examples.goofspiel.rules import GOOFSPIEL
from games.registry import GAMES


def figures(seconds: float) -> Iterator[Figure]:
    """Measure every game of the site, and the example that other game libraries also have."""
    for game in (*GAMES.values(), GOOFSPIEL):
        rate = best_rate(partial(_decisions_of_next_match, game, RandomChance(1)), seconds)
        yield Figure(f"rules.{game.slug}.decisions_per_s", round(rate), "1/s", least=_said_of(game).least)


def _decisions_of_next_match(game: AnyGame, chance: Chance, _: int) -> int:
    # One generator serves all matches: seeding one for each is not part of the rules' work.
    return decisions_of_match(game, chance)


def decisions_of_match(game: AnyGame, chance: Chance) -> int:
    """Play one match at random through the site's interface; return the number of answers."""
    state = game.initial_state(seats_of(game), game.Options(), chance).state
    decisions = 0
    while asked := game.current_players(state):
        joint = {player: choice(chance, game.legal_actions(state, player)) for player in asked}
        state = game.apply(state, joint, chance).state
        decisions += len(joint)
    return decisions


def seats_of(game: AnyGame) -> int:
    """Return the number of seats in the measured matches."""
    wanted = _said_of(game).seats
    return wanted if wanted in game.players else game.players[0]


def _said_of(game: AnyGame) -> Bench:
    return benches().get(game.slug, Bench())
