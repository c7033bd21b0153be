"""Who knows what in Plaque Auction, and what can be imagined of the rest."""

from collections import Counter
from typing import Any

import pytest

from engine import choice
from engine.quick_chance import RandomChance
from games.plaques.rules import PLAQUE_AUCTION as GAME
from games.plaques.rules.auction.actions import Bid
from games.plaques.rules.auction.events import BidsOpened, Dealt, TableauxShown
from games.plaques.rules.auction.options import AuctionOptions
from tests.games.plaques.support import changed, names_in, only, played, rest

OPTIONS = [AuctionOptions(), AuctionOptions(bidding="sealed")]


def hidden_from(state: Any, viewer: int | None) -> set[str]:
    others = [hidden for seat, hidden in enumerate(state.hidden) if seat != viewer]
    return {*state.pile, *(plaque for hidden in others for plaque in hidden)}


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("players", [2, 4, 7])
def test_no_view_names_a_hidden_plaque(players: int, options: Any) -> None:  # P4
    for state, _, _ in played(GAME, players, 1, options):
        for viewer in (None, *range(players)):
            seen = GAME.observation(changed(state, last=None), viewer)
            assert not names_in(seen) & hidden_from(state, viewer)
            if viewer is not None:
                assert seen.own == state.hidden[viewer]


@pytest.mark.parametrize("options", OPTIONS)
def test_no_event_names_a_hidden_plaque_before_the_showdown(options: Any) -> None:  # P4
    for _, _, step in played(GAME, 4, 2, options):
        if step and not any(isinstance(event, TableauxShown) for event in step.events):
            for event in step.events:
                for viewer in (None, 0, 1, 2, 3):
                    assert not names_in(event.seen_by(viewer)) & hidden_from(step.state, viewer)


def test_everyone_sees_their_own_deal_alone() -> None:  # P4
    step = GAME.initial_state(3, AuctionOptions(), RandomChance(4))
    dealt = only(step.events, Dealt)
    assert dealt.seen_by(1).hidden == ((), step.state.hidden[1], ())
    assert dealt.seen_by(None).hidden == ((), (), ())


def test_a_sealed_bid_is_not_in_the_state_before_all_are_in() -> None:  # P6
    state = GAME.initial_state(3, OPTIONS[1], RandomChance(4)).state
    assert state.bids == (0, 0, 0)
    step = GAME.apply(state, {0: Bid(7), 1: Bid(8), 2: Bid(9)}, RandomChance(1))
    assert step.state.bids == (7, 8, 9)
    assert only(step.events, BidsOpened).seen_by(None).bids == (7, 8, 9)


@pytest.mark.parametrize("options", OPTIONS)
def test_worlds_that_differ_in_secrets_alone_look_the_same(options: Any) -> None:
    """The same answers where others hold each other's plaques show a viewer the same until all is shown."""
    picks = RandomChance(5)
    state = GAME.initial_state(4, options, RandomChance(6)).state
    mine, (one, two, three) = state.hidden[1], (state.hidden[seat] for seat in (0, 2, 3))
    other = changed(state, hidden=(two, mine, three, one))
    while state.hand == 1 and state.round < 4:
        joint = {player: choice(picks, GAME.legal_actions(state, player)) for player in GAME.current_players(state)}
        step, twin = GAME.apply(state, joint, picks), GAME.apply(other, joint, picks)
        assert [event.seen_by(1) for event in step.events] == [event.seen_by(1) for event in twin.events]
        state, other = step.state, twin.state
        assert state != other
        for viewer in (None, 1):
            assert GAME.observation(state, viewer) == GAME.observation(other, viewer)
        assert GAME.legal_actions(state, 1) == GAME.legal_actions(other, 1)


def test_imagined_plaques_are_dealt_evenly_over_all_that_fits() -> None:
    """Five unseen plaques, three of them held by the rival and two in the pile in some order: 10 × 2 states."""
    state = GAME.initial_state(2, AuctionOptions(), RandomChance(1)).state
    unseen = [*state.hidden[1], *state.pile[:2]]
    known = rest(unseen, state.hidden[0], state.centre)
    state = changed(state, pile=state.pile[:2], taken=(known[:10], known[10:]))
    seen = GAME.observation(state, 0)
    chance = RandomChance(2)
    drawn = Counter((s.hidden, s.pile) for s in (GAME.imagine(seen, 0, chance) for _ in range(20_000)))
    assert len(drawn) == 20
    assert all(840 < times < 1160 for times in drawn.values())  # 1000 each, give or take five deviations
    assert (state.hidden, state.pile) in drawn


def test_an_imagined_world_keeps_all_that_is_known() -> None:
    chance = RandomChance(3)
    for state, joint, _ in played(GAME, 5, 8):
        for viewer in range(5):
            imagined = GAME.imagine(GAME.observation(state, viewer), viewer, chance)
            assert imagined.hidden[viewer] == state.hidden[viewer]
            assert imagined.taken == state.taken
            if joint:
                parts = [*imagined.hidden, *imagined.taken, imagined.pile, imagined.centre]
                assert sorted(plaque for part in parts for plaque in part) == list(rest())
                assert [len(hidden) for hidden in imagined.hidden] == [len(hidden) for hidden in state.hidden]
