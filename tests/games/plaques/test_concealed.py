"""The rulings of Concealed Draw."""

from collections import Counter
from itertools import chain
from typing import Any

import pytest

from engine import IllegalAction, IllegalOptions
from engine.quick_chance import RandomChance
from games.plaques.rules import CONCEALED_DRAW as GAME
from games.plaques.rules.concealed.actions import Declare, Discard, Draw, Nominate, Take
from games.plaques.rules.concealed.events import (
    CountedAsDeclarer,
    Dealt,
    Declared,
    Discarded,
    Drew,
    LifeLost,
    MatchEnded,
    StoodPat,
    TableauxShown,
    Took,
    WentOut,
)
from games.plaques.rules.concealed.options import ConcealedOptions
from games.plaques.rules.concealed.turns import MOST_TURNS
from tests.games.plaques.support import act, changed, kinds, only, played, rest, row

DRAW, DECLARE = Draw(), Declare()
WEAK = ("A1 B2 C4 D5 E7 A8 elf", "B1 C2 D4 E5 A7 B8 dwarf", "C1 D2 E4 A5 B7 C8 thief", "D1 E2 A4 B5 C7 D8 E9")
EVERY = list(rest())
STRONG = "A9 B9 C9 D3 E3 A6 B6"


def begun(players: int = 4, *, dealer: int | None = None, **options: Any) -> Any:
    """Begin a match with this dealer, or the last seat, so that seat 0 begins."""
    wanted = players - 1 if dealer is None else dealer
    seeds = (GAME.initial_state(players, ConcealedOptions(**options), RandomChance(n)).state for n in range(500))
    return next(state for state in seeds if state.dealer == wanted)


def holding(state: Any, *tableaux: str) -> Any:
    """Give out these tableaux by seat; all other plaques lie in the pile."""
    rows = tuple(tuple(sorted(row(text))) for text in tableaux)
    return changed(state, tableaux=rows, pile=rest(*rows), centre=())


def draw_and_drop(state: Any) -> Any:
    """Draw from the pile and discard the same plaque."""
    drawn = act(GAME, state, DRAW).state
    return act(GAME, drawn, Discard(drawn.drawn))


def test_the_first_dealer_is_drawn_by_lot() -> None:  # P10
    dealers = {GAME.initial_state(4, ConcealedOptions(), RandomChance(seed)).state.dealer for seed in range(50)}
    assert dealers == {0, 1, 2, 3}


@pytest.mark.parametrize("players", GAME.players)
def test_a_round_begins_with_seven_plaques_each_and_an_empty_centre(players: int) -> None:  # P10
    state = begun(players, dealer=1)
    assert [len(tableau) for tableau in state.tableaux] == [7] * players
    assert len(state.pile) == 50 - 7 * players
    assert state.centre == ()
    assert GAME.current_players(state) == (2 % players,)  # P11
    assert GAME.legal_actions(state, 2 % players) == (DRAW, DECLARE)


def test_a_turn_is_to_draw_and_then_to_discard() -> None:  # P11
    state = begun()
    drawn = act(GAME, state, DRAW)
    top, own = state.pile[0], state.tableaux[0]
    assert drawn.events == (Drew(0, 21, top),)
    assert GAME.current_players(drawn.state) == (0,)
    assert GAME.legal_actions(drawn.state, 0) == tuple(Discard(plaque) for plaque in (*own, top))
    after = act(GAME, drawn.state, Discard(own[0]))
    assert after.events == (Discarded(0, own[0]),)
    assert after.state.tableaux[0] == tuple(sorted((*own[1:], top)))
    assert after.state.centre == (own[0],)
    assert GAME.current_players(after.state) == (1,)
    assert GAME.legal_actions(after.state, 1) == (DRAW, Take(own[0]), DECLARE)


def test_a_plaque_from_the_pile_may_be_discarded_at_once() -> None:  # P12
    state = begun()
    after = draw_and_drop(state).state
    assert after.tableaux == state.tableaux
    assert after.centre == state.pile[:1]


def test_a_plaque_just_taken_may_not_be_discarded() -> None:  # P12
    state = draw_and_drop(begun()).state
    plaque = state.centre[0]
    taken = act(GAME, state, Take(plaque))
    assert taken.events == (Took(1, plaque),)
    assert Discard(plaque) not in GAME.legal_actions(taken.state, 1)
    with pytest.raises(IllegalAction) as refusal:
        act(GAME, taken.state, Discard(plaque))
    assert refusal.value.code == "just_taken"
    after = act(GAME, taken.state, Discard(state.tableaux[1][0])).state
    assert plaque in after.tableaux[1]
    assert after.known[1] == (plaque,)
    assert after.centre == (state.tableaux[1][0],)


def test_everyone_else_has_one_more_turn_after_a_declaration() -> None:  # P13
    state = draw_and_drop(begun()).state
    step = act(GAME, state, DECLARE)  # seat 1
    assert step.events == (Declared(1),)
    asked = []
    for _ in range(3):
        asked.append(GAME.current_players(step.state)[0])
        assert not [event for event in step.events if isinstance(event, TableauxShown)]
        step = draw_and_drop(step.state)
    assert asked == [2, 3, 0]
    assert only(step.events, TableauxShown).tableaux == state.tableaux
    assert step.state.phase == "nominate"
    assert step.state.last.declarer == 1


def test_a_second_declaration_is_a_pass() -> None:  # P13
    step = act(GAME, begun(), DECLARE, DECLARE, DECLARE)
    assert step.events == (Declared(0), StoodPat(1), StoodPat(2))
    assert step.state.declarer == 0
    assert only(act(GAME, step.state, DECLARE).events, TableauxShown)


@pytest.mark.parametrize("players", GAME.players)
def test_who_takes_the_last_plaque_counts_as_the_declarer(players: int) -> None:  # P14
    state = changed(begun(players), pile=begun(players).pile[:2])
    state = draw_and_drop(state).state
    step = draw_and_drop(state)
    assert only(step.events, CountedAsDeclarer) == CountedAsDeclarer(1 % players, "last_plaque")
    assert step.state.declarer == 1 % players
    for _ in range(players - 1):
        assert GAME.legal_actions(step.state, step.state.turn)[0] == Take(step.state.centre[0])  # the pile is empty
        step = act(GAME, step.state, DECLARE)
    assert only([e for e in step.events if isinstance(e, TableauxShown)], TableauxShown)


def test_the_last_plaque_changes_nothing_after_a_declaration() -> None:  # P14
    state = begun(4)
    state = act(GAME, changed(state, pile=state.pile[:1]), DECLARE).state
    step = draw_and_drop(state)
    assert step.state.declarer == 0
    assert kinds(step.events) == ["Discarded"]


def swap(state: Any) -> Any:
    """Take the oldest plaque of the centre and discard the first that one may."""
    taken = act(GAME, state, Take(state.centre[0])).state
    return act(GAME, taken, GAME.legal_actions(taken, taken.turn)[0])


@pytest.mark.parametrize("players", GAME.players)
def test_a_round_in_which_all_only_swap_with_the_centre_ends(players: int) -> None:  # P14
    step = draw_and_drop(begun(players))
    turns = 1
    while step.state.declarer is None:
        step = swap(step.state)
        turns += 1
    assert only(step.events, CountedAsDeclarer) == CountedAsDeclarer(0, "last_turn")
    assert turns == (MOST_TURNS - 1) * players + 1
    assert step.state.turns[0] == MOST_TURNS
    for _ in range(players - 1):
        step = swap(step.state)
    assert any(isinstance(event, TableauxShown) for event in step.events)


def test_the_best_tableau_names_who_loses_a_life() -> None:  # P15
    state = holding(begun(), WEAK[0], WEAK[1], STRONG, WEAK[3])
    step = act(GAME, state, DECLARE, DECLARE, DECLARE, DECLARE)
    shown = only(step.events, TableauxShown)
    assert (shown.winner, shown.tied) == (2, ())
    assert GAME.current_players(step.state) == (2,)
    assert GAME.legal_actions(step.state, 2) == (Nominate(0), Nominate(1), Nominate(3))
    after = act(GAME, step.state, Nominate(3))
    assert only(after.events, LifeLost) == LifeLost(1, 2, 3, 1)
    assert after.state.lives == (2, 2, 2, 1)
    assert after.state.round == 2
    assert after.state.dealer == 0  # P16


@pytest.mark.parametrize(("declarer", "winner"), [(0, 1), (1, 1), (2, 2), (3, 1)])
def test_equal_best_tableaux_go_to_the_declarer_then_clockwise(declarer: int, winner: int) -> None:  # P15
    equal = ("A9 B9 C6 D4 E1 A2 elf", "C9 D9 E6 A4 B1 C2 dwarf")
    state = holding(begun(dealer=(declarer - 1) % 4), WEAK[2], equal[0], equal[1], "D1 E2 A5 B5 C7 D8 E3")
    assert state.turn == declarer
    step = act(GAME, state, DECLARE, DECLARE, DECLARE, DECLARE)
    shown = only(step.events, TableauxShown)
    assert shown.winner == winner
    assert set(shown.tied) == {1, 2} - {winner}


def test_without_lives_a_player_is_out_and_not_dealt_in_again() -> None:  # P16, P24
    state = changed(holding(begun(), STRONG, *WEAK[1:]), lives=(2, 1, 2, 1))
    step = act(GAME, state, DECLARE, DECLARE, DECLARE, DECLARE, Nominate(3))
    assert only(step.events, WentOut) == WentOut(3, 4)
    state = step.state
    assert state.seated == (0, 1, 2)
    assert state.dealer == 0  # the old dealer went out: the next one to the left
    assert state.tableaux[3] == ()
    assert len(state.pile) == 50 - 21
    assert only(step.events, Dealt).seated == (0, 1, 2)
    again = changed(
        holding(state, WEAK[0], WEAK[1], STRONG), tableaux=(*holding(state, WEAK[0], WEAK[1], STRONG).tableaux, ())
    )
    assert again.turn == 1
    step = act(GAME, again, DECLARE, DECLARE, DECLARE, Nominate(1))
    assert step.state.went_out == (3, 1)
    assert step.state.dealer == 2


def test_the_last_one_in_wins_and_places_are_the_reverse_of_going_out() -> None:  # P16, P21
    state = changed(begun(3), seated=(0, 2), lives=(1, 0, 2), went_out=(1,))
    state = changed(state, tableaux=(row(WEAK[0]), (), row(STRONG)), pile=rest(row(WEAK[0]), row(STRONG)))
    step = act(GAME, state, DECLARE, DECLARE)
    assert kinds(step.events)[2:] == ["TableauxShown", "LifeLost", "WentOut", "MatchEnded"]
    assert only(step.events, MatchEnded) == MatchEnded(2, 2)
    assert GAME.current_players(step.state) == ()
    assert GAME.legal_actions(step.state, 2) == ()
    assert GAME.places(step.state) == (2, 3, 1)


def test_with_one_rival_nobody_is_asked_to_name_them() -> None:  # P21
    step = act(GAME, holding(begun(2), STRONG, WEAK[0]), DECLARE, DECLARE)
    assert only(step.events, LifeLost) == LifeLost(1, 0, 1, 1)
    assert step.state.phase == "draw"
    assert step.state.round == 2


@pytest.mark.parametrize("players", GAME.players)
def test_plaques_are_accounted_for_and_every_round_ends(players: int) -> None:  # P10, P14, P16
    for seed in range(200):
        options = ConcealedOptions(lives=1 + seed % 5)
        lives, turns = players * options.lives, 0
        for state, joint, step in played(GAME, players, seed, options):
            if joint and state.phase != "nominate":
                parts = [*state.tableaux, state.pile, state.centre, (state.drawn,) if state.drawn else ()]
                assert sorted(chain(*parts)) == EVERY
                assert all(set(known) <= set(held) for known, held in zip(state.known, state.tableaux, strict=True))
                assert max(state.turns) <= MOST_TURNS
            if step and step.state.round > state.round:
                assert sum(step.state.lives) == lives - 1
                lives -= 1
            turns += 1
        places = GAME.places(state) or ()
        assert places[state.turn] == 1
        assert sorted(places) == list(range(1, players + 1))
        assert turns > players


@pytest.mark.parametrize(
    ("phase", "action", "code"),
    [
        ("draw", Take("A1"), "not_in_centre"),
        ("draw", Discard("A1"), "time_to_draw"),
        ("draw", Nominate(1), "time_to_draw"),
        ("empty", DRAW, "pile_empty"),
        ("discard", DRAW, "time_to_discard"),
        ("discard", DECLARE, "time_to_discard"),
        ("discard", Discard("B1"), "not_held"),
        ("nominate", Nominate(0), "not_a_rival"),
        ("nominate", Nominate(4), "not_a_rival"),
        ("nominate", DECLARE, "time_to_nominate"),
    ],
)
def test_why_an_answer_is_refused(phase: str, action: Any, code: str) -> None:
    start = holding(begun(), STRONG, *WEAK[1:])
    states = {
        "draw": start,
        "empty": changed(start, pile=()),
        "discard": changed(start, phase="discard", drawn=start.pile[0], source="pile"),
        "nominate": act(GAME, start, DECLARE, DECLARE, DECLARE, DECLARE).state,
    }
    with pytest.raises(IllegalAction) as refusal:
        act(GAME, states[phase], action)
    assert refusal.value.code == code
    assert action not in GAME.legal_actions(states[phase], 0)
    with pytest.raises(IllegalAction) as refusal:
        GAME.check(states[phase], 1, action)
    assert refusal.value.code == "not_asked"


def test_every_legal_answer_is_accepted_and_no_other() -> None:
    every: list[Any] = [DRAW, DECLARE, *(Nominate(seat) for seat in range(-1, 4))]
    every += [kind(plaque) for plaque in (*rest(), "x") for kind in (Take, Discard)]
    for state, joint, _ in played(GAME, 3, 5):
        for player in joint:
            accepted = []
            for action in every:
                try:
                    GAME.check(state, player, action)
                except IllegalAction:
                    continue
                accepted.append(action)
            assert Counter(accepted) == Counter(GAME.legal_actions(state, player))


def test_a_missed_turn_draws_and_discards_the_same_plaque() -> None:
    state = begun()
    assert GAME.default_action(state, 0) == DRAW
    drawn = act(GAME, state, DRAW).state
    assert GAME.default_action(drawn, 0) == Discard(state.pile[0])


def test_a_missed_turn_declares_when_the_pile_is_empty() -> None:
    assert GAME.default_action(changed(begun(), pile=(), centre=("A1",)), 0) == DECLARE


def test_a_missed_discard_after_a_plaque_from_the_centre_drops_what_is_missed_least() -> None:  # P22
    pairs = holding(begun(2), "A9 B9 C3 D3 E1 A2 elf", WEAK[1])
    state = changed(pairs, phase="discard", drawn="E9", source="centre")
    assert GAME.default_action(state, 0) == Discard("A2")
    row_of_five = holding(begun(2), "A1 A2 A3 A4 A5 B9 C7", WEAK[1])
    useless = changed(row_of_five, phase="discard", drawn="D6", source="centre")
    assert GAME.default_action(useless, 0) == Discard("B9")


def test_a_missed_nomination_names_who_has_most_lives() -> None:
    shown = act(GAME, holding(begun(), STRONG, *WEAK[1:]), DECLARE, DECLARE, DECLARE, DECLARE).state
    assert GAME.default_action(shown, 0) == Nominate(1)
    assert GAME.default_action(changed(shown, lives=(2, 1, 2, 2)), 0) == Nominate(2)
    assert GAME.default_action(changed(shown, lives=(2, 1, 1, 2)), 0) == Nominate(3)


@pytest.mark.parametrize("players", [1, 7])
def test_a_table_has_two_to_six_seats(players: int) -> None:
    with pytest.raises(IllegalOptions):
        GAME.initial_state(players, ConcealedOptions(), RandomChance(1))
