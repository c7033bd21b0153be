"""Plans in words, and what is wrong with one."""

from collections.abc import Sequence
from typing import Any

import msgspec

from games.rules.core.game import Game, IllegalAction, Names, Player
from games.rules.core.plans import (
    MOST_CONDITIONS,
    MOST_LISTED,
    MOST_RULES,
    MOST_WISHES,
    Condition,
    Plan,
    Planning,
    Rule,
    Wish,
)

AnyGame = Game[Any, Any, Any, Any]

LASTS = {
    "next": "For my next decision only",
    "once": "Once, whenever it fits",
    "round": "In this round only",
    "always": "Until I say otherwise",
}
MOST_WORDS = 160
BIGGEST_NUMBER = 9999
_TESTS = {"at_least": "at least {}", "at_most": "at most {}"}
_UNSHOWABLE = (AttributeError, IndexError, KeyError, TypeError, ValueError)
"""What a game's words raise over an answer that does not fit the table."""


class BadPlan(Exception):
    """An order that nobody can carry out: a stable code for programs, a sentence for people."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


def rule_words(planning: Planning[Any, Any], rule: Rule) -> str:
    """One rule as sentences: "When I bid, if no Ace of Crowns shows: the 4 of Arms; else … Once, whenever it fits."."""
    when = " and ".join(condition_words(planning, condition) for condition in rule.when)
    wishes = "; else ".join(_lower(wish_words(planning, wish)) for wish in rule.wishes)
    return f"{planning.kinds.get(rule.kind, rule.kind)}{f', if {when}' if when else ''}: {wishes}. {LASTS[rule.lasts]}."


def _lower(words: str) -> str:
    """Words go on within a sentence; the player stays "I"."""
    return words if words.startswith(("I ", "I’")) else f"{words[:1].lower()}{words[1:]}"


def condition_words(planning: Planning[Any, Any], condition: Condition) -> str:
    """A condition in words: "the prize is at least 9 points"."""
    fact = planning.facts.get(condition.fact)
    if fact is None:
        return condition.fact
    if condition.test in _TESTS:
        return fact.yes.format(_TESTS[condition.test].format(condition.number))
    return fact.yes if condition.test == "yes" else fact.no


def wish_words(planning: Planning[Any, Any], wish: Wish) -> str:
    """A wish in words: "The 4 of Arms", "raise by one, up to 7"."""
    pattern = planning.patterns.get(wish.pattern)
    return pattern.words.format(wish.number) if pattern else wish.words


def action_words(game: AnyGame, action: Any, seen: Any, names: Names) -> str:
    """An answer that may be planned, in words. Raises `BadPlan` for one that this table could not ask for."""
    try:
        return (game.planning.words(action, seen) or game.wording.choice(action, seen, names))[:MOST_WORDS]
    except _UNSHOWABLE as error:
        raise BadPlan(
            "unknown_answer", "A plan can name only answers of this table. Choose one of the list."
        ) from error


def plannable(game: AnyGame, seen: Any, player: Player, legal: Sequence[Any]) -> dict[str, list[Any]]:
    """The answers that a page offers for a plan, by kind: what is legal now, and all that a game lists for later."""
    planning = game.planning
    ahead = planning.ahead(seen, player)
    found: dict[str, list[Any]] = {kind: list(ahead.get(kind, ())) for kind in planning.kinds}
    if legal and (kind := planning.kind(seen)) in found:
        found[kind] = [*legal[:MOST_LISTED], *(action for action in found[kind] if action not in legal[:MOST_LISTED])]
    return found


def checked(game: AnyGame, rule: Rule, seen: Any, names: Names) -> Rule:
    """A rule with its words, once everything in it is known to be sound. Raises `BadPlan`."""
    planning = game.planning
    if rule.kind not in planning.kinds:
        raise BadPlan("unknown_decision", "This game has no such decision. Choose one of the list.")
    if not 0 < len(rule.wishes) <= MOST_WISHES or len(rule.when) > MOST_CONDITIONS:
        raise BadPlan(
            "too_long", f"An order names 1 to {MOST_WISHES} answers and at most {MOST_CONDITIONS} conditions."
        )
    for condition in rule.when:
        _check_condition(planning, condition)
    return msgspec.structs.replace(
        rule, wishes=tuple(_checked_wish(game, rule.kind, wish, seen, names) for wish in rule.wishes)
    )


def _check_condition(planning: Planning[Any, Any], condition: Condition) -> None:
    fact = planning.facts.get(condition.fact)
    if fact is None or (condition.test in _TESTS) == bool(fact.no):
        raise BadPlan("unknown_condition", "This game knows no such condition. Choose one of the list.")
    _check_number(condition.number, low=-BIGGEST_NUMBER)


def _check_number(number: int, *, low: int = 0) -> None:
    if not low <= number <= BIGGEST_NUMBER:
        raise BadPlan("number_out_of_range", f"Numbers of a plan go up to {BIGGEST_NUMBER}. Choose a smaller one.")


def _checked_wish(game: AnyGame, kind: str, wish: Wish, seen: Any, names: Names) -> Wish:
    _check_number(wish.number)
    if wish.action is None:
        pattern = game.planning.patterns.get(wish.pattern)
        if pattern is None or pattern.kind != kind:
            raise BadPlan("unknown_answer", "All answers of one order are for the same decision. Choose them anew.")
        return Wish(pattern=wish.pattern, number=wish.number)
    try:
        action = game.action_from(wish.action)
    except IllegalAction as error:
        raise BadPlan(error.code, error.message) from error
    return Wish(action=msgspec.to_builtins(action), words=action_words(game, action, seen, names))


def check_plan(plan: Plan) -> None:
    """Raise `BadPlan` for a plan of too many rules."""
    if len(plan.rules) > MOST_RULES:
        raise BadPlan("too_many_orders", f"A plan holds at most {MOST_RULES} orders. Strike one out first.")
