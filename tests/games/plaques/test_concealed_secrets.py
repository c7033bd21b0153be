"""Who knows what in Concealed Draw, and what can be imagined of the rest."""

from collections import Counter
from itertools import chain
from typing import Any

import pytest

from engine import choice
from engine.quick_chance import RandomChance
from games.plaques.rules import CONCEALED_DRAW as GAME
from games.plaques.rules.concealed.actions import Discard, Draw, Take
from games.plaques.rules.concealed.events import Dealt, Drew, TableauxShown
from games.plaques.rules.concealed.options import ConcealedOptions
from tests.games.plaques.support import act, changed, names_in, only, played, rest

DRAW = Draw()


def begun(players: int = 3) -> Any:
    """Begin a match in which seat 0 has the first turn."""
    seeds = (GAME.initial_state(players, ConcealedOptions(), RandomChance(seed)).state for seed in range(500))
    return next(state for state in seeds if state.turn == 0)


def hidden_from(state: Any, viewer: int | None) -> set[str]:
    """List what a viewer must not know: others' tableaux but what they took openly, the pile, a pile draw."""
    secret = {*state.pile}
    for seat, tableau in enumerate(state.tableaux):
        if seat != viewer:
            secret |= {*tableau} - {*state.known[seat]}
    if state.source == "pile" and state.turn != viewer:
        secret.add(state.drawn)
    return secret


@pytest.mark.parametrize("players", [2, 4, 6])
def test_no_view_names_a_hidden_plaque(players: int) -> None:  # P17
    for seed in range(5):
        for state, _, _ in played(GAME, players, seed):
            for viewer in (None, *range(players)):
                seen = GAME.observation(changed(state, last=None), viewer)
                assert not names_in(seen) & hidden_from(state, viewer)
                if viewer is not None:
                    assert seen.own == state.tableaux[viewer]


@pytest.mark.parametrize("players", [2, 4, 6])
def test_no_event_of_a_round_names_a_hidden_plaque(players: int) -> None:  # P17
    for seed in range(5):
        for _, _, step in played(GAME, players, seed):
            if step and not any(isinstance(event, TableauxShown) for event in step.events):
                for event in step.events:
                    for viewer in (None, *range(players)):
                        assert not names_in(event.seen_by(viewer)) & hidden_from(step.state, viewer)


def test_everyone_sees_their_own_deal_alone() -> None:  # P10
    step = GAME.initial_state(3, ConcealedOptions(), RandomChance(4))
    dealt = only(step.events, Dealt)
    assert dealt.seen_by(1).tableaux == ((), step.state.tableaux[1], ())
    assert dealt.seen_by(None).tableaux == ((), (), ())


def test_a_pile_draw_is_seen_by_the_drawer_alone() -> None:  # P17
    state = begun()
    step = act(GAME, state, DRAW)
    drew = only(step.events, Drew)
    assert drew.seen_by(0).plaque == state.pile[0]
    assert drew.seen_by(1).plaque is drew.seen_by(None).plaque is None
    assert GAME.observation(step.state, 0).drawn == state.pile[0]
    for viewer in (1, 2, None):
        seen = GAME.observation(step.state, viewer)
        assert seen.drawn is None
        assert seen.source == "pile"  # that one was drawn is public


def test_the_discard_does_not_tell_whether_it_was_the_plaque_drawn() -> None:  # P17
    """In two worlds the same plaque is discarded: once from the hand, once straight from the pile."""
    state = begun()
    held = state.tableaux[0][0]
    swapped = tuple(sorted((*state.tableaux[0][1:], state.pile[0])))
    twin = changed(state, tableaux=(swapped, *state.tableaux[1:]), pile=(held, *state.pile[1:]))
    one, other = act(GAME, state, DRAW, Discard(held)), act(GAME, twin, DRAW, Discard(held))
    assert one.state == other.state
    for viewer in (1, 2, None):
        assert [e.seen_by(viewer) for e in one.events] == [e.seen_by(viewer) for e in other.events]


def test_a_plaque_taken_openly_is_known_until_it_is_discarded() -> None:  # P17, P23
    state = begun()
    first, second = state.tableaux[0][0], state.tableaux[1][0]
    state = act(GAME, state, DRAW, Discard(first), Take(first)).state
    for viewer in (0, 2, None):
        seen = GAME.observation(state, viewer)
        assert (seen.drawn, seen.source) == (first, "centre")
    state = act(GAME, state, Discard(second)).state
    for viewer in (0, 1, 2, None):
        assert GAME.observation(state, viewer).known == ((), (first,), ())
        assert GAME.observation(state, viewer).centre == (second,)
    state = act(GAME, state, Take(second), Discard(state.tableaux[2][0]), DRAW, Discard(state.tableaux[0][0])).state
    assert GAME.observation(state, None).known == ((), (first,), (second,))
    state = act(GAME, state, DRAW, Discard(first)).state
    assert GAME.observation(state, None).known == ((), (), (second,))


def test_worlds_that_differ_in_secrets_alone_look_the_same() -> None:
    """Seat 2 does the same in two worlds in which the others hold each other's plaques."""
    picks = RandomChance(5)
    state = begun()
    twin = changed(state, tableaux=(state.tableaux[1], state.tableaux[0], state.tableaux[2]))
    for _ in range(4):
        for seat in (0, 1):
            top = state.pile[0]
            state, twin = act(GAME, state, DRAW, Discard(top)), act(GAME, twin, DRAW, Discard(top))
            assert [e.seen_by(2) for e in state.events] == [e.seen_by(2) for e in twin.events]
            assert state.state.turn == seat + 1
            state, twin = state.state, twin.state
        while state.turn == 2:
            assert GAME.observation(state, 2) == GAME.observation(twin, 2)
            assert GAME.legal_actions(state, 2) == GAME.legal_actions(twin, 2)
            action = choice(picks, [a for a in GAME.legal_actions(state, 2) if isinstance(a, Take | Discard)])
            state, twin = act(GAME, state, action).state, act(GAME, twin, action).state
            assert state != twin


def test_imagined_plaques_are_dealt_evenly_over_all_that_fits() -> None:
    """Five unseen plaques: two of the rival's tableau, one just drawn and two in the pile: 30 × 2 states."""
    state = begun(2)
    rival, pile = state.tableaux[1], state.pile
    unseen = {*rival[:2], *pile[:3]}
    seen_by_all = rest(unseen, state.tableaux[0], rival)
    state = changed(
        state,
        phase="discard",
        turn=1,
        drawn=pile[0],
        source="pile",
        pile=pile[1:3],
        centre=seen_by_all,
        known=((), rival[2:]),
    )
    seen, chance = GAME.observation(state, 0), RandomChance(2)
    drawn = Counter(
        (imagined.tableaux, imagined.drawn, imagined.pile)
        for imagined in (GAME.imagine(seen, 0, chance) for _ in range(30_000))
    )
    assert len(drawn) == 60
    assert all(388 < times < 612 for times in drawn.values())  # 500 each, give or take five deviations
    assert (state.tableaux, state.drawn, state.pile) in drawn


def test_the_last_unseen_plaque_is_known() -> None:
    """Counting by hand: one plaque unseen, and the pile empty, so the rival must hold it."""
    state = begun(2)
    state = changed(state, pile=(), centre=rest(*state.tableaux), known=((), state.tableaux[1][1:]))
    assert GAME.imagine(GAME.observation(state, 0), 0, RandomChance(3)) == state


def test_an_imagined_world_keeps_all_that_is_known() -> None:
    chance = RandomChance(3)
    for state, joint, _ in played(GAME, 4, 8):
        for viewer in range(4):
            imagined = GAME.imagine(GAME.observation(state, viewer), viewer, chance)
            assert imagined.tableaux[viewer] == state.tableaux[viewer]
            assert all(set(known) <= set(held) for known, held in zip(state.known, imagined.tableaux, strict=True))
            assert [len(tableau) for tableau in imagined.tableaux] == [len(tableau) for tableau in state.tableaux]
            assert len(imagined.pile) == len(state.pile)
            if joint and state.phase != "nominate":
                parts = [
                    *imagined.tableaux,
                    imagined.pile,
                    imagined.centre,
                    (imagined.drawn,) if imagined.drawn else (),
                ]
                assert sorted(chain(*parts)) == list(rest())
