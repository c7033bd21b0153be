"""A thousand random matches of each game at each seat count run to their end."""

from typing import Any

import pytest

from games.bots.chance import RandomChance
from games.rules.core import Game, choice
from games.rules.registry import GAMES

SEEDS = 1000
SHORTER: dict[str, dict[str, Any]] = {"tp5": {"rounds": 1}}
"""A match of many equal rounds is tried by one."""

TABLES = [(slug, players) for slug, game in GAMES.items() for players in game.players]


def play(game: Game[Any, Any, Any, Any], players: int, options: Any, seed: int) -> tuple[int, ...] | None:
    """Play one match at random; return its places."""
    chance = RandomChance(seed)
    state = game.initial_state(players, options, chance).state
    while asked := game.current_players(state):
        joint = {player: choice(chance, game.legal_actions(state, player)) for player in asked}
        state = game.apply(state, joint, chance).state
    return game.places(state)


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "players"), TABLES)
def test_random_matches_end_with_a_winner(slug: str, players: int) -> None:
    game = GAMES[slug]
    options = game.Options(**SHORTER.get(slug, {}))
    for seed in range(SEEDS):
        places = play(game, players, options, seed)
        assert places is not None
        assert len(places) == players
        assert min(places) == 1
