"""Search for bots: exact solutions, strategies that approach them, and bots that know no more than their seat."""

from collections.abc import Hashable, Sequence
from dataclasses import replace
from functools import partial
from math import inf, sqrt
from typing import Any

import msgspec
import pytest

from engine.chance import choice
from engine.game import Budget
from engine.quick_chance import RandomChance
from engine.search import Hooks, OutcomeSampling, RegretMatching, SearchBot, Selection, Uct
from engine.search.bot import Thought
from engine.search.exact import Draws, Endgame
from engine.search.matrix import solve
from engine.search.outlook import firsts, outlook, shares_of
from engine.search.simulation import Tree
from engine.search.values import value_of_places, value_of_tally
from examples.goofspiel.rules import GOOFSPIEL
from examples.goofspiel.search import HOOKS, nearly_over, public
from games.registry import GAMES

SMALL = Budget(seconds=60, simulations=60)
PUBLIC = Hooks(public=public)


def start(players: int, cards: int, prize: int = 0) -> Any:
    """The first round, for the prize drawn as number `prize`."""
    return GOOFSPIEL.initial_state(players, GOOFSPIEL.Options(cards=cards), Draws([prize])).state


def asked(state: Any, bot: SearchBot, budget: Budget = SMALL, seed: int = 1) -> Any:
    seen, legal = GOOFSPIEL.observation(state, 0), GOOFSPIEL.legal_actions(state, 0)
    return bot(seen, legal, budget, RandomChance(seed))


@pytest.mark.parametrize(
    ("payoffs", "value", "row"),
    [
        ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], 0, [1 / 3, 1 / 3, 1 / 3]),
        ([[3, 1], [0, 2]], 1.5, [0.5, 0.5]),
        ([[1, 2, 3]], 1, [1]),
        ([[5], [2]], 5, [1, 0]),
        ([[-4, -4], [-4, -4]], -4, None),
    ],
)
def test_matrix_games_are_solved(payoffs: list[list[float]], value: float, row: list[float] | None):
    solution = solve(payoffs)
    assert solution.value == pytest.approx(value)
    assert row is None or solution.row == pytest.approx(row)
    assert sum(solution.row) == pytest.approx(1) and sum(solution.column) == pytest.approx(1)


@pytest.mark.parametrize("unit", [1.0, 1e-3, 1e-6, 1e-9], ids="payoffs differ by {}".format)
def test_neither_player_of_a_solved_matrix_game_can_do_better(unit: float):
    chance = RandomChance(4)
    for _ in range(200):
        rows, columns = 1 + chance.below(12), 1 + chance.below(12)
        payoffs = [[0.3 + unit * chance.below(5) / 4 for _ in range(columns)] for _ in range(rows)]
        value, row, column = solve(payoffs)
        worst = min(sum(row[own] * payoffs[own][other] for own in range(rows)) for other in range(columns))
        best = max(sum(column[other] * payoffs[own][other] for other in range(columns)) for own in range(rows))
        assert worst == pytest.approx(value, rel=1e-12) and best == pytest.approx(value, rel=1e-12)


@pytest.mark.parametrize("cards", [2, 3, 4])
def test_nobody_can_exploit_perfect_play(cards: int):
    endgame = Endgame(GOOFSPIEL, public)
    position = endgame.position(start(2, cards))
    assert endgame.value(position) == pytest.approx(0.5)
    assert endgame.exploitability(position, endgame.strategy) == pytest.approx(0)
    assert endgame.exploitability(position, lambda key, seat: None) > 0.1


def exploitability(rule: Selection, simulations: int, hooks: Hooks = PUBLIC, cards: int = 3) -> float:
    """How much a tree of so many simulations can lose."""
    tree, chance, state = Tree(GOOFSPIEL, hooks, rule, Uct()), RandomChance(2), start(2, cards, 2)
    for _ in range(simulations):
        tree.simulate(state, chance)
    endgame = Endgame(GOOFSPIEL, public)
    return endgame.exploitability(endgame.position(state), tree.strategy)


@pytest.mark.parametrize("rule", [RegretMatching(), OutcomeSampling()])
def test_more_simulations_can_be_exploited_less(rule: Selection):
    assert exploitability(rule, 1500) < exploitability(rule, 1)
    assert exploitability(rule, 1500) < 0.1


def test_exact_rests_leave_little_to_exploit():
    exact = Hooks(public=public, endgame=partial(nearly_over, few=3))
    assert exploitability(RegretMatching(), 500, exact, cards=4) < 0.1


def test_scores_count_as_leads_that_can_be_caught_up():
    state = start(2, 4)

    def key(*scores: int) -> object:
        return public(msgspec.structs.replace(state, scores=scores))

    assert key(3, 1) == key(7, 5) != key(1, 3)
    assert key(11, 0) == key(40, 0) != key(10, 0), "ten points are to come"


def test_states_with_one_key_are_worth_the_same():
    whole, chance, values = Endgame(GOOFSPIEL, lambda state: state), RandomChance(8), dict[Hashable, float]()
    met = set[Any]()
    for _ in range(200):
        state = start(2, 4, chance.below(4))
        while asked := GOOFSPIEL.current_players(state):
            joint = {seat: choice(chance, GOOFSPIEL.legal_actions(state, seat)) for seat in asked}
            state = GOOFSPIEL.apply(state, joint, chance).state
            met.add(msgspec.structs.replace(state, prizes=(), bids=(), highest=()))
    for state in met:
        value = whole.value(whole.position(state))
        assert values.setdefault(public(state), value) == pytest.approx(value)
    assert len(values) < len(met)


@pytest.mark.parametrize("rule", [RegretMatching(), OutcomeSampling(), Uct()])
@pytest.mark.parametrize("hooks", [Hooks(), HOOKS["goofspiel"]], ids=["no hooks", "hooks"])
def test_any_game_can_be_searched(rule: Selection, hooks: Hooks):
    state = start(3, 4)
    assert asked(state, SearchBot(GOOFSPIEL, hooks, rule)) in GOOFSPIEL.legal_actions(state, 0)


def test_the_same_chance_gives_the_same_answer():
    thoughts = [
        SearchBot(GOOFSPIEL).think(
            GOOFSPIEL.observation(start(3, 5), 0), GOOFSPIEL.legal_actions(start(3, 5), 0), SMALL, RandomChance(9)
        )
        for _ in range(2)
    ]
    assert thoughts[0] == thoughts[1]
    assert thoughts[0].simulations == SMALL.simulations


def test_hidden_bids_are_searched_by_what_each_seat_knows():
    options = GOOFSPIEL.Options(cards=4, hidden_bids=True)
    chance = RandomChance(3)
    state = GOOFSPIEL.initial_state(3, options, chance).state
    joint = {seat: GOOFSPIEL.legal_actions(state, seat)[seat] for seat in range(3)}
    state = GOOFSPIEL.apply(state, joint, chance).state
    for hooks in (Hooks(), HOOKS["goofspiel"]):
        assert asked(state, SearchBot(GOOFSPIEL, hooks)) in GOOFSPIEL.legal_actions(state, 0)


def test_an_endgame_of_two_is_played_perfectly():
    chance = RandomChance(5)
    state = start(2, 3)
    while not nearly_over(state):
        joint = {seat: GOOFSPIEL.legal_actions(state, seat)[-1] for seat in (0, 1)}
        state = GOOFSPIEL.apply(state, joint, chance).state
    thought = SearchBot(GOOFSPIEL, HOOKS["goofspiel"]).think(
        GOOFSPIEL.observation(state, 0), GOOFSPIEL.legal_actions(state, 0), SMALL, chance
    )
    assert thought.simulations == 0
    assert sum(thought.policy) == pytest.approx(1)


def test_time_ends_a_search():
    state = start(3, 6)
    assert asked(state, SearchBot(GOOFSPIEL), Budget(seconds=0)) in GOOFSPIEL.legal_actions(state, 0)


@pytest.mark.parametrize(
    ("places", "values"),
    [((1, 2), [1, 0]), ((1, 1), [0.5, 0.5]), ((1, 2, 3), [1, 0.05, 0]), ((1, 2, 2), [1, 0.025, 0.025])],
)
def test_first_places_are_worth_most(places: tuple[int, ...], values: list[float]):
    assert value_of_places(places) == pytest.approx(values)


def test_a_lead_is_worth_more_when_little_is_to_come():
    early, late = value_of_tally([5, 3], 10), value_of_tally([5, 3], 1)
    assert 0.5 < early[0] < late[0] < 1
    assert sum(early) == pytest.approx(1)


def test_an_answer_that_is_kept_is_compared_to_the_end_whatever_is_pruned():
    seen, legal = GOOFSPIEL.observation(start(3, 6), 0), GOOFSPIEL.legal_actions(start(3, 6), 0)
    for pruned in (Hooks(candidates=lambda _, actions: actions[:4]), Hooks(widest=2)):
        thought = SearchBot(GOOFSPIEL, replace(pruned, kept=(legal[5],))).think(seen, legal, SMALL, RandomChance(1))
        assert legal[5] in thought.actions
        assert len(thought.visits) == len(thought.actions) < len(legal)
        # Sequential halving tries what stays in its last round most often.
        assert thought.visits[thought.actions.index(legal[5])] >= max(thought.visits) - 1
        assert sum(thought.visits) == thought.simulations


@pytest.mark.parametrize("to_the_end", [True, False])
def test_the_outlook_is_each_seat_s_share_as_far_as_one_can_know(to_the_end: bool):
    even = start(3, 6)
    found = outlook(GOOFSPIEL, HOOKS["goofspiel"], GOOFSPIEL.observation(even, 0), 0, SMALL, to_the_end=to_the_end)
    assert sum(found.shares) == pytest.approx(1)
    assert abs(found.shares[0] - 1 / 3) < 0.25
    assert 0 < found.error < 0.3
    won = msgspec.structs.replace(even, scores=(99, 0, 0))
    sure = outlook(GOOFSPIEL, HOOKS["goofspiel"], GOOFSPIEL.observation(won, 0), 0, SMALL, to_the_end=to_the_end)
    assert sure.shares[0] > (0.999 if to_the_end else 0.9)


def test_at_the_end_only_first_places_count():
    assert firsts(value_of_places((1, 2, 3))) == [1, 0, 0]
    assert firsts(value_of_places((2, 1, 1))) == [0, 0.5, 0.5]
    assert shares_of((0.5, 0.25, 0.5)) == [0.4, 0.2, 0.4]


@pytest.mark.parametrize(("scatter", "clear"), [(0.5, False), (0.05, True)])
def test_an_answer_is_clearly_better_by_how_far_values_scatter(scatter: float, clear: bool):
    thought = Thought(("first", "second"), (1, 0), (0.52, 0.5), 200, (100, 100), scatter)
    assert thought.is_clearly_better(0, 1) is clear
    assert not thought.is_clearly_better(1, 0)
    assert not replace(thought, visits=(200, 0)).is_clearly_better(0, 1)
    assert not replace(thought, doubt=5.0).is_clearly_better(0, 1)


def test_a_search_tells_how_far_values_scatter():
    def value(state: Any, player: int, chance: Any) -> list[float]:
        return [chance.below(2) * wide for _ in range(3)]

    state = start(3, 4)
    seen, legal = GOOFSPIEL.observation(state, 0), GOOFSPIEL.legal_actions(state, 0)
    for wide in (1.0, 0.2):
        bot = SearchBot(GOOFSPIEL, Hooks(playout=value))
        thought = bot.think(seen, legal, Budget(seconds=60, simulations=400), RandomChance(1))
        assert thought.scatter == pytest.approx(wide / 2, rel=0.1)


def test_a_search_tells_how_far_each_value_may_be_off_though_actions_differ_more():
    """The first card always brings little, the last one always much, and the one between them all or nothing."""

    def value(state: Any, player: int, chance: Any) -> list[float]:
        return [(0.1, chance.below(2), 0.9)[state.bids[-1][player] - 1] for _ in range(3)]

    state = start(3, 3)
    seen, legal = GOOFSPIEL.observation(state, 0), GOOFSPIEL.legal_actions(state, 0)
    thought = SearchBot(GOOFSPIEL, Hooks(playout=value)).think(seen, legal, Budget(60, 400), RandomChance(1))
    low, between, high = thought.errors
    assert thought.scatter > 0.25
    assert max(low, high) < 0.25 * between
    assert between == pytest.approx(0.5 / sqrt(thought.visits[1]), rel=0.1)


def test_two_who_answer_at_once_learn_how_far_values_may_be_off():
    state = start(2, 6)
    seen, legal = GOOFSPIEL.observation(state, 0), GOOFSPIEL.legal_actions(state, 0)
    for wide in (0.0, 1.0):

        def worth(state: Any, chance: Any, wide: float = wide) -> list[float]:
            mine = wide * chance.below(2)
            return [mine, 1 - mine]

        bot = SearchBot(GOOFSPIEL, Hooks(worth=worth))
        thought = bot.think(seen, legal, Budget(seconds=60, simulations=200), RandomChance(1))
        assert thought.errors == pytest.approx([wide / 2 / sqrt(visits) for visits in thought.visits], rel=0.1)


SHORT = Hooks(worth=lambda state, chance: [0.5] * 12, horizon=3, widest=6)
"""Simulations that stop after a few steps, in any game."""


def last(seen: Any, legal_actions: Sequence[Any], budget: Budget, chance: Any) -> Any:
    """A policy that nobody would pick at random every time."""
    return legal_actions[-1]


@pytest.mark.parametrize("rule", [RegretMatching(), OutcomeSampling()])
@pytest.mark.parametrize("hooks", [SHORT, replace(SHORT, policy=last)], ids=["at random", "by a policy"])
@pytest.mark.parametrize("slug", GAMES)
def test_a_tree_of_any_game_remembers_what_it_tried(slug: str, hooks: Hooks, rule: Selection):
    game, chance = GAMES[slug], RandomChance(6)
    tree, state = Tree(game, hooks, rule, Uct()), game.initial_state(3, game.Options(), chance).state
    for _ in range(12):
        values = tree.simulate(state, chance)
        assert all(0 <= value <= 1 for value in values)
    assert tree.decisions
    for decision in tree.decisions.values():
        assert 1 < len(decision.actions) <= hooks.widest == 6
        assert decision.visits == sum(decision.visits_of) <= 12
    tried = [
        tree.decisions[seat, seen]
        for seat in range(3)
        if (seat, seen := game.observation(state, seat)) in tree.decisions
    ]
    assert tried and all(decision.visits == 12 for decision in tried)


@pytest.mark.parametrize("slug", GAMES)
def test_the_policy_s_own_answer_is_always_compared(slug: str):
    game, chance = GAMES[slug], RandomChance(7)
    state = game.initial_state(3, game.Options(), chance).state
    tree = Tree(game, replace(SHORT, policy=last, widest=2), RegretMatching(), Uct())
    meeting = tree.meeting(state, chance)
    for seat, decision in zip(meeting.asked, meeting.decisions, strict=True):
        assert game.legal_actions(state, seat)[-1] in decision.actions and len(decision.actions) <= 2
    assert not tree.meeting(state, chance).fresh, "it was met before"


def test_where_no_lead_is_sure_enough_the_rules_of_thumb_answer_at_once():
    def imagine(*_: Any) -> Any:
        raise AssertionError("it searched")

    state = start(3, 4)
    seen, legal = GOOFSPIEL.observation(state, 0), GOOFSPIEL.legal_actions(state, 0)
    hooks = Hooks(own=lambda seen, legal, budget, chance: legal[2], doubt=lambda seen: inf, imagine=imagine)
    assert SearchBot(GOOFSPIEL, hooks)(seen, legal, SMALL, RandomChance(1)) == legal[2]
