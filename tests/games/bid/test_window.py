"""The roll, the sealed reroll window and the Ace of Arms, which waits for it to close."""

import pytest
from msgspec.structs import replace

from games.bid.rules import BID
from games.bid.rules.actions import BidAction, LetStand, Reroll, RerollDie
from games.bid.rules.events import (
    AuctionTied,
    BonusScored,
    DiceRerolled,
    DiceRolled,
    DiceStood,
    DieRerolled,
    HandsShown,
    TilesExchanged,
)
from games.bid.rules.options import BidOptions
from tests.games.bid.table import (
    PLAIN,
    STRONG_FIRST,
    auction,
    bid,
    bid_coins,
    events_of,
    faces,
    opened,
    play,
    with_coins,
)
from tests.support.chance import ScriptedChance

STAND, REROLL = LetStand(), Reroll()


@pytest.mark.parametrize("seat", range(4))
def test_a_random_seat_rolls_first(seat: int) -> None:  # B1
    step = BID.initial_state(4, BidOptions(), ScriptedChance([seat, 0, 1, 2, 5]))
    assert step.state.roller == seat
    assert step.events == (DiceRolled(1, seat, ("Sn", "Ma", "C2", "A5")),)
    assert (step.state.round, step.state.phase) == (1, "reroll")


def test_the_winner_rolls_next() -> None:  # B1
    step = bid(auction(), "S2", "M3", "C5", then="S3 M4 C5 An")
    assert step.state.roller == 2
    assert step.events[-1] == DiceRolled(2, 2, ("S3", "M4", "C5", "An"))


def test_the_same_seat_rolls_again_where_nobody_won() -> None:  # B1
    tied = bid(auction(roller=1, coins=(0, 0, 3)), "S5", "M5", "C2")
    assert events_of(tied, AuctionTied)
    assert tied.state.roller == 1
    assert events_of(tied, DiceRolled) == [DiceRolled(2, 1, faces(PLAIN))]


@pytest.mark.parametrize(("players", "bank"), [(3, 12), (4, 16)])
def test_setting_up(players: int, bank: int) -> None:
    state = opened(players)
    assert state.bank == bank
    assert state.coins == (2,) * players
    assert state.pawns == (True,) * players
    assert state.scores == (0,) * players
    assert len(state.dice) == 4
    assert [hand[0] for hand in state.hands] == ["Sn", "Mn", "Cn", "An"][:players]
    assert {len(hand) for hand in state.hands} == {6}


def test_all_with_a_pawn_are_asked_and_nobody_else() -> None:  # B2
    state = replace(opened(), pawns=(True, False, True))
    assert BID.current_players(state) == (0, 2)
    assert list(BID.legal_actions(state, 0)) == [STAND, REROLL]
    assert list(BID.legal_actions(state, 1)) == []


def test_the_auction_begins_when_all_let_the_dice_stand() -> None:  # B2
    step = play(opened(), {0: STAND, 1: STAND, 2: STAND})
    assert step.events == (DiceStood(),)
    assert step.state.phase == "bid"
    assert step.state.dice == faces(PLAIN)
    assert step.state.pawns == (True, True, True)


def test_one_reroll_takes_a_pawn_and_rolls_all_four_dice() -> None:  # B2
    step = play(opened(), {0: STAND, 1: STAND, 2: REROLL}, then="S5 M4 C3 A2")
    assert step.events == (DiceRerolled(2, ("S5", "M4", "C3", "A2")),)
    assert step.state.dice == ("S5", "M4", "C3", "A2")
    assert step.state.pawns == (True, True, False)


@pytest.mark.parametrize(("roller", "pays"), [(0, 1), (1, 1), (2, 3), (3, 3)])
def test_two_who_want_a_reroll_cost_one_pawn(roller: int, pays: int) -> None:  # B2
    state = opened(4, roller=roller)
    step = play(state, {0: STAND, 1: REROLL, 2: STAND, 3: REROLL}, then="S5 M4 C3 A2")
    assert events_of(step, DiceRerolled) == [DiceRerolled(pays, ("S5", "M4", "C3", "A2"))]
    assert step.state.pawns == tuple(seat != pays for seat in range(4))


def test_the_window_opens_again_for_those_who_still_hold_a_pawn() -> None:  # B2
    step = play(opened(), {0: REROLL, 1: REROLL, 2: STAND}, then="S5 M4 C3 A2")
    assert step.state.phase == "reroll"
    assert BID.current_players(step.state) == (1, 2)
    again = play(step.state, {1: REROLL, 2: STAND}, then="Sn Mn Cn An")
    assert again.state.dice == ("Sn", "Mn", "Cn", "An")
    assert BID.current_players(again.state) == (2,)
    assert play(again.state, {2: STAND}).state.phase == "bid"


def test_the_last_pawn_closes_the_window() -> None:  # B2
    state = replace(opened(), pawns=(False, False, True))
    step = play(state, {2: REROLL}, then="S5 M4 C3 Aa")
    assert step.state.phase == "bid"
    assert [type(event) for event in step.events] == [DiceRerolled, HandsShown]


def test_without_pawns_a_round_begins_with_bids() -> None:  # B2
    step = bid(auction(pawns=(False, False, False)), "S5", "M4", "C3")
    assert step.state.phase == "bid"
    assert step.state.round == 2
    assert not events_of(step, DiceStood)


def test_a_pawn_never_comes_back() -> None:
    step = bid(auction(pawns=(True, False, True)), "S5", "M4", "C3")
    assert step.state.pawns == (True, False, True)
    assert BID.current_players(step.state) == (0, 2)


def test_a_pawn_cancels_the_ace_of_arms_before_it_shows_anything() -> None:  # B3
    state = replace(opened(dice="S2 M2 C2 Aa"), hands=STRONG_FIRST)
    assert not state.hands_shown
    assert BID.observation(state, None).hands_shown == (None, None, None)
    step = play(state, {0: STAND, 1: REROLL, 2: STAND}, then=PLAIN)
    assert step.events == (DiceRerolled(1, faces(PLAIN)),)
    assert step.state.scores == (0, 0, 0)
    assert not step.state.hands_shown


def test_the_ace_of_arms_takes_effect_when_the_window_closes() -> None:  # B3
    state = replace(opened(dice="S2 M2 C2 Aa"), hands=STRONG_FIRST)
    step = play(state, {0: STAND, 1: STAND, 2: STAND})
    assert step.events == (DiceStood(), HandsShown(STRONG_FIRST), BonusScored((0,), 5))
    assert step.state.scores == (5, 0, 0)
    assert step.state.hands_shown
    assert step.state.phase == "bid"


def test_a_hand_of_fifteen_earns_no_bonus() -> None:
    step = play(opened(dice="S2 M2 C2 Aa"), {0: STAND, 1: STAND, 2: STAND})
    assert step.events == (DiceStood(), HandsShown(step.state.hands))
    assert step.state.scores == (0, 0, 0)


def test_answers_to_a_reroll_that_another_paid_for_are_forgotten() -> None:  # B2
    state = opened(4, roller=2)
    joint: dict[int, BidAction] = {0: REROLL, 1: STAND, 2: STAND, 3: REROLL}
    assert BID.effective_actions(state, joint) == {0: STAND, 1: STAND, 2: STAND, 3: REROLL}
    coins = opened(roller=1, reroll="coins")
    named: dict[int, BidAction] = {0: RerollDie("S"), 1: RerollDie("M"), 2: RerollDie("M")}
    assert BID.effective_actions(coins, named) == {0: STAND, 1: RerollDie("M"), 2: STAND}
    assert BID.effective_actions(coins, {0: STAND, 1: STAND, 2: STAND}) == {0: STAND, 1: STAND, 2: STAND}


def test_other_answers_take_effect_as_given() -> None:
    state = auction()
    joint = {seat: BID.default_action(state, seat) for seat in range(3)}
    assert BID.effective_actions(state, joint) == joint


def test_coins_replace_pawns_in_the_variant() -> None:  # B4
    state = opened(reroll="coins")
    assert state.pawns == (False, False, False)
    assert BID.current_players(state) == (0, 1, 2)
    assert list(BID.legal_actions(state, 0)) == [STAND, *(RerollDie(suit) for suit in "SMCA")]


@pytest.mark.parametrize(("die", "after"), [("S", "S5"), ("M", "M5"), ("C", "C5"), ("A", "A5")])
def test_a_coin_rerolls_the_one_die_named(die: str, after: str) -> None:  # B4
    step = play(opened(reroll="coins"), {0: STAND, 1: RerollDie(die), 2: STAND}, then=after)
    assert step.events == (DieRerolled(1, f"{die}2", after),)
    assert step.state.dice == tuple(after if face[0] == die else face for face in faces(PLAIN))
    assert step.state.coins == (2, 1, 2)
    assert step.state.bank == 13
    assert step.state.phase == "reroll"


def test_the_first_clockwise_from_the_roller_pays_and_picks_the_die() -> None:  # B4
    state = opened(reroll="coins", roller=2)
    step = play(state, {0: RerollDie("S"), 1: RerollDie("C"), 2: STAND}, then="S4")
    assert events_of(step, DieRerolled) == [DieRerolled(0, "S2", "S4")]
    assert step.state.coins == (1, 2, 2)


def test_the_window_opens_again_for_everyone_with_a_coin() -> None:  # B4
    state = with_coins(opened(reroll="coins"), coins=(1, 0, 3))
    assert BID.current_players(state) == (0, 2)
    assert list(BID.legal_actions(state, 1)) == []
    step = play(state, {0: RerollDie("A"), 2: STAND}, then="A5")
    assert BID.current_players(step.state) == (2,)
    again = play(step.state, {2: RerollDie("A")}, then="An")
    assert BID.current_players(again.state) == (2,)
    assert again.state.coins == (0, 0, 2)


def test_the_last_coin_closes_the_window() -> None:  # B4
    state = with_coins(opened(reroll="coins"), coins=(0, 1, 0))
    step = play(state, {1: RerollDie("A")}, then="Aa")
    assert step.state.phase == "bid"
    assert [type(event) for event in step.events] == [DieRerolled, HandsShown]


def test_a_player_without_a_coin_is_not_asked_in_the_variant() -> None:  # B4
    state = replace(auction(coins=(0, 0, 0)), options=BidOptions(reroll="coins"))
    step = bid(state, "S5", "M4", "C3")
    assert step.state.phase == "bid"
    assert events_of(step, TilesExchanged)


def test_tie_break_coins_can_be_all_that_could_have_paid() -> None:  # B4, B7
    state = replace(auction(coins=(2, 1, 0)), options=BidOptions(reroll="coins"))
    tied = bid(state, "S5", "M5", "C3", then="").state
    assert bid_coins(tied, s0=2, s1=1).state.phase == "bid"
