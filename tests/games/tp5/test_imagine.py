"""Imagined deals: all that cannot be excluded, each equally likely."""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product

import pytest

from engine.quick_chance import RandomChance
from games.tp5.rules import TP5
from games.tp5.rules.actions import CallNumber, MakeStatement, PassOn, TurnUp
from games.tp5.rules.imagine import puzzle_of
from games.tp5.rules.options import Tp5Options
from games.tp5.rules.solve import LIMIT, Answer, Puzzle, Row, solve
from games.tp5.rules.state import ROW, claims_of
from games.tp5.rules.statements import is_true_of
from games.tp5.rules.values import VALUE_OF
from tests.games.tp5.tables import act, answer, new_match, play_out, window
from tests.games.tp5.test_random_play import play

Key = tuple[tuple[str, ...], tuple[tuple[int | None, int | None], ...]]


def key_of(solution: Answer) -> Key:
    return solution.tiles, tuple((way.shown_at, way.received_at) for way in solution.ways)


def all_solutions(puzzle: Puzzle) -> Iterator[Key]:
    """Every solution by trying everything."""
    hidden = [place for place, tile in enumerate(puzzle.tiles) if tile is None]
    for filling in set(permutations(puzzle.pool.elements())):
        tiles = list(puzzle.tiles)
        for place, tile in zip(hidden, filling, strict=True):
            tiles[place] = tile
        if any(tiles[place] not in may for place, may in puzzle.may_be.items()):
            continue
        ways = []
        for row in puzzle.rows:
            laid = tiles[row.first : row.first + ROW]
            shown = (
                [None] if row.shown is None else [s for s in range(ROW) if laid[s] == row.shown and s != row.spoken_of]
            )
            passed = [None] if row.passed is None else [s for s in range(ROW) if laid[s] == row.passed]
            ways.append(list(product(shown, passed)))
        for each in product(*ways):
            yield tuple(tile or "" for tile in tiles), each


def _slots(laid: list[str | None], tile: str | None, not_at: int | None) -> list[int | None]:
    return [None] if tile is None else [slot for slot in range(ROW) if laid[slot] == tile and slot != not_at]


FROM = {
    "one row": Puzzle((None,) * 5, Counter(["S1", "S2", "S3", "S4", "S5"]), {}, (Row(0, "S3"),)),
    "a statement": Puzzle(
        (None,) * 6,
        Counter(["S1", "S2", "S3", "S4", "S5", "S6"]),
        {1: frozenset({"S1", "S2", "S5"})},
        (Row(0, "S2", spoken_of=1),),
    ),
    "twins": Puzzle((None,) * 6, Counter({"S1": 2, "S2": 2, "S3": 1, "S4": 1}), {}, (Row(0, "S1"),)),
    "twins, one of them spoken of": Puzzle(
        (None,) * 6,
        Counter({"S1": 2, "S2": 2, "S3": 1, "S4": 1}),
        {0: frozenset({"S1", "S3"})},
        (Row(0, "S1", spoken_of=0),),
    ),
    "the passed tile may be the shown one": Puzzle(
        (None,) * 6, Counter({"S1": 2, "S2": 2, "S3": 1, "S4": 1}), {}, (Row(0, "S1", passed="S1"),)
    ),
    "one tile left that was shown and passed": Puzzle(
        (None,) * 5, Counter({"S1": 1, "S2": 2, "S3": 1, "S4": 1}), {}, (Row(0, "S1", passed="S1"),)
    ),
    "three alike": Puzzle((None,) * 5, Counter({"S1": 3, "S2": 1, "S3": 1}), {}, (Row(0, "S1", passed="S1"),)),
    "passed and shown": Puzzle(
        (None,) * 6,
        Counter({"S1": 2, "S2": 2, "S3": 1, "S4": 1}),
        {2: frozenset({"S1", "S2", "S3"}), 5: frozenset({"S1", "S4"})},
        (Row(0, "S1", spoken_of=3, passed="S2"),),
    ),
    "the shown tile may lie turned up": Puzzle(
        ("S1", None, None, None, None, None), Counter({"S1": 1, "S2": 2, "S3": 1, "S4": 1}), {}, (Row(0, "S1"),)
    ),
    "a turned up twin and a value called": Puzzle(
        ("S1", None, None, None, None, None, None),
        Counter({"S1": 1, "S2": 2, "S3": 1, "S4": 2}),
        {1: frozenset({"S1", "S3", "S4"}), 2: frozenset({"S1", "S3", "S4"})},
        (Row(0, "S1", passed="S4"),),
    ),
    "two rows": Puzzle(
        (None,) * 8,
        Counter({"S1": 2, "S2": 2, "S3": 2, "S4": 2}),
        {1: frozenset({"S1", "S2"}), 6: frozenset({"S2", "S3"})},
        (Row(0, "S1", spoken_of=1), Row(4, "S1", spoken_of=2)),
    ),
    "narrow cells": Puzzle(
        (None,) * 6,
        Counter(["S1", "S2", "S3", "S4", "S5", "S6"]),
        {0: frozenset({"S1", "S2"}), 1: frozenset({"S2", "S3"}), 2: frozenset({"S3", "S1"})},
        (Row(0, "S5"),),
    ),
    "only one tile fits": Puzzle(
        (None,) * 5,
        Counter(["S1", "S2", "S3", "S4", "S5"]),
        {0: frozenset({"S1"}), 2: frozenset({"S1", "S2"})},
        (Row(0, "S1", spoken_of=2),),
    ),
}
DRAWS_EACH = 14


@pytest.mark.parametrize("name", FROM)
def test_every_solution_is_drawn_equally_often(name: str) -> None:
    """Compare with the list of all; chi-square stays within what chance allows."""
    puzzle = FROM[name]
    everything = list(all_solutions(puzzle))
    assert len(everything) == len(set(everything)) > 1
    draws = DRAWS_EACH * len(everything)
    chance = RandomChance(17)
    drawn = Counter(key_of(solve(puzzle, chance)) for _ in range(draws))
    assert set(drawn) == set(everything)
    chi_square = sum((drawn[one] - DRAWS_EACH) ** 2 / DRAWS_EACH for one in everything)
    freedom = len(everything) - 1
    assert abs(chi_square - freedom) < 5 * (2 * freedom) ** 0.5 + 5


def test_the_bound_is_never_exceeded() -> None:
    """The cases of a choice may not add up to more than the bound before it; else some would come too seldom."""
    for degrees in product((1, 2, 3, 5, 9, 20, 44), repeat=3):
        for copies in product((1, 2, 7), repeat=3):
            cells = [degree for degree, count in zip(degrees, copies, strict=True) for _ in range(count)]
            total = 0.0
            for chosen in range(len(cells)):
                rest = 1 / LIMIT[cells[chosen]]
                for other, degree in enumerate(cells):
                    rest *= 1.0 if other == chosen else LIMIT[degree - 1] / LIMIT[degree]
                total += rest
            assert total <= 1 + 1e-9


def test_what_was_said_called_shown_and_passed_is_kept() -> None:
    """Every imagined deal fits all that its viewer heard."""
    chance = RandomChance(3)
    for seed in range(6):
        start = new_match(4, "tile_trickery", "number_is_up", chance=RandomChance(seed))
        state = play_out(start, chance, stop="before_roll").state
        state = act(state, {0: CallNumber(claims_of(state.claims, 0)[0], 3)}).state
        for viewer in range(4):
            seen = TP5.observation(state, viewer)
            for _ in range(20):
                other = TP5.imagine(seen, viewer, chance)
                assert TP5.observation(other, viewer) == seen
                for seat in range(4):
                    statement, at = state.statements[seat], other.shown_at[seat]
                    assert statement is not None and at is not None
                    assert is_true_of(other.tiles[ROW * seat + statement.slot], statement)
                    assert at != statement.slot
                    assert other.tiles[ROW * seat + at] == state.shown[seat]
                for place, values in enumerate(state.ruled_out):
                    assert VALUE_OF[other.tiles[place]] not in values
                right = (viewer - 1) % 4
                assert other.tiles[ROW * right + other.received_at[right]] == seen.passed
                assert Counter(other.tiles) == Counter(state.tiles)


@pytest.mark.parametrize("with_or", [False, True])
def test_the_real_deal_is_one_of_those_imagined(with_or: bool) -> None:
    """The real state solves the puzzle made from any view of it."""
    for players in (2, 5, 8):
        for state in play(players, Tp5Options(rounds=2, or_statements=with_or), 9)[::7]:
            if not state.tiles or state.phase == "over":
                continue
            for viewer in range(players):
                puzzle = puzzle_of(TP5.observation(state, viewer))
                hidden = Counter(tile for tile, known in zip(state.tiles, puzzle.tiles, strict=True) if known is None)
                assert hidden == puzzle.pool
                assert all(state.tiles[place] in may for place, may in puzzle.may_be.items())
                for row in puzzle.rows:
                    laid = state.tiles[row.first : row.first + ROW]
                    assert row.shown is None or row.shown in laid
                    assert row.passed is None or row.passed in laid


def test_before_the_reveal_nothing_but_the_passed_tile_is_known() -> None:
    state = new_match(3, "tile_trickery").state
    state = TP5.apply(state, {seat: PassOn(2) for seat in range(3)}, RandomChance(1)).state
    seen = TP5.observation(state, 0)
    slots: Counter[int] = Counter()
    for seed in range(400):
        other = TP5.imagine(seen, 0, RandomChance(seed))
        slots[other.received_at[2]] += 1
        assert other.tiles[ROW * 2 + other.received_at[2]] == seen.passed
        assert other.received_at[0] == state.received_at[0]
    assert min(slots[slot] for slot in range(ROW)) > 60


def test_marginals_of_a_real_table_against_counting() -> None:
    """Two seats, one shown tile, one statement: the chance of each tile at the spoken slot can be worked out."""
    state = new_match(2, reveal="together").state
    state = TP5.apply(state, {0: TurnUp(0), 1: TurnUp(0)}, RandomChance(5)).state
    if state.asked == (0,):
        state = answer(state, TP5.default_action(state, 0)).state
    statements = [action for action in TP5.legal_actions(state, 1) if isinstance(action, MakeStatement)]
    statement = next(one for one in statements if len(one.suits) * len(one.values) == 6)
    state = answer(state, statement).state
    seen = TP5.observation(state, 0)
    hidden = set(state.tiles) - set(state.tiles[:4]) - {state.shown[1]}
    likely = [tile for tile in hidden if is_true_of(tile, statement)]
    chance = RandomChance(6)
    drawn = Counter(TP5.imagine(seen, 0, chance).tiles[ROW + statement.slot] for _ in range(300 * len(likely)))
    assert set(drawn) == set(likely)
    assert all(abs(count - 300) < 90 for count in drawn.values())
    others = Counter(TP5.imagine(seen, 0, chance).shown_at[1] for _ in range(900))
    assert set(others) == set(range(ROW)) - {statement.slot}
    assert all(abs(count - 300) < 80 for count in others.values())


def test_t20_an_or_statement_leaves_exactly_the_tiles_that_fit_either_part() -> None:
    """Two seats, one shown tile: each tile that is a Crown or a five, and not in sight, is as likely as the other."""
    state = new_match(2, reveal="together", or_statements=True, chance=RandomChance(8)).state
    state = TP5.apply(state, {0: TurnUp(0), 1: TurnUp(0)}, RandomChance(5)).state
    if state.asked == (0,):
        state = answer(state, TP5.default_action(state, 0)).state
    statements = [one for one in TP5.legal_actions(state, 1) if isinstance(one, MakeStatement) and one.either]
    statement = next(one for one in statements if len(one.values) == 1)
    state = answer(state, statement).state
    (suit,), (value,) = statement.suits, statement.values
    rank = "n2345a"[value - 1]
    in_sight = {*state.tiles[:4], state.shown[1]}
    likely = {suit + one for one in "n2345a"} | {one + rank for one in "SMCA"}
    likely -= in_sight
    chance, seen = RandomChance(6), TP5.observation(state, 0)
    drawn = Counter(TP5.imagine(seen, 0, chance).tiles[ROW + statement.slot] for _ in range(300 * len(likely)))
    assert set(drawn) == likely
    assert all(abs(count - 300) < 90 for count in drawn.values())


def test_imagining_is_quick_however_much_is_known() -> None:
    """Narrow statements and many calls at the largest table: attempts stay few."""
    import games.tp5.rules.solve as solving

    attempts = 0
    real = solving._Case.attempt

    def counted(self: solving._Case, chance: RandomChance) -> Answer | None:
        nonlocal attempts
        attempts += 1
        return real(self, chance)

    states = [state for state in play(12, Tp5Options(rounds=3), 12) if state.tiles and state.phase != "over"][::40]
    solving._Case.attempt = counted  # type: ignore[method-assign, assignment]
    try:
        for state in states:
            for viewer in range(0, 12, 5):
                TP5.imagine(TP5.observation(state, viewer), viewer, RandomChance(1))
    finally:
        solving._Case.attempt = real  # type: ignore[method-assign]
    assert attempts < 60 * 3 * len(states)


def test_a_spectator_has_no_seat() -> None:
    state = window(3, "number_is_up", claims={0: (0,)})
    with pytest.raises(ValueError, match="no seat"):
        TP5.observation(state, None).seat  # noqa: B018
