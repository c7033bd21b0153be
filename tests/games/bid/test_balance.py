"""What the search expects of the others in an auction."""

import pytest
from msgspec.structs import replace

from engine.bots import BUDGET
from engine.quick_chance import RandomChance
from games.bid.balance import balanced, balanced_mixes
from games.bid.bot import usual_mixes
from games.bid.mixes import Mix
from games.bid.rules import BID
from games.bid.rules.actions import Bid, BidCoins
from games.bid.rules.ranking import STRENGTH
from games.bid.rules.state import BidState
from games.bid.rules.view import observe

SINGLE = ("S2", "M2", "C2", "A2")
DOUBLE = ("Sa", "M2", "C2", "A2")
CROWNS = ("S2", "M2", "Ca", "A2")


def auction(players: int, dice: tuple[str, ...], leader: int = 0) -> BidState:
    """An auction among equal hands, in which one seat is ahead."""
    state = BID.initial_state(players, BID.Options(), RandomChance(1)).state
    return replace(state, phase="bid", dice=dice, scores=(leader,) + (0,) * (players - 1))


def expected_of_steady(state: BidState) -> tuple[Mix, ...]:
    return usual_mixes(observe(state, None))


@pytest.mark.parametrize("dice", [SINGLE, DOUBLE, CROWNS])
@pytest.mark.parametrize("players", [3, 4])
def test_each_seat_mixes_all_the_bids_it_has(players: int, dice: tuple[str, ...]):
    state = auction(players, dice, leader=95)
    mixes = balanced_mixes(state)
    assert len(mixes) == players
    for seat, mix in enumerate(mixes):
        assert {*mix} == {STRENGTH[bid.tiles] for bid in BID.legal_actions(state, seat) if isinstance(bid, Bid)}
        assert min(mix.values()) > 0
        assert sum(mix.values()) == pytest.approx(1)


def test_seats_that_are_alike_bid_alike():
    first, *others = balanced_mixes(auction(3, SINGLE))
    assert all(other == pytest.approx(first) for other in others)


def test_not_all_bid_the_same_tile_where_they_would_tie():
    # The prize can end the match, so in points the highest tile is best for each, until all three bid it.
    state = auction(3, SINGLE, leader=95)
    for usual, mix in zip(expected_of_steady(state), balanced_mixes(state), strict=True):
        assert usual[5] > 0.98
        assert mix[5] < 0.5


def test_the_one_that_can_end_the_match_bids_high_more_often():
    state = auction(3, SINGLE, leader=95)
    leader, other, _ = balanced_mixes(state)
    assert leader[5] > other[5] + 0.05
    leader, other, _ = expected_of_steady(state)
    assert leader == other


def test_it_expects_what_steady_bids_where_there_are_too_many_joint_bids():
    state = auction(4, DOUBLE)
    assert balanced_mixes(state) == expected_of_steady(state)


@pytest.mark.parametrize("dice", [SINGLE, DOUBLE])
def test_bids_are_drawn_from_the_mix_of_the_seat(dice: tuple[str, ...]):
    state, chance = auction(3, dice, leader=95), RandomChance(1)
    drawn = []
    for _ in range(400):
        bid = balanced(BID.observation(state, 1), BID.legal_actions(state, 1), BUDGET, chance)
        assert isinstance(bid, Bid)
        drawn.append(STRENGTH[bid.tiles])
    for strength, share in balanced_mixes(state)[1].items():
        assert drawn.count(strength) / 400 == pytest.approx(share, abs=0.08)


def test_all_else_is_decided_as_steady_does():
    state = BID.initial_state(3, BID.Options(), RandomChance(1)).state
    tied = replace(state, phase="tie_break", bids=(("S5",), ("M5",), ("C5",)), tied=(0, 1, 2), dice=SINGLE)
    seen, legal = BID.observation(tied, 0), BID.legal_actions(tied, 0)
    answers = {balanced(seen, legal, BUDGET, RandomChance(seed)) for seed in range(9)}
    assert answers == {BidCoins(1), BidCoins(2)}
