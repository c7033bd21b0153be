"""Which turn of Hex Auction a step of the log belongs to."""

from engine.chance import choice
from engine.quick_chance import RandomChance
from games.hexes.rules import HEXES
from games.hexes.rules.events import HexesDrawn
from matches.view.log_view import rounds_of


def test_the_last_lay_of_a_turn_belongs_to_it_and_not_to_the_turn_that_it_begins() -> None:
    chance = RandomChance(1)
    begun = HEXES.initial_state(3, HEXES.Options(), chance)
    state = begun.state
    assert rounds_of(begun.events)[0] == 1
    turns, began = [], 0
    while asked := HEXES.current_players(state):
        joint = {seat: choice(chance, HEXES.legal_actions(state, seat)) for seat in asked}
        step = HEXES.apply(state, joint, chance)
        if numbers := rounds_of(step.events):
            turns.append((state.turn, numbers[0]))
            began += any(isinstance(event, HexesDrawn) for event in step.events)
        state = step.state
    assert began > 5
    assert all(turn == number for turn, number in turns)
