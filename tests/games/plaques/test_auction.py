"""The rulings of Plaque Auction."""

from itertools import chain
from typing import Any

import pytest

from engine import IllegalAction, IllegalOptions
from engine.quick_chance import RandomChance
from games.plaques.rules import PLAQUE_AUCTION as GAME
from games.plaques.rules.auction.actions import Add, Bid, Pass, Pick
from games.plaques.rules.auction.events import (
    Added,
    BidsOpened,
    BidsPaid,
    Dealt,
    MatchEnded,
    Passed,
    Picked,
    PotWon,
    TableauxShown,
    TurnedUp,
    WentOut,
)
from games.plaques.rules.auction.options import AuctionOptions
from tests.games.plaques.support import act, changed, kinds, only, played, rest, row

PASS = Pass()
EVERY = list(rest())
SEALED = AuctionOptions(bidding="sealed")


def begun(players: int = 4, *, dealer: int | None = None, **options: Any) -> Any:
    """Begin a match with this dealer, or the last seat, so that seat 0 is the first player."""
    seeds = (GAME.initial_state(players, AuctionOptions(**options), RandomChance(seed)).state for seed in range(500))
    return next(state for state in seeds if state.dealer == (players - 1 if dealer is None else dealer))


def bid_out(state: Any, *bids: int) -> Any:
    """Open bidding of one bid each, from the first player; all pass afterwards."""
    for tokens in bids:
        state = act(GAME, state, Add(tokens) if tokens else PASS).state
    while not state.picking:
        state = act(GAME, state, PASS).state
    return state


def pick_all(state: Any) -> Any:
    """Pick the first plaque until the round or hand is over; return the last step."""
    step = act(GAME, state, Pick(state.centre[0]))
    while step.state.picking and step.state.round == state.round and step.state.hand == state.hand:
        step = act(GAME, step.state, Pick(step.state.centre[0]))
    return step


def last_pick(state: Any, tableaux: list[str], *, pot: int, dealer: int) -> Any:
    """Lay out the last pick but one of a hand such that it ends with these tableaux of seven."""
    rows = [row(text) for text in tableaux]
    seated = tuple(seat for seat, tableau in enumerate(rows) if tableau)
    first, second = seated[:2]
    taken = [tableau[3:] for tableau in rows]
    centre = (taken[first][-1], taken[second][-1])
    taken[first], taken[second] = taken[first][:-1], taken[second][:-1]
    return changed(
        state,
        seated=seated,
        dealer=dealer,
        round=4,
        pot=pot,
        hidden=tuple(tableau[:3] for tableau in rows),
        taken=tuple(taken),
        centre=centre,
        pile=rest(*rows),
        bidding=(),
        picking=(first, second),
    )


def test_the_first_dealer_is_drawn_by_lot() -> None:  # P3
    dealers = {GAME.initial_state(5, AuctionOptions(), RandomChance(seed)).state.dealer for seed in range(60)}
    assert dealers == {0, 1, 2, 3, 4}


def test_a_match_has_a_hand_a_seat_unless_agreed_otherwise() -> None:  # P3, P19
    assert begun(5).hands == 5
    assert begun(5, hands=2).hands == 2


def test_a_hand_begins_with_antes_three_plaques_each_and_as_many_in_the_centre() -> None:  # P4
    step = GAME.initial_state(5, AuctionOptions(ante=2), RandomChance(1))
    state = step.state
    assert state.stocks == (18,) * 5
    assert state.pot == 10
    assert [len(hidden) for hidden in state.hidden] == [3] * 5
    assert len(state.centre) == 5
    assert state.first == (state.dealer + 1) % 5
    assert kinds(step.events) == ["Dealt", "TurnedUp"]
    assert len({*state.pile, *state.centre, *(p for hidden in state.hidden for p in hidden)}) == 50


def test_the_first_player_moves_left_each_round() -> None:  # P4
    state = begun(3, dealer=0)
    firsts = []
    for _ in range(4):
        firsts.append(state.first)
        state = pick_all(bid_out(state)).state
    assert firsts == [1, 2, 0, 1]


def test_bidding_goes_clockwise_and_a_bid_need_not_beat_anyone() -> None:  # P5
    state = begun()
    step = act(GAME, state, Add(5), Add(1), PASS, Add(2), Add(1), Add(3))
    assert step.state.bids == (6, 4, 0, 2)
    assert step.state.stocks == (13, 15, 19, 17)
    assert GAME.current_players(step.state) == (3,)
    assert step.events[-1] == Added(player=1, tokens=3, bid=4)


def test_who_has_passed_is_not_asked_again() -> None:  # P5
    state = act(GAME, begun(), PASS, Add(1), Add(1), PASS).state
    assert GAME.current_players(state) == (1,)
    assert act(GAME, state, Add(1)).state.bidding == (2, 1)


def test_the_only_one_left_passes_unasked_if_they_pick_first() -> None:  # P5
    step = act(GAME, begun(), Add(2), PASS, PASS, PASS)
    assert step.state.picking == (0, 1, 2, 3)
    assert step.events[-1] == Passed(0, "picks_first")


def test_the_only_one_left_is_asked_while_another_picks_first() -> None:  # P5
    state = act(GAME, begun(), Add(2), Add(2), PASS, PASS, PASS).state
    assert GAME.current_players(state) == (1,)  # equal bids: seat 0 sits before seat 1
    raised = act(GAME, state, Add(1))
    assert raised.state.picking == (1, 0, 2, 3)
    assert act(GAME, state, PASS).state.picking == (0, 1, 2, 3)


def test_nobody_bids_anything() -> None:  # P5
    step = act(GAME, begun(), PASS, PASS, PASS)
    assert step.state.picking == ()
    assert GAME.current_players(step.state) == (3,)  # three passed, and seat 3 does not pick first
    assert act(GAME, step.state, PASS).state.picking == (0, 1, 2, 3)


def test_the_last_token_bid_is_a_pass_at_once() -> None:  # P5, P18
    step = act(GAME, begun(2, dealer=1), Add(19))
    assert step.events[:2] == (Added(0, 19, 19), Passed(0, "no_tokens"))
    assert GAME.current_players(step.state) == (1,)
    all_in = act(GAME, step.state, Add(19))
    assert all_in.state.picking == (0, 1)


def test_an_only_one_left_who_picks_first_is_spared_when_others_have_no_tokens() -> None:  # P18
    state = changed(begun(2, dealer=1), stocks=(3, 5), bids=(0, 4), bidding=(0, 1))
    step = act(GAME, state, Add(3))
    assert step.events == (Added(0, 3, 3), Passed(0, "no_tokens"), Passed(1, "picks_first"))
    assert step.state.picking == (1, 0)


def test_players_without_tokens_pass_by_themselves() -> None:  # P5
    state = changed(begun(), stocks=(0, 3, 0, 0), picking=(2, 3), bids=(0,) * 4, bidding=(), centre=row("A1 A2"))
    step = act(GAME, state, Pick("A1"))
    assert step.state.round == 2
    assert [event.player for event in step.events if isinstance(event, Passed)] == [2, 3, 0, 1]
    assert only([e for e in step.events if getattr(e, "why", "") == "picks_first"], Passed).player == 1
    assert step.state.picking == (1, 2, 3, 0)


def test_nobody_with_tokens_means_picking_at_once() -> None:  # P5, P6
    for options in (AuctionOptions(), SEALED):
        state = changed(begun(), options=options, stocks=(0,) * 4, picking=(2, 3), bidding=(), centre=row("A1 A2"))
        assert act(GAME, state, Pick("A1")).state.picking == (1, 2, 3, 0)


def test_sealed_bids_are_made_by_all_at_once_and_opened_together() -> None:  # P6, P20
    state = begun(bidding="sealed")
    assert GAME.current_players(state) == (0, 1, 2, 3)
    assert GAME.legal_actions(state, 2) == tuple(Bid(tokens) for tokens in range(20))
    step = GAME.apply(state, {0: Bid(1), 1: Bid(4), 2: Bid(0), 3: Bid(19)}, RandomChance(1))
    assert step.events == (BidsOpened((0, 1, 2, 3), (1, 4, 0, 19)),)
    assert step.state.stocks == (18, 15, 19, 0)
    assert step.state.picking == (3, 1, 0, 2)


def test_sealed_bids_are_not_asked_of_players_without_tokens() -> None:  # P20
    state = changed(begun(bidding="sealed"), stocks=(3, 0, 4, 0), picking=(2, 3), bidding=(), centre=row("A1 A2"))
    step = act(GAME, state, Pick("A1"))
    assert GAME.current_players(step.state) == (0, 2)
    after = GAME.apply(step.state, {0: Bid(0), 2: Bid(2)}, RandomChance(1)).state
    assert after.picking == (2, 1, 3, 0)


@pytest.mark.parametrize("bidding", ["open", "sealed"])
def test_equal_bids_pick_clockwise_from_the_first_player(bidding: Any) -> None:  # P7
    state = changed(begun(bidding=bidding), first=2, bidding=(2, 3, 0, 1) if bidding == "open" else (0, 1, 2, 3))
    if bidding == "open":
        state = bid_out(state, 0, 3, 3, 0)
    else:
        state = GAME.apply(state, {0: Bid(3), 1: Bid(0), 2: Bid(0), 3: Bid(3)}, RandomChance(1)).state
    assert state.bids == (3, 0, 0, 3)
    assert state.picking == (3, 0, 2, 1)


def test_the_last_gets_the_one_left_and_bids_go_into_the_pot() -> None:  # P7
    state = bid_out(begun(), 3, 3, 0, 0)
    assert state.picking == (0, 1, 2, 3)
    centre = state.centre
    step = act(GAME, state, Pick(centre[2]), Pick(centre[0]), Pick(centre[3]))
    assert [e for e in step.events if isinstance(e, Picked)][-1] == Picked(3, centre[1], left_over=True)
    assert only(step.events, BidsPaid) == BidsPaid(6, 10)
    assert step.state.taken == ((centre[2],), (centre[0],), (centre[3],), (centre[1],))
    assert step.state.bids == (0,) * 4
    assert step.state.round == 2
    assert only(step.events, TurnedUp).first == 1


def test_after_four_rounds_all_is_shown_and_the_best_takes_the_pot() -> None:  # P8
    ends = last_pick(
        begun(3), ["A1 A2 A4 A6 A8 B1 B3", "C9 D9 E9 C1 D2 E4 C6", "B2 B4 C5 D7 elf thief D8"], pot=30, dealer=2
    )
    step = act(GAME, ends, Pick("B3"))
    shown = only(step.events, TableauxShown)
    assert [len(tableau) for tableau in shown.tableaux] == [7, 7, 7]
    assert only(step.events, PotWon) == PotWon(1, 30, (0,), (30,))
    assert step.state.last.tableaux == shown.tableaux
    assert step.state.last.shares == (30, 0, 0)
    assert step.state.stocks == (19 + 30 - 1, 18, 18)


THREE_EQUAL = ["A1 B2 C3 D4 E5 elf A7", "B1 C2 D3 E4 A5 dwarf B7", "C1 D2 E3 A4 B5 thief C7"]


@pytest.mark.parametrize(("pot", "shares"), [(10, (3, 3, 4)), (11, (3, 3, 5)), (12, (4, 4, 4))])
def test_equal_tableaux_share_and_the_remainder_goes_to_the_first_left_of_the_dealer(
    pot: int, shares: tuple[int, ...]
) -> None:  # P8
    step = act(GAME, last_pick(begun(3), THREE_EQUAL, pot=pot, dealer=1), Pick("A7"))
    assert only(step.events, PotWon).winners == (2, 0, 1)
    assert step.state.last.shares == shares


def test_the_dealer_comes_last_for_the_remainder() -> None:  # P8
    same = ["A9 B9 A6 B4 C1 elf A2", "C9 D9 C6 D4 B1 dwarf C2", "E5 A7 D8 B3 A4 D2 thief"]
    for dealer, winners in ((0, (1, 0)), (1, (0, 1)), (2, (0, 1))):
        step = act(GAME, last_pick(begun(3), same, pot=11, dealer=dealer), Pick("A2"))
        assert only(step.events, PotWon) == PotWon(1, 11, winners, (6, 5))


def test_the_deal_passes_left_over_players_who_are_out() -> None:  # P3, P24
    rows = ["A1 A2 A4 A6 A8 B1 B3", "C9 D9 E8 C1 D2 E4 C6", "B2 B4 C5 D7 elf thief D8", "A3 B5 C7 E1 E2 D5 D6"]
    ends = changed(last_pick(begun(4, ante=3), rows, pot=30, dealer=0), stocks=(0, 2, 3, 7))
    step = act(GAME, ends, Pick("B3"))
    assert only(step.events, WentOut) == WentOut(1, 2)
    state = step.state
    assert state.seated == (0, 2, 3)
    assert state.dealer == 2
    assert state.first == 3
    assert state.stocks == (27, 2, 0, 4)
    assert state.pot == 9
    assert len(state.centre) == 3
    assert state.hidden[1] == ()
    assert only(step.events, Dealt).seated == (0, 2, 3)
    assert GAME.legal_actions(state, 1) == ()


def test_the_match_ends_early_when_one_is_left() -> None:  # P3
    rows = ["A1 A2 A4 A6 A8 B1 B3", "C9 D9 E8 C1 D2 E4 C6"]
    ends = changed(last_pick(begun(2, ante=3), rows, pot=38, dealer=0), stocks=(0, 2))
    step = act(GAME, ends, Pick("B3"))
    assert kinds(step.events)[-3:] == ["PotWon", "WentOut", "MatchEnded"]
    assert GAME.current_players(step.state) == ()
    assert GAME.places(step.state) == (1, 2)
    assert step.state.hand == 1


def test_the_match_ends_after_the_last_hand_and_equal_tokens_share_a_place() -> None:  # P3, P19
    rows = ["A1 A2 A4 A6 A8 B1 B3", "C9 D9 E8 C1 D2 E4 C6", "B2 B4 C5 D7 elf thief D8"]
    ends = changed(last_pick(begun(3, hands=1), rows, pot=20, dealer=0), stocks=(10, 0, 30))
    step = act(GAME, ends, Pick("B3"))
    assert only(step.events, MatchEnded) == MatchEnded((30, 0, 30))
    assert GAME.places(step.state) == (1, 3, 1)
    assert not [event for event in step.events if isinstance(event, WentOut)]


def test_each_hand_is_dealt_again() -> None:  # P3
    for state, _, step in played(GAME, 4, 3):
        if step and step.state.hand > state.hand and step.state.hand > 1:
            dealt = only(step.events, Dealt)
            assert dealt.hand == step.state.hand
            assert step.state.dealer == (state.dealer + 1) % 4 or len(step.state.seated) < 4
            assert step.state.taken == ((),) * 4


@pytest.mark.parametrize("bidding", ["open", "sealed"])
@pytest.mark.parametrize("players", GAME.players)
def test_tokens_and_plaques_are_accounted_for(players: int, bidding: Any) -> None:  # P3, P9
    for seed in range(200):
        tokens, ante, hands = 10 + seed % 20, 1 + seed % 5, None if seed % 3 else 1 + seed % 12
        options = AuctionOptions(tokens=tokens, ante=ante, hands=hands, bidding=bidding)
        for state, joint, _ in played(GAME, players, seed, options):
            assert sum(state.stocks) + sum(state.bids) + state.pot == players * tokens
            assert min(state.stocks) >= 0
            if joint:
                tableaux = [*state.hidden, *state.taken, state.pile, state.centre]
                assert sorted(chain(*tableaux)) == EVERY
                assert len(state.centre) == len(state.picking or state.seated)
        assert state.hand <= (hands or players)
        assert GAME.places(state) is not None


@pytest.mark.parametrize(
    ("options", "action", "code"),
    [
        (AuctionOptions(), Add(20), "too_few_tokens"),
        (AuctionOptions(), Add(0), "too_low"),
        (AuctionOptions(), Bid(1), "bids_are_open"),
        (AuctionOptions(), Pick("A1"), "bidding_is_on"),
        (SEALED, Bid(20), "too_few_tokens"),
        (SEALED, Bid(-1), "too_low"),
        (SEALED, PASS, "bids_are_sealed"),
        (SEALED, Add(1), "bids_are_sealed"),
    ],
)
def test_why_a_bid_is_refused(options: Any, action: Any, code: str) -> None:
    state = GAME.initial_state(2, options, RandomChance(1)).state
    player = GAME.current_players(state)[0]
    with pytest.raises(IllegalAction) as refusal:
        GAME.check(state, player, action)
    assert refusal.value.code == code
    assert action not in GAME.legal_actions(state, player)


def test_why_a_pick_is_refused() -> None:
    state = bid_out(begun(), 1)
    for action, code in (
        (PASS, "bidding_is_over"),
        (Pick(state.pile[0]), "not_in_centre"),
        (Pick("x"), "not_in_centre"),
    ):
        with pytest.raises(IllegalAction) as refusal:
            GAME.apply(state, {0: action}, RandomChance(1))
        assert refusal.value.code == code
    with pytest.raises(IllegalAction) as refusal:
        GAME.check(state, 1, Pick(state.centre[0]))
    assert refusal.value.code == "not_asked"


def test_every_legal_answer_is_accepted_and_no_other() -> None:
    every: list[Any] = [PASS, *(Add(n) for n in range(40)), *(Bid(n) for n in range(40)), *(Pick(p) for p in rest())]
    for options in (AuctionOptions(), SEALED):
        for state, joint, _ in played(GAME, 3, 5, options):
            for player in joint:
                accepted = []
                for action in every:
                    try:
                        GAME.check(state, player, action)
                    except IllegalAction:
                        continue
                    accepted.append(action)
                assert set(accepted) == {a for a in GAME.legal_actions(state, player) if a in every}


def test_missed_deadlines_pass_bid_nothing_or_pick_the_first() -> None:
    state = begun()
    assert GAME.default_action(state, 0) == PASS
    assert GAME.default_action(begun(bidding="sealed"), 2) == Bid(0)
    picking = bid_out(state, 1)
    assert GAME.default_action(picking, 0) == Pick(picking.centre[0])


@pytest.mark.parametrize("players", [1, 8])
def test_a_table_has_two_to_seven_seats(players: int) -> None:
    with pytest.raises(IllegalOptions):
        GAME.initial_state(players, AuctionOptions(), RandomChance(1))
