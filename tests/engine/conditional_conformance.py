"""What conditional moves must satisfy in every game: checks to run over any table."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import msgspec

from engine import Chance, Game, choice
from engine.conditional_move_words import BadConditionalMove, actions_ahead, conditional_move_words, validate_move
from engine.conditional_moves import Condition, ConditionalMove, Moves, Preference, chosen, left_over
from engine.playthrough import SeatNumbers
from engine.quick_chance import RandomChance
from tests.engine.conformance import Check, Table, random_match

STEPS = 120
CONDITIONAL_CHECKS: list[Check] = []
LASTS = ("next", "once", "round", "always")


def holds(check: Check) -> Check:
    """Add a check to those that the conditional moves of every game must pass."""
    CONDITIONAL_CHECKS.append(check)
    return check


def some_match(table: Table, seed: int) -> Iterator[tuple[Any, dict[int, Any]]]:
    """The states of a random match, the first of them."""
    return ((state, joint) for state, joint, _ in islice(random_match(table, seed), STEPS))


def a_number(chance: Chance) -> int:
    return (0, 1, 2, 7, 40, 9999)[chance.below(6)]


def a_condition(game: Game[Any, Any, Any, Any], chance: Chance) -> Condition:
    name, fact = choice(chance, list(game.conditionals.facts.items()))
    test: Any = choice(chance, ("yes", "no") if fact.no else ("at_least", "at_most"))
    return Condition(name, test, a_number(chance))


def a_rule(game: Game[Any, Any, Any, Any], listed: dict[str, list[Any]], chance: Chance) -> ConditionalMove:
    """A rule such as a form of this table could make."""
    kind = choice(chance, list(game.conditionals.kinds))
    preferences = [Preference(action=msgspec.to_builtins(action)) for action in listed[kind]]
    patterns = [name for name, pattern in game.conditionals.patterns.items() if pattern.kind == kind]
    preferences += [Preference(pattern=name, number=a_number(chance)) for name in patterns]
    when = tuple(a_condition(game, chance) for _ in range(chance.below(2)))
    some = tuple(choice(chance, preferences) for _ in range(1 + chance.below(3))) if preferences else ()
    return ConditionalMove(kind, some, when, choice(chance, LASTS))  # type: ignore[arg-type]


@holds
def facts_follow_from_what_the_seat_sees(table: Table) -> None:
    """Two states that a seat cannot distinguish have the same facts, kind, period and answers for conditional moves."""
    game, conditionals, chance = table.game, table.game.conditionals, RandomChance(21)
    for number, (state, joint) in enumerate(some_match(table, 21)):
        for player in range(table.players) if joint and number % 7 == 0 else ():
            seen = game.observation(state, player)
            other = game.observation(game.imagine(seen, player, chance), player)
            assert conditionals.values(other, player) == conditionals.values(seen, player)
            assert conditionals.kind(other) == conditionals.kind(seen)
            assert conditionals.ahead(other, player) == conditionals.ahead(seen, player)
            assert conditionals.period(seen) == conditionals.period(game.observation(state, None))


@holds
def facts_kinds_and_patterns_have_words(table: Table) -> None:
    game, conditionals = table.game, table.game.conditionals
    for fact in conditionals.facts.values():
        assert fact.yes
        assert ("{}" in fact.yes) != bool(fact.no)
    assert conditionals.patterns.keys() == conditionals.finders.keys()
    assert all(pattern.kind in conditionals.kinds for pattern in conditionals.patterns.values())
    for state, joint in some_match(table, 22):
        for player in joint:
            seen = game.observation(state, player)
            assert conditionals.kind(seen) in conditionals.kinds
            values = conditionals.values(seen, player)
            assert values.keys() <= conditionals.facts.keys()
            assert all(value in (0, 1) for name, value in values.items() if conditionals.facts[name].no)


@holds
def a_conditional_move_answers_legally_or_not_at_all(table: Table) -> None:
    """Whatever a form could ask for, at any decision: trying it never fails, and words never fail either."""
    assert sum(_answers_of_random_moves(table, seed) for seed in range(23, 29)) > 0


def _answers_of_random_moves(table: Table, seed: int) -> int:
    game, chance, answers = table.game, RandomChance(seed), 0
    books: list[Moves] = [()] * table.players
    for step, (state, joint) in enumerate(some_match(table, seed)):
        for player in range(table.players) if joint else ():
            seen, legal = game.observation(state, player), game.legal_actions(state, player)
            if step % 3 == 0:
                books[player] = _with_another(game, books[player], seen, player, legal, chance)
            found = chosen(game, books[player], seen, player, legal, step=step)
            assert found is None or found.action in legal
            answers += found is not None
            used, period = found.move if found else None, game.conditionals.period(seen)
            books[player] = left_over(books[player], step=step, used=used, answered=bool(legal), period=period)
    return answers


def _with_another(
    game: Game[Any, Any, Any, Any], moves: Moves, seen: Any, player: int, legal: Sequence[Any], chance: Chance
) -> Moves:
    """The conditional moves with a random one in front."""
    try:
        rule = validate_move(game, a_rule(game, actions_ahead(game, seen, player, legal), chance), seen, SeatNumbers())
    except BadConditionalMove:
        return moves
    assert conditional_move_words(game.conditionals, rule).endswith(".")
    return (rule, *moves)[:6]


MOST_OFFERED = 100
"""Answers of a kind that a list on a page can hold."""


@holds
def a_form_offers_all_that_may_come(table: Table) -> None:
    """No answer that a game lists ahead is left out, and no list is longer than people can read."""
    game = table.game
    for number, (state, joint) in enumerate(some_match(table, 25)):
        for player in range(table.players) if joint and number % 7 == 0 else ():
            seen, legal = game.observation(state, player), game.legal_actions(state, player)
            offered = actions_ahead(game, seen, player, legal)
            for kind, actions in game.conditionals.ahead(seen, player).items():
                assert set(actions) <= set(offered[kind])
            assert all(len(set(actions)) == len(actions) <= MOST_OFFERED for actions in offered.values())


@holds
def whatever_is_asked_could_be_answered_ahead(table: Table) -> None:
    """Every kind of decision has an answer for conditional moves while another kind is open."""
    game, conditionals = table.game, table.game.conditionals
    kinds = {pattern.kind for pattern in conditionals.patterns.values()}
    asked = set()
    for state, joint in some_match(table, 26):
        for player in joint:
            seen = game.observation(state, player)
            open_now = conditionals.kind(seen)
            asked.add(open_now)
            ahead = conditionals.ahead(seen, player).items()
            kinds |= {kind for kind, actions in ahead if actions and kind != open_now}
    assert asked <= kinds


@holds
def the_same_until_i_say_otherwise(table: Table) -> None:
    """Each legal answer of the first decision can be given ahead, is chosen, and stays chosen while it is legal."""
    game = table.game
    state, joint = next(some_match(table, 24))
    for player in joint:
        seen, legal = game.observation(state, player), game.legal_actions(state, player)
        for action in legal[:5]:
            preference = Preference(action=msgspec.to_builtins(action))
            rule = validate_move(
                game, ConditionalMove(game.conditionals.kind(seen), (preference,), lasts="always"), seen, SeatNumbers()
            )
            moves = left_over((rule,), step=3, used=0, answered=True, period="another")
            found = chosen(game, moves, seen, player, legal, step=9)
            assert found is not None
            assert found.action == action
