"""States that a player cannot tell from the real one: all of them, and all equally likely (M11)."""

from collections import Counter
from collections.abc import Hashable, Iterable
from itertools import permutations, product

import pytest
from msgspec.structs import replace

from engine.piecepack import INDEX, RANKS, SUITS, TILES
from engine.quick_chance import RandomChance
from games.manipulation.rules import MANIPULATION
from games.manipulation.rules.actions import Pull, Try
from games.manipulation.rules.ending import agreement
from games.manipulation.rules.options import ManipulationOptions
from games.manipulation.rules.state import Code, ManipulationState
from games.manipulation.rules.view import possible_goals
from tests.games.manipulation.matches import SEATS, steps
from tests.games.manipulation.positions import code_of, play, position

EVERY_CODE = [code_of("".join(ranks)) for ranks in product(RANKS, repeat=len(SUITS))]


def batches(later: str) -> tuple[int, ...]:
    """Every tile is of batch 0 but those named, which are of batch 1."""
    return tuple(int(tile in later.split()) for tile in TILES)


def imagined(state: ManipulationState, player: int, times: int) -> list[ManipulationState]:
    chance = RandomChance(4)
    seen = MANIPULATION.observation(state, player)
    return [MANIPULATION.imagine(seen, player, chance) for _ in range(times)]


def assert_equally_likely(drawn: Iterable[Hashable], expected: set[Hashable]) -> None:
    """All expected values come, no others, and their numbers fit equal chances (chi square, six deviations)."""
    counts = Counter(drawn)
    assert set(counts) == expected
    mean = counts.total() / len(expected)
    chi_square = sum((count - mean) ** 2 / mean for count in counts.values())
    freedom = len(expected) - 1
    assert abs(chi_square - freedom) <= 6 * (2 * freedom) ** 0.5 + 6


def hidden_tiles(state: ManipulationState) -> Hashable:
    return (state.hands, state.pile)


def tiles_that_fit(state: ManipulationState, player: int) -> set[Hashable]:
    """Try every arrangement of the unseen tiles and keep those that look the same to the player."""
    others = [seat for seat in range(state.seats) if seat != player]
    unseen = [*state.pile, *(tile for seat in others for tile in state.hands[seat])]
    seen = MANIPULATION.observation(state, player)
    fitting: set[Hashable] = set()
    for row in permutations(unseen):
        left = list(row)
        pile = tuple(left.pop() for _ in state.pile)
        hands = list(state.hands)
        for seat in others:
            hands[seat] = tuple(sorted((left.pop() for _ in hands[seat]), key=INDEX.__getitem__))
        other = replace(state, hands=tuple(hands), pile=pile)
        if MANIPULATION.observation(other, player) == seen:
            fitting.add(hidden_tiles(other))
    return fitting


def test_tiles_of_one_shuffle_may_lie_anywhere() -> None:
    state = position(("Sn S4 S2", "M2 M3 Ca"), pile="A2 A3")
    fitting = tiles_that_fit(state, 0)
    assert len(fitting) == 10 * 2  # three of five tiles in the hand, two in either order in the pile
    assert_equally_likely(map(hidden_tiles, imagined(state, 0, 4000)), fitting)


def test_what_was_held_before_a_shuffle_is_not_in_the_pile() -> None:
    state = position(("Sn S4 S2", "M2 M3 Ca"), pile="A2 A3 A4", batches=batches("A2 A3 A4 Ca"))
    fitting = tiles_that_fit(state, 0)
    assert len(fitting) == 4 * 6  # the hand holds M2, M3 and one of four tiles
    assert_equally_likely(map(hidden_tiles, imagined(state, 0, 5000)), fitting)
    assert {"M2", "M3"} <= set(imagined(state, 0, 1)[0].hands[1])


def test_hands_of_several_shuffles_at_three_seats() -> None:
    state = position(("Sn S4 S2", "M2 M3 Ca", "Cn C2 C3"), pile="A2", batches=batches("A2 Ca S2 C3"))
    fitting = tiles_that_fit(state, 0)
    assert len(fitting) == 6 * 6  # two of the four older tiles for seat 1; three newer ones in three places
    assert_equally_likely(map(hidden_tiles, imagined(state, 0, 7200)), fitting)


def test_a_drained_pile_tells_a_lone_opponents_hand() -> None:
    state = position(("Sn S4 S2", "M2 M3 Ca"), pile="A2", batches=batches("A2"))
    assert len(tiles_that_fit(state, 0)) == 1
    assert {hidden_tiles(other) for other in imagined(state, 0, 20)} == {hidden_tiles(state)}


def test_a_tile_up_for_auction_is_in_no_hand() -> None:
    tried = play(position(("Sn S4 S2", "M2 M3 Ca"), pile="A2 A3"), {0: Try("S2")}).state
    pulled = play(position(("Sn S4 S2", "M2 M3 Ca"), pile="A2 A3"), {0: Pull()}).state
    for state in (tried, pulled):
        fitting = tiles_that_fit(state, 1)
        assert_equally_likely(map(hidden_tiles, imagined(state, 1, 3000)), fitting)


def goals_that_fit(state: ManipulationState, player: int) -> set[Hashable]:
    """Try every set of goals for the others and keep those that the rules and the failed codes allow."""
    suits = state.options.suits_to_win
    known = (state.first_code, state.goals[player])
    single = [
        goal
        for goal in EVERY_CODE
        if all(agreement(goal, code) == 0 for code in known)
        and all(agreement(goal, code) < suits for code in state.failed_codes)
    ]
    found: set[Hashable] = set()
    for goals in permutations(single, state.seats - 1):
        if all(agreement(one, other) == 0 for i, one in enumerate(goals) for other in goals[:i]):
            found.add((*goals[:player], state.goals[player], *goals[player:]))
    return found


def free_codes(*taken: str) -> list[Code]:
    return [goal for goal in EVERY_CODE if all(agreement(goal, code_of(code)) == 0 for code in taken)]


HANDS = ("Sn S4 S2", "M2 M3 Ca", "Cn C2 C3", "An Aa A4")


def test_a_lone_opponents_goal_shares_nothing_with_mine_or_the_first_code() -> None:
    state = position(HANDS[:2], pile="A2 A3")
    assert len(goals_that_fit(state, 0)) == 4**4
    assert_equally_likely((other.goals for other in imagined(state, 0, 8000)), goals_that_fit(state, 0))


def test_failed_codes_are_nobodys_goal() -> None:
    failed = tuple(goal for goal in free_codes("nnnn", "4444") if goal[:2] != ("Sa", "Ma"))
    state = position(HANDS[:2], pile="A2 A3", failed_codes=failed)
    assert len(goals_that_fit(state, 0)) == 16
    assert_equally_likely((other.goals for other in imagined(state, 0, 3000)), goals_that_fit(state, 0))


def test_three_suits_of_a_failed_code_are_in_nobodys_goal() -> None:
    options = ManipulationOptions(suits_to_win=3)
    state = position(HANDS[:2], pile="A2 A3", options=options, failed_codes=(code_of("aaa5"), code_of("4222")))
    expected = goals_that_fit(state, 0)
    assert len(expected) == 256 - 1 - 4 * 3 - 4
    assert_equally_likely((other.goals for other in imagined(state, 0, 8000)), expected)


@pytest.mark.parametrize("player", [0, 1, 2])
def test_the_goals_of_two_opponents_are_drawn_together(player: int) -> None:
    mine = ("nnnn", "aaaa", "2222")[player]
    keep = set(EVERY_CODE[::7])
    failed = tuple(goal for goal in free_codes("4444") if goal not in keep)
    goals = tuple(mine if seat == player else "3355" for seat in range(3))
    state = position(HANDS[:3], pile="A2 A3", goals=goals, failed_codes=failed)
    expected = goals_that_fit(state, player)
    assert 50 < len(expected) < 2000
    drawn = imagined(state, player, 20 * len(expected))
    assert_equally_likely((other.goals for other in drawn), expected)


def test_the_goals_of_three_opponents_are_drawn_together() -> None:
    keep = {code_of(code) for code in ("aaaa", "2222", "3333", "5555", "a2a2", "2a2a", "aa22", "22aa", "3555")}
    failed = tuple(goal for goal in free_codes("nnnn", "4444") if goal not in keep)
    state = position(HANDS, pile="A2", failed_codes=failed)
    expected = goals_that_fit(state, 0)
    assert len(expected) > 50
    assert_equally_likely((other.goals for other in imagined(state, 0, 30 * len(expected))), expected)


def test_at_the_end_the_goals_are_known() -> None:  # M10
    *_, (state, _) = steps(3, 3)
    assert {other.goals for other in imagined(state, 1, 5)} == {state.goals}


@pytest.mark.parametrize("players", SEATS)
def test_the_truth_is_always_possible(players: int) -> None:
    """The real goals of the others are never excluded, in matches that go on for long."""
    options = ManipulationOptions(turn_limit=240)
    for seed in range(6):
        *_, (state, _) = steps(players, seed, options)
        for player in range(players):
            taken = (state.first_code, state.goals[player])
            possible = possible_goals(taken, state.failed_codes, options.suits_to_win)
            assert possible.lookup.issuperset({*state.goals} - {state.goals[player]})
