"""What holds at every moment of any match, whatever is answered."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from engine import IllegalAction, Step, choice
from engine.quick_chance import RandomChance
from games.hexes.rules import HEXES as GAME
from games.hexes.rules.actions import FINISH, Bid, Place, Take
from games.hexes.rules.board import DIRECTIONS
from games.hexes.rules.events import HexPlaced, HexTaken, MatchEnded, RunScored
from games.hexes.rules.options import HexOptions
from games.hexes.rules.state import HexState
from games.hexes.rules.tiles import HEXES, SPECIALS
from tests.support.tiers import some_of

SEEDS = range(40)
every_match = pytest.mark.parametrize("seed", some_of(SEEDS, 4, "forty random matches at each seat count, not four"))
every_table = pytest.mark.parametrize("seats", range(2, 7))


def match(seats: int, seed: int) -> Iterator[tuple[Step[HexState], dict[int, Any]]]:
    """Yield each step with the answers to it; a third of the runs stop early, so that hands grow."""
    chance = RandomChance(seed * 10 + seats)
    step = GAME.initial_state(seats, options_of(seed), chance)
    while asked := GAME.current_players(step.state):
        joint = {player: answer(step.state, player, chance) for player in asked}
        yield step, joint
        step = GAME.apply(step.state, joint, chance)
    yield step, {}


def options_of(seed: int) -> HexOptions:
    return HexOptions(tokens=5 + seed % 6, specials_to_end=2 + seed % 5, hand_limit=None if seed % 3 else 3 + seed % 8)


def answer(state: HexState, player: int, chance: RandomChance) -> Any:
    legal = GAME.legal_actions(state, player)
    return FINISH if legal[0] == FINISH and chance.below(3) == 0 else choice(chance, legal)


def colour_at(state: HexState, cell: tuple[int, int], edge: int) -> str | None:
    """Find the colour of an edge by the definition, without the tables that the rules use."""
    for laid in state.board:
        if (laid.q, laid.r) == cell:
            return laid.hex[(edge - laid.rotation) % 6]
    return None


def around(cell: tuple[int, int]) -> list[tuple[int, int]]:
    return [(cell[0] + dq, cell[1] + dr) for dq, dr in DIRECTIONS]


def score_by_definition(state: HexState, cells: list[tuple[int, int]]) -> int:
    """Count, for every hex laid, each of its edges that meets its own colour (H4)."""
    return sum(
        colour_at(state, cell, edge) == colour_at(state, other, (edge + 3) % 6)
        for cell in cells
        for edge, other in enumerate(around(cell))
    )


@every_table
@every_match
def test_tokens_neither_enter_nor_leave(seats, seed):  # H10
    whole = seats * options_of(seed).tokens + 1
    for (state, _), _ in match(seats, seed):
        assert sum(state.tokens) + state.pot == whole
        assert min(state.tokens) >= 0
        assert 0 <= state.pot < max(seats, 2)
        assert all(bid <= held for bid, held in zip(state.bids, state.tokens, strict=False))


@every_table
@every_match
def test_every_hex_is_in_one_place(seats, seed):  # H1
    for (state, _), _ in match(seats, seed):
        where = Counter([*state.bag, *state.drawn, *(laid.hex for laid in state.board)])
        where.update(tile for hand in state.hands for tile in hand)
        assert where == Counter(HEXES)
        assert len({(laid.q, laid.r) for laid in state.board}) == len(state.board)


@every_table
@every_match
def test_runs_touch_as_they_must_and_score_by_the_definition(seats, seed):  # H3, H4
    run: list[tuple[int, int]] = []
    points = [0] * seats
    taken = {(0, 0)}
    for (state, events), _ in match(seats, seed):
        for event in events:
            if isinstance(event, HexPlaced):
                cell = event.q, event.r
                assert cell not in taken
                assert cell in around(run[-1]) if run else taken.intersection(around(cell))
                taken.add(cell)
                run.append(cell)
            elif isinstance(event, RunScored):
                assert event.length == len(run)
                assert event.points == 2 * len(event.within) + len(event.against) == score_by_definition(state, run)
                points[event.player] += event.points
                run = []
        assert state.points == tuple(points)
        assert state.run == len(run)


@every_table
@every_match
def test_a_match_ends_for_a_reason_and_nobody_shares_a_place(seats, seed):  # H6, H7, H8
    *_, ((state, events), _) = match(seats, seed)
    specials = sum(laid.hex in SPECIALS for laid in state.board)
    enough = specials >= state.options.specials_to_end
    assert events[-1] == MatchEnded("specials" if enough else "bag")
    assert enough or len(state.bag) < seats
    places = GAME.places(state) or ()
    assert sorted(places) == list(range(1, seats + 1))
    best = places.index(1)
    assert state.points[best] == max(state.points)


@every_table
def test_each_seat_is_asked_once_a_turn_to_take_but_the_last(seats):
    asked: Counter[int] = Counter()
    given: Counter[int] = Counter()
    for (state, events), joint in match(seats, seats):
        asked.update([state.turn] if state.phase == "take" and joint else [])
        given.update(event.was_last for event in events if isinstance(event, HexTaken))
    turns = max(asked)
    assert set(asked.values()) == {seats - 1}
    assert given == {True: turns, False: turns * (seats - 1)}


@every_table
def test_who_lays_has_a_hex_and_a_cell(seats):
    for seed in range(8):
        for (state, _), joint in match(seats, seed):
            if state.phase == "lay":
                (player,) = joint
                assert state.hands[player]
                assert any(isinstance(action, Place) for action in GAME.legal_actions(state, player))
                assert len(GAME.legal_actions(state, player)) > 1


@every_table
def test_legal_placements_are_those_that_a_count_by_hand_finds(seats):  # H2, H3
    for number, ((state, _), joint) in enumerate(match(seats, 3 * seats)):
        if state.phase == "lay" and number % 3 == 0:
            (player,) = joint
            legal = [action for action in GAME.legal_actions(state, player) if isinstance(action, Place)]
            assert set(legal) == by_hand(state, player)
            assert len(set(legal)) == len(legal)


def by_hand(state: HexState, player: int) -> set[Place]:
    taken = {(laid.q, laid.r) for laid in state.board}
    touched = [(state.board[-1].q, state.board[-1].r)] if state.run else list(taken)
    found: dict[tuple[str, tuple[int, int], str], Place] = {}
    for tile in state.hands[player]:
        for cell in {beside for other in touched for beside in around(other)} - taken:
            for rotation in range(6):
                looks = "".join(tile[(edge - rotation) % 6] for edge in range(6))
                found.setdefault((tile, cell, looks), Place(tile, *cell, rotation))
    return set(found.values())


def test_what_is_checked_is_what_is_listed():
    chance = RandomChance(5)
    for number, ((state, _), joint) in enumerate(match(4, 5)):
        if state.phase == "lay" and number % 3 == 0:
            (player,) = joint
            legal = set(GAME.legal_actions(state, player))
            for _ in range(30):
                place = Place(choice(chance, HEXES), chance.below(9) - 4, chance.below(9) - 4, chance.below(6))
                assert passes(state, player, place) == (place in legal)
            for listed in legal:
                assert passes(state, player, listed)


def passes(state: HexState, player: int, action: Any) -> bool:
    try:
        GAME.check(state, player, action)
    except IllegalAction:
        return False
    return True


@every_table
def test_the_default_is_the_least_that_may_be_done(seats):
    for (state, _), joint in match(seats, 6):
        for player in joint:
            default = GAME.default_action(state, player)
            assert default == GAME.legal_actions(state, player)[0]
            if state.phase == "bid":
                assert default == Bid(0)
            elif state.phase == "take":
                assert default == Take(state.drawn[0])
            else:
                limit = state.options.hand_limit
                assert (default == FINISH) == (limit is None or len(state.hands[player]) <= limit)


@every_table
def test_a_match_in_which_everyone_misses_every_deadline_ends(seats):
    for limit in (None, 3):
        chance = RandomChance(1)
        state = GAME.initial_state(seats, HexOptions(hand_limit=limit), chance).state
        while asked := GAME.current_players(state):
            joint = {player: GAME.default_action(state, player) for player in asked}
            state = GAME.apply(state, joint, chance).state
            if state.phase == "bid" and limit is not None:
                assert max(map(len, state.hands)) <= limit
        assert GAME.places(state) is not None


def test_a_step_leaves_the_state_before_it_as_it_was():
    for (state, _), joint in match(3, 4):
        copy = replace(state)
        if joint:
            GAME.apply(state, joint, RandomChance(1))
        assert state == copy
        hash(state)
