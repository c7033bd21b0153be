"""How a match of Bid! ends, and the final places."""

import pytest
from msgspec.structs import replace

from engine import IllegalAction
from games.bid.rules import BID
from games.bid.rules.actions import LetStand
from games.bid.rules.events import BonusScored, DiceRolled, MatchEnded, TilesExchanged
from games.bid.rules.options import BidOptions
from tests.games.bid.table import (
    PLAIN,
    STRONG_FIRST,
    STRONG_TWO,
    auction,
    bid,
    bid_coins,
    events_of,
    opened,
    play,
)

STAND = LetStand()
ALL_STAND = {0: STAND, 1: STAND, 2: STAND}


def test_the_match_ends_when_one_player_leads_with_the_target() -> None:  # B10
    step = bid(auction(scores=(92, 50, 71)), "S5", "M4", "C3", then="")
    assert step.state.phase == "over"
    assert step.events[-1] == MatchEnded((100, 50, 71))
    assert BID.current_players(step.state) == ()
    assert BID.places(step.state) == (1, 3, 2)


def test_coins_and_tiles_change_hands_before_the_match_ends() -> None:  # B10
    state = auction("Sn Ma C2 A5", scores=(93, 0, 0))
    step = bid(state, "S5", "M4", "C3", then="")
    assert step.state.coins == (3, 3, 3)
    assert events_of(step, TilesExchanged)
    assert "S5" in step.state.hands[1]
    assert step.state.phase == "over"


def test_one_point_short_of_the_target_play_goes_on() -> None:  # B10
    step = bid(auction(scores=(91, 50, 71)), "S5", "M4", "C3")
    assert step.state.phase == "reroll"
    assert BID.places(step.state) is None


def test_several_at_the_top_play_on_until_one_is_ahead() -> None:  # B10
    level = bid(auction(scores=(92, 100, 0)), "S5", "M4", "C3").state
    assert (level.scores, level.phase) == ((100, 100, 0), "reroll")
    ahead = bid(replace(level, phase="bid"), "S4", "M3", "C5", then=PLAIN).state
    assert (ahead.scores, ahead.phase) == ((100, 100, 8), "reroll")
    decided = bid(replace(ahead, phase="bid"), "C3", "S5", "C2", then="")
    assert decided.state.scores == (100, 108, 8)
    assert BID.places(decided.state) == (2, 1, 3)


def test_a_tie_at_the_top_ends_when_the_others_lose_by_crowns() -> None:  # B8, B10
    step = bid(auction("S2 M2 Ca A2", players=4, scores=(110, 110, 110, 0)), "S2", "M5", "C5", "A3", then="")
    assert step.state.scores == (110, 104, 104, 0)
    assert BID.places(step.state) == (1, 2, 2, 4)


def test_an_arms_bonus_ends_the_match_before_any_bid() -> None:  # B10
    state = replace(opened(dice="S2 M2 C2 Aa"), hands=STRONG_FIRST, scores=(95, 99, 20))
    step = play(state, ALL_STAND)
    assert step.events[-2:] == (BonusScored((0,), 5), MatchEnded((100, 99, 20)))
    assert step.state.phase == "over"
    assert BID.places(step.state) == (1, 2, 3)


@pytest.mark.parametrize(("score", "over"), [(90, True), (89, False)])
def test_suns_and_arms_together_win_from_ninety(score: int, over: bool) -> None:  # B10, B11
    state = replace(opened(dice="Sa M2 C2 Aa"), hands=STRONG_FIRST, scores=(score, 0, 0))
    step = play(state, ALL_STAND)
    assert step.state.scores[0] == score + 10
    assert (step.state.phase == "over") == over


def test_two_who_reach_the_target_by_arms_with_equal_scores_play_on() -> None:  # B10
    state = replace(opened(dice="S2 M2 C2 Aa"), hands=STRONG_TWO, scores=(95, 95, 0))
    step = play(state, ALL_STAND)
    assert step.state.scores == (100, 100, 0)
    assert step.state.phase == "bid"
    assert BID.current_players(step.state) == (0, 1, 2)


def test_the_higher_of_two_who_reach_the_target_by_arms_wins() -> None:  # B10
    state = replace(opened(dice="S2 M2 C2 Aa"), hands=STRONG_TWO, scores=(95, 96, 0))
    assert BID.places(play(state, ALL_STAND).state) == (2, 1, 3)


def test_an_arms_bonus_can_end_the_match_as_the_next_round_begins() -> None:  # B2, B10
    state = auction(hands=STRONG_FIRST, pawns=(False, False, False), scores=(87, 0, 0))
    step = bid(state, "S5", "M5", "C5", then="")
    tied = step.state
    assert tied.phase == "tie_break"
    after = bid_coins(tied, s0=2, s1=2, s2=2, then="S2 M2 C2 Aa")
    assert after.state.scores == (92, 0, 0)
    ended = bid_coins(replace(tied, scores=(95, 0, 0)), s0=2, s1=2, s2=2, then="S2 M2 C2 Aa")
    assert [type(event) for event in ended.events[-3:]][1:] == [BonusScored, MatchEnded]
    assert ended.state.phase == "over"


@pytest.mark.parametrize(
    ("scores", "places"),
    [
        ((108, 40, 40, 3), (1, 2, 2, 4)),
        ((3, 108, -7, 108), (3, 1, 4, 1)),
        ((5, 5, 5, 5), (1, 1, 1, 1)),
        ((1, 2, 3, 3), (4, 3, 1, 1)),
    ],
)
def test_equal_scores_share_a_place(scores: tuple[int, ...], places: tuple[int, ...]) -> None:  # B12
    state = auction(players=4, phase="over", scores=scores)
    assert BID.places(state) == places


@pytest.mark.parametrize(("number", "over"), [(29, False), (30, True)])
def test_the_round_limit_places_the_match(number: int, over: bool) -> None:  # B12
    state = auction(options=BidOptions(round_limit=30), round=number, scores=(3, 3, 1))
    tied = bid(state, "S4", "M4", "C2", then="").state
    step = bid_coins(tied, s0=0, s1=0, then="" if over else PLAIN)
    assert BID.places(step.state) == ((1, 1, 3) if over else None)
    assert bool(events_of(step, DiceRolled)) != over
    assert bool(events_of(step, MatchEnded)) == over


def test_the_target_is_an_option() -> None:
    state = auction(options=BidOptions(target=25), scores=(17, 0, 0))
    assert BID.places(bid(state, "S5", "M4", "C3", then="").state) == (1, 2, 2)


def test_a_match_that_is_over_takes_no_answers() -> None:
    over = auction(phase="over", scores=(100, 0, 0))
    assert [BID.legal_actions(over, seat) for seat in range(3)] == [(), (), ()]
    for joint in ({}, {0: STAND}):
        with pytest.raises(IllegalAction) as refusal:
            play(over, joint)
        assert refusal.value.code == "match_over"
