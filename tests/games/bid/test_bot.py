"""The steady player of Bid! weighs the prize against the tiles that it may win or give away."""

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from engine import Bot, Budget
from engine.bots import play_at_random
from engine.piecepack import VALUE
from engine.quick_chance import RandomChance
from engine.search import SearchBot
from engine.selfplay import Entrant, line_up, play_match, standings
from games.bid.bench import most_lost, ties
from games.bid.bot import steady
from games.bid.mixes import mixes_of
from games.bid.rules import BID
from games.bid.rules.actions import Bid, BidAction
from games.bid.rules.dice import PRIZES
from games.bid.rules.ranking import STRENGTH
from games.bid.rules.state import BidState
from games.bid.rules.view import BidObservation
from games.bid.search import HOOKS

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


def highest(seen: BidObservation, legal: Sequence[BidAction], budget: Budget, chance: RandomChance) -> BidAction:
    """Always bid the highest tile, and all coins."""
    return max(legal, key=lambda action: STRENGTH[action.tiles] if isinstance(action, Bid) else 0)


def firsts_of_one_among(one: Bot[Any, Any], others: Bot[Any, Any]) -> float:
    """The first places of one player among two others, as a multiple of its share."""
    lineup = [Entrant("one", one, BUDGET), *[Entrant("others", others, BUDGET)] * 2]
    played = [play_match(BID, BID.Options(), line_up(lineup, 3, seed), RandomChance(seed)) for seed in range(90)]
    return next(line.firsts.mean for line in standings(played) if line.name == "one")


def test_a_high_tile_for_many_points():
    assert bids_for(FOUR_FIVES) <= {"S5", "M5", "C5"}


def test_a_low_tile_where_there_are_no_points():
    assert bids_for(NOTHING) <= {"S2", "S3"}


def test_seldom_a_high_tile_against_better_ones():
    # The weak hand's four hardly ever beats the fives, and would only improve another hand.
    hands = tuple(tuple(sorted(VALUE[tile] for tile in hand)) for hand in (STRONG, WEAK, MIDDLING))
    strong, weak, _ = mixes_of(hands, PRIZES[FOUR_FIVES], False)
    assert weak[4] < 0.2 < 0.5 < strong[5]


def test_it_wins_far_more_than_its_share_among_random_players():
    assert firsts_of_one_among(steady, play_at_random) > 2.1


@pytest.mark.parametrize("simple", [play_at_random, highest])
def test_a_simple_player_does_not_beat_two_of_them(simple: Bot[Any, Any]):
    # Bots that all choose the one best bid tie again and again, and a beginner who bids otherwise wins.
    assert firsts_of_one_among(simple, steady) < 0.8


def test_sharp_breaks_a_tie_of_two_by_what_it_can_secure():
    bot = SearchBot(BID, HOOKS["bid"])
    for number, state in enumerate(ties(5)):
        assert most_lost(bot, state, RandomChance(number)) < 1e-9
