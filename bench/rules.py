"""How many decisions a second the rules of each game carry out in random play, on one core."""

from collections.abc import Iterator
from functools import partial

from bench.figures import Figure, best_rate
from examples.goofspiel import GOOFSPIEL
from games.bots.chance import RandomChance
from games.rules.core import Chance, choice
from games.rules.core.playthrough import AnyGame
from games.rules.registry import GAMES

SEATS = {"bid": 3}
USUAL_SEATS = 4
LEAST = {
    "bid": 200_000,
    "manipulation": 100_000,
    "hexes": 20_000,
    "plaque-auction": 100_000,
    "concealed-draw": 100_000,
    "tp5": 30_000,
    "goofspiel": 400_000,
}
"""What each game must reach. Another has no bar until it is given one here."""


def figures(seconds: float) -> Iterator[Figure]:
    """Measure every game of the box, and the example that other collections of games have too."""
    for game in (*GAMES.values(), GOOFSPIEL):
        rate = best_rate(partial(_decisions_of_next_match, game, RandomChance(1)), seconds)
        yield Figure(f"rules.{game.slug}.decisions_per_s", round(rate), "1/s", least=LEAST.get(game.slug))


def _decisions_of_next_match(game: AnyGame, chance: Chance, _: int) -> int:
    # One generator serves all matches: to seed one for each is no work of the rules.
    return decisions_of_match(game, chance)


def decisions_of_match(game: AnyGame, chance: Chance) -> int:
    """Play one match at random through the interface that the site uses; return how many answers it took."""
    state = game.initial_state(seats_of(game), game.Options(), chance).state
    decisions = 0
    while asked := game.current_players(state):
        joint = {player: choice(chance, game.legal_actions(state, player)) for player in asked}
        state = game.apply(state, joint, chance).state
        decisions += len(joint)
    return decisions


def seats_of(game: AnyGame) -> int:
    """How many seats the measured matches have."""
    wanted = SEATS.get(game.slug, USUAL_SEATS)
    return wanted if wanted in game.players else game.players[0]
