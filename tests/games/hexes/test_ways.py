"""The ways to lay a hex are the same, whether they are read one by one, by number or counted."""

from copy import copy
from typing import Any

import pytest

from engine import choice
from engine.quick_chance import RandomChance
from games.hexes.rules import HEXES
from games.hexes.rules.actions import Finish, HexAction, Place
from games.hexes.rules.laying import cells_to_lay
from games.hexes.rules.state import HexState
from games.hexes.rules.tiles import ROTATIONS


def written_out(state: HexState, player: int) -> list[HexAction]:
    cells, hand, limit = cells_to_lay(state), state.hands[player], state.options.hand_limit
    finish: list[HexAction] = [Finish()] if limit is None or len(hand) <= limit else []
    return finish + [Place(tile, *cell, k) for tile in hand for cell in cells for k in ROTATIONS[tile]]


@pytest.mark.parametrize("options", [{}, {"hand_limit": 3}])
def test_the_ways_to_lay_are_read_alike(options: dict[str, Any]):
    chance, seen = RandomChance(8), 0
    state = HEXES.initial_state(3, HEXES.Options(**options), chance).state
    while asked := HEXES.current_players(state):
        legal = {player: HEXES.legal_actions(state, player) for player in asked}
        if state.phase == "lay":
            ((player, ways),) = legal.items()
            seen += 1
            every = written_out(state, player)
            assert list(ways) == every and len(ways) == len(every)
            assert [ways[number] for number in range(-len(every), len(every))] == every * 2
            assert list(ways[1:-1:2]) == every[1:-1:2]
            assert copy(ways) == ways
            for beyond in (len(every), -len(every) - 1):
                with pytest.raises(IndexError):
                    ways[beyond]
        state = HEXES.apply(state, {player: choice(chance, each) for player, each in legal.items()}, chance).state
    assert seen > 10
