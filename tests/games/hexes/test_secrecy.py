"""What no one may learn: bids before they are revealed, and the order of the bag."""

from collections import Counter
from itertools import permutations

import msgspec
import pytest
from msgspec.structs import replace

from engine import choice
from engine.quick_chance import RandomChance
from games.hexes.rules import HEXES as GAME
from games.hexes.rules.actions import Bid
from games.hexes.rules.events import BidsRevealed
from games.hexes.rules.tiles import HEXES
from tests.games.hexes.tables import CHANCE, bidding
from tests.games.hexes.test_random_play import match


def bytes_of(state, viewer):
    return msgspec.json.encode(GAME.observation(state, viewer))


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_two_bags_in_different_order_look_the_same_to_everyone(seats):  # H9
    for (state, _), joint in match(seats, 2):
        other = replace(state, bag=tuple(reversed(state.bag)))
        assert GAME.current_players(other) == tuple(joint)
        for viewer in (None, *range(seats)):
            assert bytes_of(state, viewer) == bytes_of(other, viewer)
        for player in range(seats):
            assert GAME.legal_actions(other, player) == GAME.legal_actions(state, player)


def test_no_view_names_a_hex_of_the_bag():  # H9
    for (state, _), _ in match(4, 3):
        for viewer in (None, *range(4)):
            text = bytes_of(state, viewer).decode()
            assert not [tile for tile in state.bag if f'"{tile}"' in text]


def test_every_seat_and_a_spectator_see_the_same_table():  # H9
    for (state, _), _ in match(3, 4):
        public = GAME.observation(state, None)
        for player in range(3):
            seen = GAME.observation(state, player)
            assert seen.viewer == player
            assert replace(seen, viewer=None) == public


def test_two_tables_that_will_bid_differently_look_the_same_until_the_reveal():  # H9
    state = bidding([7, 7, 7])
    low, high = ({player: Bid(bid) for player in range(3)} for bid in (1, 7))
    assert state.bids == GAME.observation(state, 0).bids == ()
    assert GAME.apply(state, low, CHANCE).state.bids == (1, 1, 1)
    assert GAME.apply(state, high, CHANCE).state.bids == (7, 7, 7)
    assert state.bids == ()


def test_bids_are_told_by_the_reveal_alone():  # H9
    for (state, events), _ in match(4, 5):
        revealed = [event for event in events if "bids" in msgspec.to_builtins(event)]
        assert all(isinstance(event, BidsRevealed) for event in revealed)
        if state.phase == "bid":
            assert state.bids == GAME.observation(state, None).bids == ()


def test_events_are_for_all():  # H9
    for (_, events), _ in match(3, 6):
        for event in events:
            assert all(event.seen_by(viewer) == event for viewer in (None, 0, 1, 2))


def test_what_is_left_in_the_bag_follows_from_what_lies_open():
    for (state, _), _ in match(5, 7):
        seen = GAME.observation(state, 0)
        assert seen.left_in_bag == tuple(tile for tile in HEXES if tile in state.bag)
        assert seen.hexes_in_bag == len(state.bag)


def test_an_imagined_bag_has_every_order_equally_often():
    state = GAME.initial_state(3, GAME.Options(), CHANCE).state
    few = replace(state, bag=state.bag[:3], hands=(state.bag[3:], (), ()))
    seen, chance = GAME.observation(few, 1), RandomChance(8)
    counted = Counter(GAME.imagine(seen, 1, chance).bag for _ in range(6000))
    assert set(counted) == set(permutations(few.bag))
    assert all(900 < count < 1100 for count in counted.values())


def test_what_is_imagined_differs_from_the_truth_in_the_bag_s_order_alone():
    chance = RandomChance(9)
    for (state, _), _ in match(4, 8):
        imagined = GAME.imagine(GAME.observation(state, 2), 2, chance)
        assert sorted(imagined.bag) == sorted(state.bag)
        assert replace(imagined, bag=state.bag) == state


def test_play_can_go_on_from_what_is_imagined():
    chance = RandomChance(10)
    for number, ((state, _), _) in enumerate(match(3, 9)):
        if number % 20 == 0:
            imagined = GAME.imagine(GAME.observation(state, 0), 0, chance)
            while asked := GAME.current_players(imagined):
                joint = {player: choice(chance, GAME.legal_actions(imagined, player)) for player in asked}
                imagined = GAME.apply(imagined, joint, chance).state
            assert GAME.places(imagined) is not None
