"""The steady bot: simple sense, from what its seat may know."""

import pytest

from engine import choice
from engine.bots import BUDGET
from engine.quick_chance import RandomChance
from games.hexes.rules import HEXES
from games.hexes.rules.actions import FINISH, Place, Take
from games.hexes.rules.board import Laid
from games.hexes.rules.tiles import SPECIALS
from tests.games.hexes.tables import FIRST, bid, bidding, table

STEADY = HEXES.bots["steady"]


def answer(state, player=0):
    seen = HEXES.observation(state, player)
    return STEADY(seen, HEXES.legal_actions(state, player), BUDGET, RandomChance(1))


def test_it_takes_the_hex_that_fits_best():
    state = bid(bidding([7, 7], board=(FIRST,), drawn=("ABABAB", "PSPSPS")), 1, 0).state
    assert answer(state) == Take("PSPSPS")


def test_it_bids_for_a_hex_that_fits_and_little_when_all_fit_alike():
    assert answer(bidding([7, 7], board=(FIRST,), drawn=("ABABAB", "AAABBB"))).tokens <= 1
    assert answer(bidding([7, 7], board=(FIRST,), drawn=("ABABAB", "PSPSPS"))).tokens >= 2


RICH = ["AAAPPP", "AAASSS", "APAPAP", "ASASAS"]


def test_it_lays_a_run_that_scores_well_and_waits_with_one_that_does_not():
    assert isinstance(answer(table([RICH, ["IIISSS"]])), Place)
    assert answer(table([["AAABBB"], ["IIISSS"]])) == FINISH


def test_it_lays_what_it_can_when_the_match_is_about_to_end():  # H6
    board = (FIRST, Laid(SPECIALS[0], 0, 1, 0), Laid(SPECIALS[1], 0, 2, 0))
    assert isinstance(answer(table([["AAABBB"], ["IIISSS"]], board=board)), Place)


def test_it_lays_what_it_must_under_the_hand_limit():
    hand = ["AAABBB", "ABABAB", "AAACCC", "ACACAC"]
    state = table([hand, ["IIISSS"]], options=HEXES.Options(hand_limit=3))
    assert isinstance(answer(state), Place)


def at_random(state, player, chance):
    return choice(chance, HEXES.legal_actions(state, player))


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_it_beats_random_players(seats):
    won = 0
    for seed in range(10):
        chance, mine = RandomChance(seed), seed % seats
        state = HEXES.initial_state(seats, HEXES.Options(), chance).state
        while asked := HEXES.current_players(state):
            joint = {player: at_random(state, player, chance) for player in asked}
            if mine in asked:
                joint[mine] = answer(state, mine)
            state = HEXES.apply(state, joint, chance).state
        won += (HEXES.places(state) or ())[mine] == 1
    assert won >= 9
