"""The steady player of Bid! weighs the prize against the tiles that it may win or give away."""

from msgspec.structs import replace

from engine import Budget
from engine.bots import play_at_random
from engine.quick_chance import RandomChance
from engine.selfplay import Entrant, line_up, play_match, standings
from games.bid.bot import steady
from games.bid.rules import BID
from games.bid.rules.actions import Bid
from games.bid.rules.state import BidState

FOUR_FIVES = ("S5", "M5", "C5", "A5")
NOTHING = ("Sn", "Mn", "Cn", "An")
STRONG = ("S2", "S3", "S4", "S5", "M5", "C5")
WEAK = ("Sn", "Mn", "Cn", "M2", "M3", "M4")
MIDDLING = ("Sa", "Ma", "Ca", "C2", "C3", "C4")
BUDGET = Budget(seconds=0.005)


def bidding(dice: tuple[str, ...]) -> BidState:
    """A first round of three seats in which all bid."""
    state = BID.initial_state(3, BID.Options(), RandomChance(1)).state
    return replace(state, phase="bid", dice=dice, hands=(STRONG, WEAK, MIDDLING))


def bids_for(dice: tuple[str, ...], seat: int = 0) -> set[str]:
    """The tiles that a seat bids, in many tries."""
    state, chosen = bidding(dice), set[str]()
    for seed in range(30):
        legal = BID.legal_actions(state, seat)
        action = steady(BID.observation(state, seat), legal, BUDGET, RandomChance(seed))
        assert isinstance(action, Bid)
        chosen.update(action.tiles)
    return chosen


def test_a_high_tile_for_many_points():
    assert bids_for(FOUR_FIVES) <= {"S5", "M5", "C5"}


def test_a_low_tile_where_there_are_no_points():
    assert bids_for(NOTHING) <= {"S2", "S3"}


def test_no_high_tile_against_better_ones():
    # The weak hand's four cannot beat a five, and would only improve another hand.
    assert "M4" not in bids_for(FOUR_FIVES, seat=1)


def test_it_wins_far_more_than_its_share_among_random_players():
    lineup = [Entrant("steady", steady, BUDGET), *[Entrant("random", play_at_random, BUDGET)] * 2]
    played = [play_match(BID, BID.Options(), line_up(lineup, 3, seed), RandomChance(seed)) for seed in range(90)]
    assert standings(played)[0].firsts.mean > 2.1
