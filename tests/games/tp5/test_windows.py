"""The window before the roll (T6) and what can be done in it."""

from msgspec.structs import replace

from engine.quick_chance import RandomChance
from games.tp5.rules import TP5
from games.tp5.rules.actions import PASS, CallNumber, Claim, Evict, Tp5Action, Warp
from games.tp5.rules.events import (
    ClaimsWarped,
    DieRolled,
    NumberCalled,
)
from games.tp5.rules.state import Tp5State
from tests.games.tp5.tables import act, all_pass, answer, hogs, of_kind, places_open, refused, rolls, window

# T6


def test_t6_only_those_who_could_act_are_asked() -> None:
    state = window(3, "number_is_up", claims={0: (0,), 13: (2,)})
    assert state.asked == (0, 2)
    assert TP5.legal_actions(state, 0)[0] == PASS == TP5.default_action(state, 0)


def test_t6_the_window_is_skipped_where_nobody_can_act() -> None:
    assert window(3, "number_is_up", claims={}).phase == "over"
    assert window(3, claims={0: (0,)}).phase == "over"


def test_t6_the_window_closes_when_all_pass() -> None:
    state = window(3, "number_is_up", claims={0: (0,), 13: (2,)})
    step = all_pass(state, rolls(4))
    assert of_kind(step, DieRolled) == [DieRolled(0, 4)]


def test_t6_of_several_the_first_clockwise_from_the_dealer_acts() -> None:
    claims = {0: (0,), 13: (1,), 14: (2,)}
    answers = {0: CallNumber(0, 2), 1: CallNumber(13, 3), 2: CallNumber(14, 4)}
    for dealer in range(3):
        state = replace(window(3, "number_is_up", claims=claims), dealer=dealer)
        step = act(state, answers)
        (event,) = of_kind(step, NumberCalled)
        assert event.player == dealer
    step = act(replace(state, dealer=1), {0: answers[0], 2: answers[2]})
    assert of_kind(step, NumberCalled)[0].player == 2


def test_t6_then_the_window_opens_again() -> None:
    state = window(3, "number_is_up", claims={0: (0,), 13: (1,), 14: (2,)})
    state = act(state, {0: CallNumber(0, 2), 2: CallNumber(14, 2)}).state
    assert state.phase == "before_roll"
    assert state.asked == (1, 2)
    assert state.claims[14] == (2,)


def test_t6_answers_without_effect_are_dropped_and_never_shown() -> None:
    state = window(3, "number_is_up", claims={0: (0,), 13: (1,), 14: (2,)})
    one: dict[int, Tp5Action] = {0: CallNumber(0, 2), 1: CallNumber(13, 3), 2: CallNumber(14, 4)}
    other: dict[int, Tp5Action] = {0: CallNumber(0, 2), 1: PASS, 2: CallNumber(14, 6)}
    alone: dict[int, Tp5Action] = {0: CallNumber(0, 2), 1: PASS, 2: PASS}
    assert TP5.effective_actions(state, one) == TP5.effective_actions(state, other) == alone
    assert TP5.apply(state, one, RandomChance(1)) == TP5.apply(state, other, RandomChance(1))
    assert TP5.apply(state, one, RandomChance(1)) == TP5.apply(state, alone, RandomChance(1))


def test_t6_the_price_is_an_own_claim_on_a_tile_no_matter_who_placed_it() -> None:
    state = window(3, "number_is_up", claims={0: (0, 1), 13: (2,)})
    assert refused(state, 0, CallNumber(13, 2)) == "not_your_claim"
    assert refused(state, 0, CallNumber(99, 2)) == "not_your_claim"
    after = act(state, {0: CallNumber(0, 2)}).state
    assert after.claims[0] == (1,)
    assert after.held == ((), (), ())


def test_t6_what_is_not_in_play_is_refused() -> None:
    state = window(3, "number_is_up", claims={0: (0,), 1: (1, 0)})
    assert refused(state, 0, Warp(0)) == refused(state, 0, Evict(0)) == "not_in_play"


def test_t10_what_would_come_to_nothing_is_not_offered() -> None:
    state = window(3, "number_is_up", "time_warp", "eviction", claims={12: (0,), 13: (1,), 14: (1,)})
    assert refused(state, 0, Warp(12)) == refused(state, 0, Evict(12)) == "nothing_would_happen"
    assert refused(state, 1, Evict(13)) == "nothing_would_happen"
    assert Warp(13) in TP5.legal_actions(state, 1)
    assert window(3, "time_warp", claims={12: (0,), 13: (1,)}).phase == "over"
    assert window(3, "eviction", claims={12: (0,), 0: (0,), 9: (2,)}).phase == "over"


# Your number is up!

NUMBERED = ("S3", "M3", "C3", "A3", "S4", "M4", "S2", "M2", "Sn", "Mn", "C2", "C4")


def numbered(**fields: object) -> Tp5State:
    claims = {0: (0,), 1: (1,), 4: (0,), 12: (2,)}
    return window(3, "number_is_up", tiles=NUMBERED, **({"claims": claims} | fields))  # type: ignore[arg-type]


def test_number_every_unclaimed_tile_of_that_value_in_any_row_is_turned_up() -> None:
    step = act(numbered(), {0: CallNumber(4, 3)})
    assert of_kind(step, NumberCalled) == [NumberCalled(0, (1, 0), 3, (((0, 2), "C3"), ((0, 3), "A3")))]
    assert step.state.up == (2, 3)


def test_number_also_the_one_the_payment_left() -> None:
    assert act(numbered(), {0: CallNumber(0, 3)}).state.up == (0, 2, 3)
    assert act(numbered(), {0: CallNumber(4, 4)}).state.up == (4, 5, 11)


def test_number_ignores_claimed_tiles_and_the_centre() -> None:
    state = numbered(claims={0: (0,), 1: (1,), 4: (0,), 2: (2,), 3: (2,)})
    after = act(state, {0: CallNumber(4, 3)}).state
    assert after.up == ()
    five = act(state, {0: CallNumber(4, 5)}).state
    assert five.up == ()
    assert all(tile[1] != "5" for tile in state.tiles[:12])


def test_number_what_stays_down_is_known_not_to_have_it() -> None:
    after = act(numbered(), {0: CallNumber(4, 3)}).state
    ruled_out = [place for place, values in enumerate(after.ruled_out) if values]
    assert ruled_out == [4, 5, 6, 7, 8, 9, 10, 11]
    again = act(after, {0: CallNumber(0, 1)}).state
    assert again.ruled_out[4] == (1, 3)
    assert again.ruled_out[0] == (1,)
    assert again.up == (2, 3, 8, 9)


def test_number_a_tile_turned_up_can_still_be_claimed_and_counts() -> None:
    state = window(3, "number_is_up", "time_warp", tiles=NUMBERED, claims={12: (0, 1), 13: (1,), 14: (1,)})
    state = act(state, {0: CallNumber(12, 3)}).state
    state = act(state, {1: Warp(12)}).state
    assert 0 in places_open(state)
    step = answer(answer(state, Claim(0, 1)).state, Claim(2, 1))
    assert step.state.claims[0] == (1,)
    assert step.state.up == (0, 1, 2, 3)


def test_number_a_hogged_tile_left_by_the_payment_returns_and_is_turned_up() -> None:
    state = window(3, "number_is_up", "hogging", tiles=NUMBERED, claims={2: (0,), 12: (1,)}, hogged=(2,))
    assert act(state, {1: CallNumber(12, 3)}).state.up == (0, 1, 3)
    after = act(state, {0: CallNumber(2, 3)}).state
    assert after.up == (0, 1, 2, 3)
    assert after.hogged == ()


# Let's do the time warp again!


def test_warp_takes_back_the_other_claims_no_matter_who_placed_them() -> None:
    state = window(3, "time_warp", claims={0: (0, 1), 5: (0,), 12: (0, 2), 13: (0,)})
    step = act(state, {0: Warp(5)})
    assert of_kind(step, ClaimsWarped) == [ClaimsWarped(0, (1, 1), ((0, 0), (None, 0), (None, 1)))]
    after = step.state
    assert after.held == ((0, 0, 0), (), ())
    assert after.asked == (0,)
    assert after.phase == "place_again"
    assert (after.claims[0], after.claims[12]) == ((1,), (2,))


def test_warp_places_them_at_once_and_a_tile_left_may_be_claimed_again() -> None:
    state = window(3, "time_warp", claims={0: (0, 1), 5: (0,), 12: (0, 2), 13: (0,)})
    state = act(state, {0: Warp(5)}).state
    for place in (5, 0, 13):
        assert state.asked == (0,)
        state = answer(state, Claim(place, 0)).state
    assert state.phase == "before_roll"
    assert state.held == ((), (), ())
    assert state.claims[5] == (0,)


def test_warp_under_all_rules() -> None:
    state = window(3, "time_warp", "centering_in", claims={12: (0,), 13: (0,), 14: (0,), 0: (0,)})
    state = act(state, {0: Warp(0)}).state
    assert places_open(state) == set(range(24))
    state = answer(state, Claim(1, 0)).state
    assert places_open(state) == set(range(12, 24))
    assert refused(state, 0, Claim(2, 0)) == "duty_open"


def test_warp_by_claims_alone_and_a_hogged_tile_returns_face_down_and_unclaimed() -> None:
    state = window(3, "time_warp", "hogging", claims={2: (0,), 12: (0,), 13: (0,)}, hogged=(2,))
    state = act(state, {0: Warp(12)}).state
    assert state.hogged == ()
    assert state.claims[2] == ()
    assert 2 not in state.up
    assert hogs(state) == set()
    assert 2 in places_open(state)


def test_giving_up_a_claim_later_breaks_no_duty() -> None:
    state = window(3, "time_warp", "centering_in", "number_is_up", claims={12: (0,), 13: (0,), 0: (0,)})
    after = act(state, {0: CallNumber(12, 2)}).state
    assert after.phase == "before_roll"
    assert after.held == ((), (), ())
