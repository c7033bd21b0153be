"""Eviction: which identifiers leave a row, who sends them off, and where they go (T6, T14, T18)."""

from games.tp5.rules import TP5
from games.tp5.rules.actions import Claim, Evict, SendBack
from games.tp5.rules.events import (
    EvictionBegan,
    IdentifierSentBack,
    TileClaimed,
)
from games.tp5.rules.state import NOBODY
from tests.games.tp5.tables import act, answer, of_kind, places_open, refused, window


def test_eviction_sends_one_identifier_of_each_other_player_off_the_row() -> None:
    state = window(4, "eviction", claims={0: (0, 1), 1: (2,), 2: (3,), 20: (0, 1)})
    step = act(state, {0: Evict(20)})
    assert of_kind(step, EvictionBegan) == [EvictionBegan(0, (None, 4))]
    sent = of_kind(step, IdentifierSentBack)
    assert sent == [
        IdentifierSentBack(0, 1, (0, 0)),
        IdentifierSentBack(0, 2, (0, 1)),
        IdentifierSentBack(0, 3, (0, 2)),
    ]
    assert step.state.claims[0] == (0,)
    assert step.state.asked == (1,)


def test_eviction_the_evictor_picks_which() -> None:
    state = window(4, "eviction", claims={0: (0, 1), 1: (2, 1), 2: (3, 2), 20: (0,)})
    state = act(state, {0: Evict(20)}).state
    assert state.asked == (0,)
    assert set(TP5.legal_actions(state, 0)) == {SendBack(1, 0), SendBack(1, 1)}
    assert refused(state, 0, SendBack(2, 1)) == "not_on_your_row"
    assert refused(state, 0, SendBack(1, 2)) == "not_on_your_row"
    state = answer(state, SendBack(1, 1)).state
    assert set(TP5.legal_actions(state, 0)) == {SendBack(2, 1), SendBack(2, 2)}
    state = answer(state, SendBack(2, 2)).state
    assert state.claims[:4] == ((0, 1), (2,), (), ())
    assert state.held == ((), (1,), (2,), (3,))


def test_t14_the_evictor_is_asked_about_one_after_another_clockwise_from_the_dealer() -> None:
    state = window(4, "eviction", claims={4: (0, 2, 3), 5: (0, 2), 6: (3,), 20: (1,)}, dealer=3)
    step = act(state, {1: Evict(20)})
    assert set(TP5.legal_actions(step.state, 1)) == {SendBack(3, 4), SendBack(3, 6)}
    state = answer(step.state, SendBack(3, 6)).state
    assert set(TP5.legal_actions(state, 1)) == {SendBack(0, 4), SendBack(0, 5)}
    state = answer(state, SendBack(0, 4)).state
    assert set(TP5.legal_actions(state, 1)) == {SendBack(2, 4), SendBack(2, 5)}


def test_eviction_those_sent_off_place_clockwise_from_the_dealer_outside_that_row() -> None:
    state = window(4, "number_is_up", "eviction", claims={4: (0, 1), 5: (2,), 6: (3,), 20: (1,)}, dealer=2)
    state = act(state, {1: Evict(20)}).state
    for seat in (2, 3, 0):
        assert state.asked == (seat,)
        assert places_open(state) == set(range(24)) - {4, 5, 6, 7}
        assert refused(state, seat, Claim(7, seat)) == "evicted_from_row"
        state = answer(state, Claim(20 + seat, seat)).state
    assert state.phase == "before_roll"
    assert state.evictor == NOBODY


def test_eviction_under_all_rules() -> None:
    state = window(3, "eviction", claims={0: (0, 1), 4: (1,), 5: (1,), 13: (1, 0)})
    state = act(state, {0: Evict(13)}).state
    assert state.asked == (1,)
    assert refused(state, 1, Claim(6, 1)) == "two_on_own_row"
    assert refused(state, 1, Claim(13, 1)) == "already_claimed"
    assert places_open(state) == set(range(8, 24)) - {13}


def test_t14_open_duties_bind_those_sent_off() -> None:
    state = window(3, "eviction", "around_the_world", claims={0: (1,), 1: (0,), 2: (1,), 8: (1,), 13: (0,)})
    state = act(state, {0: Evict(13)}).state
    state = answer(state, SendBack(1, 0)).state
    assert places_open(state) == {9, 10, 11}
    assert refused(state, 1, Claim(14, 1)) == "duty_open"


def test_t18_a_hogged_tile_is_not_evicted_from() -> None:
    state = window(3, "eviction", "hogging", claims={0: (0,), 1: (1,), 13: (0,)}, hogged=(0,))
    state = act(state, {0: Evict(13)}).state
    assert state.hogged == (0,)
    assert state.claims[0] == (0,)


def test_eviction_what_has_no_legal_place_is_out_of_play() -> None:
    crowd = dict.fromkeys(range(4, 24), (7, 8, 9, 10)) | {0: (1,), 1: (0,)}
    step = act(window(3, "eviction", claims=crowd), {0: Evict(1)})
    assert step.state.phase == "over"
    assert of_kind(step, TileClaimed) == []
