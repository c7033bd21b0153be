"""What a position promises each seat; what that is in one game, tests of that game say."""

from math import isfinite

import pytest

from games.registry import GAMES
from tests.engine.positions import SEATS, states


@pytest.mark.parametrize("slug", GAMES)
def test_every_position_of_random_play_is_tallied_for_every_seat(slug: str) -> None:
    game = GAMES[slug]
    for seed in range(2):
        for state in states(game, seed):
            tally = game.tally(state)
            assert tally is not None and len(tally) == SEATS and all(map(isfinite, tally))
