"""Claims, duties, hogging and identifiers that others place (T5)."""

from msgspec.structs import replace

from engine import IllegalAction
from engine.quick_chance import RandomChance
from games.tp5.rules import TP5
from games.tp5.rules.actions import Claim, Give, Hog, Pass
from games.tp5.rules.events import IdentifiersGiven, IdentifiersSetAside, TileClaimed, TileHogged
from games.tp5.rules.state import Tp5State
from tests.games.tp5.tables import (
    answer,
    claim,
    claimed,
    hogs,
    new_match,
    of_kind,
    places_open,
    play_out,
    refused,
    table,
)

CENTRE = 12
"""The first place of the centre at a table of three."""
FULL = (7, 8, 9, 10)
"""Identifiers that fill a tile. Their owners are not at the table, so they are in no hand."""


def test_from_the_dealer_to_the_left_one_at_a_time_round_and_round() -> None:
    state = table(3)
    for place in range(CENTRE, CENTRE + 12):
        assert state.asked == ((place - CENTRE) % 3,)
        state = claim(state, place)
    assert state.phase != "claim"


def test_t5_any_tile_of_a_row_or_the_centre_face_down_or_turned_up() -> None:
    assert places_open(table(3, up=(5, 13))) == set(range(24))


def test_t5_a_second_claim_of_the_same_owner_is_refused() -> None:
    state = table(3, claims={7: (0, 1)})
    assert refused(state, 0, Claim(7, 0)) == "already_claimed"
    assert places_open(state) == set(range(24)) - {7}


def test_t5_a_tile_with_four_identifiers_is_refused() -> None:
    state = table(5, claims={7: (1, 2, 3, 4)})
    assert refused(state, 0, Claim(7, 0)) == "tile_full"


def test_t5_a_third_on_ones_own_row_is_refused() -> None:
    state = table(3, claims={0: (0,), 3: (0, 2)})
    assert refused(state, 0, Claim(1, 0)) == "two_on_own_row"
    assert places_open(state) == set(range(4, 24))


def test_refusals_of_claims_that_make_no_sense() -> None:
    state = table(3)
    assert refused(state, 0, Claim(24, 0)) == "no_such_place"
    assert refused(state, 0, Claim(-1, 0)) == "no_such_place"
    assert refused(state, 0, Claim(5, 1)) == "identifier_not_held"
    assert refused(state, 0, Pass()) == "wrong_answer"
    assert refused(state, 0, Hog(0)) == "not_in_play"
    assert refused(state, 1, Claim(5, 1)) == "not_asked"


def test_t5_a_player_holding_none_is_skipped() -> None:
    state = claim(table(3, held=((0,) * 4, (), (2,) * 4)), 13)
    assert state.asked == (2,)


def test_t5_one_with_no_legal_place_keeps_theirs_out_of_play() -> None:
    """Seat 0 takes the last free tile, seat 1 joins them there, and has no place for the other identifier."""
    state = replace(table(3), claims=claimed(24, dict.fromkeys(range(1, 24), FULL)), held=((0,), (1, 1), ()))
    step = answer(state, Claim(0, 0))
    assert of_kind(step, TileClaimed) == [TileClaimed(0, 0, (0, 0)), TileClaimed(1, 1, (0, 0))]
    assert of_kind(step, IdentifiersSetAside) == [IdentifiersSetAside(1, (1,))]
    assert step.state.phase == "over"


def test_t11_a_claim_that_is_the_only_legal_one_is_made() -> None:
    state = table(3, claims={place: FULL for place in range(24) if place not in (9, 10)}, held=((0, 0), (), ()))
    step = answer(state, Claim(9, 0))
    assert of_kind(step, TileClaimed) == [TileClaimed(0, 0, (2, 1)), TileClaimed(0, 0, (2, 2))]


# Hey! That's mine? and Life in the Commune


def test_hey_thats_mine_gives_one_to_the_left_neighbour_without_asking() -> None:
    step = play_out(new_match(3, "thats_mine"), RandomChance(1), stop="claim")
    assert of_kind(step, IdentifiersGiven) == [IdentifiersGiven(((1,), (2,), (0,)))]
    assert step.state.held == ((0, 0, 0, 2), (0, 1, 1, 1), (1, 2, 2, 2))


def test_t17_the_neighbour_places_it_when_they_like_and_it_counts_for_its_owner() -> None:
    state = table(3, "thats_mine", held=((0, 0, 0, 2), (0, 1, 1, 1), (1, 2, 2, 2)))
    assert places_open(state, 0) == places_open(state, 2) == set(range(24))
    assert refused(state, 0, Claim(3, 1)) == "identifier_not_held"
    step = answer(state, Claim(8, 2))
    assert of_kind(step, TileClaimed) == [TileClaimed(0, 2, (2, 0))]
    assert step.state.claims[8] == (2,)
    assert step.state.held[0] == (0, 0, 0)


def test_t5_the_owner_counts_not_who_places() -> None:
    state = table(3, "thats_mine", claims={8: (2,), 9: (2,), 0: (0,), 1: (0,), 13: (2,)}, held=((0, 2), (), ()))
    assert refused(state, 0, Claim(10, 2)) == "two_on_own_row"
    assert refused(state, 0, Claim(13, 2)) == "already_claimed"
    assert refused(state, 0, Claim(2, 0)) == "two_on_own_row"
    assert {2, 3} <= places_open(state, 2)
    assert {10, 11, 13} <= places_open(state, 0)


def test_the_commune_gives_to_three_others_sealed() -> None:
    state = table(5, "commune", phase="give")
    assert state.asked == (0, 1, 2, 3, 4)
    assert len(TP5.legal_actions(state, 0)) == 4
    for to in ((0, 1, 2), (1, 2), (1, 1, 2), (3, 2, 1), (1, 2, 5)):
        assert refused(state, 0, Give(to)) == "not_three_others"
    gifts = ((1, 2, 3), (0, 2, 3), (1, 3, 4), (1, 2, 4), (0, 1, 2))
    step = TP5.apply(state, {seat: Give(to) for seat, to in enumerate(gifts)}, RandomChance(1))
    assert of_kind(step, IdentifiersGiven) == [IdentifiersGiven(gifts)]
    assert step.state.held == ((0, 1, 4), (0, 1, 2, 3, 4), (0, 1, 2, 3, 4), (0, 1, 2, 3), (2, 3, 4))


def test_the_commune_of_four_leaves_no_choice() -> None:
    state = table(4, "commune", phase="give")
    assert state.phase == "claim"
    assert state.held == ((0, 1, 2, 3),) * 4


def test_holders_of_more_claim_for_longer() -> None:
    state = table(5, "commune", held=((0,), (0, 1, 2), (), (), ()))
    state = answer(state, Claim(20, 0)).state
    for _ in range(3):
        assert state.asked == (1,)
        state = answer(state, TP5.default_action(state, 1)).state
    assert state.phase != "claim"


# Hogging


def test_hogging_takes_an_unclaimed_tile_of_ones_own_row_behind_it() -> None:
    state = table(3, "hogging", claims={1: (1,), 2: (0,)})
    assert hogs(state) == {0, 3}
    step = answer(state, Hog(3))
    assert of_kind(step, TileHogged) == [TileHogged(0, 3)]
    assert step.state.hogged == (3,)
    assert step.state.claims[3] == (0,)
    assert refused(state, 0, Hog(1)) == "tile_claimed"
    assert refused(state, 0, Hog(2)) == "tile_claimed"


def test_nobody_else_can_claim_a_hogged_tile() -> None:
    state = answer(table(3, "hogging"), Hog(3)).state
    assert refused(state, 1, Claim(3, 1)) == "tile_hogged"
    assert 3 not in places_open(state)


def test_a_hogged_tile_does_not_count_toward_the_two() -> None:
    state = table(3, "hogging", claims={0: (0,), 1: (0,), 2: (0,)}, hogged=(0,))
    assert refused(state, 0, Claim(3, 0)) == "two_on_own_row"
    state = table(3, "hogging", claims={0: (0,), 1: (0,)}, hogged=(0,))
    assert {2, 3} <= places_open(state)
    assert refused(state, 0, Hog(0)) == "tile_hogged"


def test_hogging_needs_an_identifier_of_ones_own() -> None:
    state = table(3, "hogging", "thats_mine", held=((2,), (), ()))
    assert hogs(state) == set()
    assert refused(state, 0, Hog(0)) == "identifier_not_held"


def test_hogging_counts_as_a_legal_place() -> None:
    blocked = dict.fromkeys(range(4, 24), FULL) | {0: (0,), 1: (0,)}
    state = table(3, "hogging", claims=blocked, held=((0, 0), (), ()))
    assert places_open(state) == set()
    assert hogs(state) == {2, 3}


# Centering in, All around the world


def test_centering_in_at_least_two_in_the_centre() -> None:
    state = table(3, "centering_in", held=((0, 0), (), ()))
    assert places_open(state) == set(range(CENTRE, 24))
    assert refused(state, 0, Claim(5, 0)) == "duty_open"
    assert places_open(table(3, "centering_in", held=((0, 0, 0), (), ()))) == set(range(24))


def test_duties_count_what_lies_where_it_serves() -> None:
    state = table(3, "centering_in", claims={13: (0,)}, held=((0, 0), (), ()))
    assert places_open(state) == set(range(24)) - {13}
    state = table(3, "centering_in", claims={13: (0,)}, held=((0,), (), ()))
    assert places_open(state) == set(range(CENTRE, 24)) - {13}
    state = table(3, "centering_in", claims={13: (0,), 14: (0,)}, held=((0,), (), ()))
    assert places_open(state) == set(range(24)) - {13, 14}


def test_around_the_world_at_least_three_on_rows_of_others() -> None:
    state = table(3, "around_the_world", held=((0, 0, 0), (), ()))
    assert places_open(state) == set(range(4, 12))
    assert refused(state, 0, Claim(0, 0)) == refused(state, 0, Claim(13, 0)) == "duty_open"


def test_duties_bind_hogging_too() -> None:
    state = table(3, "hogging", "centering_in", held=((0, 0), (), ()))
    assert hogs(state) == set()
    assert refused(state, 0, Hog(1)) == "duty_open"
    assert hogs(table(3, "hogging", "centering_in", held=((0, 0, 0), (), ()))) == {0, 1, 2, 3}


def test_duties_count_identifiers_in_whosoever_hands() -> None:
    """Seat 0 still holds two, and seat 1 one more of theirs: the third leaves room for one that serves not."""
    free = table(3, "thats_mine", "centering_in", held=((0, 0), (0,), ()))
    assert places_open(free) == set(range(24))
    bound = table(3, "thats_mine", "centering_in", held=((0,), (0,), ()))
    assert places_open(bound) == set(range(CENTRE, 24))


def test_duties_bind_the_owner_no_matter_who_places() -> None:
    """Seat 0 places seat 2's last two, which owe two to rows other than seat 2's own."""
    state = table(3, "thats_mine", "around_the_world", claims={0: (2,)}, held=((0, 0, 0, 0, 2), (), (2,)), turn=0)
    assert places_open(state, 2) == set(range(1, 8))
    assert places_open(state, 0) == set(range(24))


def test_where_others_have_filled_the_centre_who_comes_too_late_is_free() -> None:
    full = dict.fromkeys(range(20, 24), FULL)
    state = table(5, "centering_in", claims=full, held=((0, 0), (), (), (), ()))
    assert places_open(state) == set(range(20))
    hogging = table(5, "hogging", "centering_in", claims=full, held=((0, 0), (), (), (), ()))
    assert hogs(hogging) == {0, 1, 2, 3}


def test_legal_claims_are_exactly_those_that_are_not_refused() -> None:
    """The list and the check are two pieces of code: they must agree everywhere."""
    for state in (
        table(3, "hogging", claims={0: (0, 1), 3: (2,), 5: (0, 1, 2), 13: (0,)}, held=((0, 2), (1,), ())),
        table(3, "hogging", "centering_in", claims={0: (0,), 12: (0,)}, held=((0,), (1, 1), ())),
        table(3, "thats_mine", "around_the_world", claims={4: (0,), 5: (2,)}, held=((0, 2), (0, 1), (1,))),
    ):
        assert _allowed(state) == set(TP5.legal_actions(state, state.asked[0]))


def _allowed(state: Tp5State) -> set[Claim | Hog]:
    (player,) = state.asked
    allowed: set[Claim | Hog] = set()
    tried: list[Claim | Hog] = [Hog(slot) for slot in range(4)]
    tried += [Claim(place, owner) for place in range(-1, 26) for owner in range(4)]
    for action in tried:
        try:
            TP5.check(state, player, action)
        except IllegalAction:
            continue
        allowed.add(action)
    return allowed
