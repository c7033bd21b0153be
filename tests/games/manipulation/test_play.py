"""What holds in every match, played at random to its end."""

import pytest

from engine.piecepack import INDEX, TILES
from games.manipulation.rules import MANIPULATION
from games.manipulation.rules.ending import agreement
from games.manipulation.rules.events import Drew, Refilled, TurnEnded
from games.manipulation.rules.options import ManipulationOptions
from games.manipulation.rules.state import ManipulationState
from tests.games.manipulation.matches import SEATS, steps
from tests.games.manipulation.positions import of_type

OPTIONS = (
    ManipulationOptions(),
    ManipulationOptions(turn_limit=24, suits_to_win=3),
    ManipulationOptions(turn_limit=240, suits_to_win=3),
)


def check_tiles(state: ManipulationState) -> None:
    """All 24 tiles are somewhere, once, and the code has one of each suit."""
    offered = () if state.auction is None else (state.auction.offered,)
    held = [tile for hand in state.hands for tile in hand]
    assert sorted((*state.code, *state.pile, *state.discards, *held, *offered)) == sorted(TILES)
    assert "".join(tile[0] for tile in state.code) == "SMCA"


def check_between_turns(state: ManipulationState) -> None:
    """Hands are full and sorted, and the pile has a tile (M6)."""
    for hand in state.hands:
        assert len(hand) == 3
        assert list(hand) == sorted(hand, key=INDEX.__getitem__)
    assert len(state.pile) + len(state.discards) == 20 - 3 * state.seats
    assert state.pile or state.final_places is not None


def check_coins(state: ManipulationState) -> None:
    """Nobody is without the null (M4), and stocks are sorted."""
    for stock in state.stocks:
        assert stock[0] == 0
        assert list(stock) == sorted(set(stock))


def check_goals(state: ManipulationState) -> None:
    """No two goals agree in any suit, and none with the first code."""
    codes = (*state.goals, state.first_code)
    assert all(agreement(one, other) == 0 for i, one in enumerate(codes) for other in codes[:i])


@pytest.mark.parametrize("players", SEATS)
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_what_always_holds(players: int, options: ManipulationOptions) -> None:
    for seed in range(70):
        for state, _ in steps(players, seed, options):
            check_tiles(state)
            check_coins(state)
            check_goals(state)
            if state.auction is None:
                check_between_turns(state)
        limit = options.turn_limit
        assert limit is not None
        assert state.turn <= limit
        places = MANIPULATION.places(state)
        assert places is not None
        best = max(agreement(goal, state.code) for goal in state.goals)
        assert state.turn == limit or best >= options.suits_to_win
        if best >= options.suits_to_win:
            assert sorted(places) == [1] + [2] * (players - 1)  # M9
            assert agreement(state.goals[places.index(1)], state.code) == best


@pytest.mark.parametrize("players", SEATS)
def test_at_the_limit_all_seats_have_had_equally_many_turns(players: int) -> None:
    for seed in range(40):
        turns = [0] * players
        played = list(steps(players, seed))
        for ended in of_type(tuple(event for _, events in played for event in events), TurnEnded):
            turns[ended.player] += 1
        state = played[-1].state
        if state.turn == 60 and max(agreement(goal, state.code) for goal in state.goals) < 4:
            assert turns == [60 // players] * players


@pytest.mark.parametrize("players", SEATS)
def test_a_turn_draws_at_most_one_tile_and_refills_at_most_once(players: int) -> None:  # M6
    for _, events in steps(players, 5):
        assert len(of_type(events, Drew)) <= 1
        assert len(of_type(events, Refilled)) <= 1


def test_a_match_without_limit_ends_by_a_goal() -> None:
    options = ManipulationOptions(turn_limit=None, suits_to_win=3)
    for seed in range(5):
        *_, (state, _) = steps(4, seed, options)
        assert max(agreement(goal, state.code) for goal in state.goals) >= 3
