"""Scoring, the next deal and places (T7 to T9)."""

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from games.tp5.rules import TP5
from games.tp5.rules.actions import LayMine
from games.tp5.rules.events import AllTurnedUp, HandsDeclared, MatchEnded, RoundBegan
from games.tp5.rules.hands import FIVE, FLUSH, FOUR, HIGH, PAIR, STRAIGHT, THREE
from games.tp5.rules.state import Tp5State
from tests.games.tp5.tables import act, all_pass, of_kind, rolls, window

ROWS = ("S5", "M5", "C5", "A5", "Sn", "S2", "S3", "M4", "Ma", "Ca", "Aa", "Mn")
"""Three rows: fives, mostly low Suns, mostly aces."""


def before(*keys: str, claims: Mapping[int, tuple[int, ...]], **fields: object) -> Tp5State:
    return window(3, "number_is_up", *keys, tiles=ROWS, claims=claims, **fields)  # type: ignore[arg-type]


def score(state: Tp5State, die: int) -> tuple[Tp5State, list[HandsDeclared]]:
    step = all_pass(state, rolls(die))
    return step.state, of_kind(step, HandsDeclared)


FIVES = {0: (0,), 1: (0,), 2: (0, 1), 3: (0, 1), 8: (2,), 9: (2,)}


def test_t7_five_of_a_kind_is_four_claims_of_one_value_and_the_die() -> None:
    state, (declared,) = score(before(claims=FIVES), 5)
    assert declared.hands[0].rank == (FIVE, 5, 5, 5, 5, 5)
    assert declared.hands[1].rank == (THREE, 5, 5, 5, 0, 0)
    assert declared.hands[2].rank == (PAIR, 6, 6, 5, 0, 0)
    assert declared.winners == (0,)
    assert state.points == (1, 0, 0)
    assert state.beaten == (2, 1, 0)


def test_all_tiles_are_turned_up() -> None:
    state = before(claims=FIVES)
    step = all_pass(state, rolls(5))
    (event,) = of_kind(step, AllTurnedUp)
    assert event == AllTurnedUp((ROWS[:4], ROWS[4:8], ROWS[8:]), state.tiles[12:], ())
    assert TP5.observation(step.state, None).tiles == state.tiles


def test_the_dies_suit_completes_a_flush_for_one_and_not_for_another_in_one_round() -> None:
    claims = {4: (0, 1), 5: (0, 1), 6: (0, 1), 0: (0,), 7: (1,)}
    _, (declared,) = score(before(claims=claims), 6)
    assert declared.hands[0].rank[0] == FLUSH
    assert declared.hands[0].die == "Sa"
    assert declared.hands[1].rank[0] == HIGH


def test_t8_equal_best_hands_share_the_win() -> None:
    state, (declared,) = score(before(claims={8: (0,), 9: (1,), 13: (2,)}), 6)
    assert declared.winners == (0, 1)
    assert state.points == (1, 1, 0)
    assert state.beaten == (1, 1, 0)


@pytest.mark.parametrize(("dealer", "following"), [(0, 1), (1, 0), (2, 0)])
def test_t8_the_winner_nearest_the_dealers_left_deals_next(dealer: int, following: int) -> None:
    state = replace(before(claims={8: (0,), 9: (1,), 13: (2,)}), dealer=dealer, rounds=2)
    step = all_pass(state, rolls(6))
    assert of_kind(step, RoundBegan) == [RoundBegan(2, following)]
    assert step.state.dealer == following


def test_t8_the_dealer_last() -> None:
    state = replace(before(claims={8: (2,)}), dealer=2, rounds=2)
    assert all_pass(state, rolls(6)).state.dealer == 2


def test_t9_places_by_points_then_players_beaten_then_shared() -> None:
    over = all_pass(before(claims=FIVES), rolls(5)).state
    assert TP5.places(over) == (1, 2, 3)
    assert TP5.places(replace(over, points=(1, 1, 3), beaten=(2, 3, 0))) == (3, 2, 1)
    assert TP5.places(replace(over, points=(1, 1, 1), beaten=(2, 2, 0))) == (1, 1, 3)
    assert TP5.places(before(claims=FIVES)) is None


def test_the_match_ends_after_its_rounds() -> None:
    state = before(claims=FIVES)
    step = all_pass(replace(state, rounds=3, round=3), rolls(5))
    assert step.state.phase == "over"
    assert of_kind(step, MatchEnded) == [MatchEnded((1, 0, 0), (2, 1, 0))]
    assert all_pass(replace(state, rounds=3, round=2), rolls(5)).state.round == 3


def test_double_dip_the_best_home_row_with_the_die_scores_a_point_of_its_own() -> None:
    claims = {8: (0,), 9: (0,), 10: (0,), 0: (1,), 12: (2,)}
    state, (first, second) = score(before("double_dip", claims=claims), 6)
    assert (first.contest, first.winners) == (1, (0,))
    assert (second.contest, second.winners) == (2, (2,))
    assert second.hands[2].rank == (FOUR, 6, 6, 6, 6, 1)
    assert state.points == (1, 0, 1)
    assert sum(state.beaten) == 6


def test_double_dip_the_deal_goes_by_the_first_contest() -> None:
    claims = {8: (0,), 9: (0,), 10: (0,), 0: (1,), 12: (2,)}
    state = replace(before("double_dip", claims=claims), rounds=2, dealer=1)
    assert all_pass(state, rolls(6)).state.dealer == 0


def test_double_dip_a_hogged_tile_is_out_of_the_second_hand() -> None:
    claims = {3: (0,), 12: (1,)}
    _, (first, second) = score(before("double_dip", "hogging", claims=claims, hogged=(3,)), 5)
    assert first.hands[0].rank[:2] == (PAIR, 5)
    assert second.hands[0].rank == (FOUR, 5, 5, 5, 5, 0)
    assert second.hands[0].tiles == ROWS[:3]


def test_best_of_both_the_best_five_of_claims_and_row_without_the_die() -> None:
    claims = {4: (0,), 7: (0, 1), 8: (0,), 9: (2,), 3: (1,)}
    _, (declared,) = score(before("best_of_both", claims=claims), 5)
    assert all(hand.die is None for hand in declared.hands)
    assert declared.hands[0].rank == (FOUR, 5, 5, 5, 5, 6)
    assert declared.hands[1].rank == (STRAIGHT, 5, 4, 3, 2, 1)


def test_best_of_both_a_tile_that_is_both_counts_once() -> None:
    claims = {0: (0,), 1: (0,), 12: (1,)}
    _, (declared,) = score(before("best_of_both", claims=claims), 5)
    assert declared.hands[0].rank == (FOUR, 5, 5, 5, 5, 0)
    assert len(declared.hands[0].tiles) == 4


def test_t15_best_of_both_rolls_the_die_for_show() -> None:
    step = all_pass(before("best_of_both", claims=FIVES), rolls(2))
    assert step.state.die == 2


def test_t16_a_void_tile_counts_in_no_hand() -> None:
    def mined(*keys: str) -> list[HandsDeclared]:
        state = window(3, "land_mine", *keys, tiles=ROWS, claims={8: (0, 1), 9: (1,), 12: (0,)})  # type: ignore[arg-type]
        step = act(replace(state, die=6), {0: LayMine(12, "Ma")})
        return of_kind(step, HandsDeclared)

    assert mined()[0].hands[1].rank == (PAIR, 6, 6, 0, 0, 0)
    assert mined("double_dip")[1].hands[2].rank == (THREE, 6, 6, 6, 1, 0)
    assert mined("best_of_both")[0].hands[2].rank == (PAIR, 6, 6, 1, 0, 0)
