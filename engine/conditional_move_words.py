"""Conditional moves in words, and their validation."""

from collections.abc import Sequence
from functools import reduce
from typing import Any

import msgspec

from engine.conditional_moves import (
    MOST_CONDITIONS,
    MOST_LISTED,
    MOST_MOVES,
    MOST_PREFERENCES,
    Condition,
    ConditionalMove,
    Conditionals,
    Moves,
    Preference,
)
from engine.game import AnyGame, IllegalAction, Names, Player
from engine.language import is_read_in, mark, say

LASTS = {
    "next": mark("For my next decision only"),
    "once": mark("Once, whenever it fits"),
    "round": mark("In this round only"),
    "always": mark("Until I say otherwise"),
}
MOST_WORDS = 160
BIGGEST_NUMBER = 9999
_TESTS = {"at_least": mark("at least {}"), "at_most": mark("at most {}")}
_AND, _ELSE = mark("{before} and {part}"), mark("{before}; else {part}")
_UNSHOWABLE = (AttributeError, IndexError, KeyError, TypeError, ValueError)
"""Exceptions raised by a game's wording for an answer that does not fit the table."""


class BadConditionalMove(Exception):
    """An invalid conditional move: a stable code for programs, a sentence for people."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


def conditional_move_words(conditionals: Conditionals[Any, Any], move: ConditionalMove) -> str:
    """Describe a conditional move: "When I bid, if no Ace of Crowns shows: the 4 of Arms. Once, whenever it fits."."""
    values = {
        "lead": say(conditionals.kinds.get(move.kind, move.kind)),
        "answers": _joined(_ELSE, [_lower(preference_words(conditionals, one)) for one in move.preferences]),
        "lasts": say(LASTS[move.lasts]),
    }
    if not move.when:
        return say("{lead}: {answers}. {lasts}.", **values)
    when = [condition_words(conditionals, condition) for condition in move.when]
    return say("{lead}, if {conditions}: {answers}. {lasts}.", conditions=_joined(_AND, when), **values)


def _joined(text: str, parts: Sequence[str]) -> str:
    return reduce(lambda before, part: say(text, before=before, part=part), parts)


def _lower(words: str) -> str:
    """Lower the first letter, except in "I", and in German, where it may be that of a noun."""
    return words if words.startswith(("I ", "I’")) or is_read_in("de") else f"{words[:1].lower()}{words[1:]}"


def condition_words(conditionals: Conditionals[Any, Any], condition: Condition) -> str:
    """Describe a condition: "the prize is at least 9 points"."""
    fact = conditionals.facts.get(condition.fact)
    if fact is None:
        return condition.fact
    if condition.test in _TESTS:
        return say(fact.yes).format(say(_TESTS[condition.test]).format(condition.number))
    return say(fact.yes if condition.test == "yes" else fact.no)


def preference_words(conditionals: Conditionals[Any, Any], preference: Preference) -> str:
    """Describe a preference: "The 4 of Arms", "raise by one, up to 7"."""
    pattern = conditionals.patterns.get(preference.pattern)
    return say(pattern.words).format(preference.number) if pattern else preference.words


def action_words(game: AnyGame, action: Any, seen: Any, names: Names) -> str:
    """Describe an answer. Raises `BadConditionalMove` for one that is impossible at this table."""
    try:
        return (game.conditionals.words(action, seen) or game.wording.choice(action, seen, names))[:MOST_WORDS]
    except _UNSHOWABLE as error:
        raise BadConditionalMove(
            "unknown_answer", say("A conditional move can name only answers of this table. Choose one of the list.")
        ) from error


def actions_ahead(game: AnyGame, seen: Any, player: Player, legal: Sequence[Any]) -> dict[str, list[Any]]:
    """The answers offered for a conditional move, by kind: the legal ones and those that the game lists ahead."""
    conditionals = game.conditionals
    ahead = conditionals.ahead(seen, player)
    found: dict[str, list[Any]] = {kind: list(ahead.get(kind, ())) for kind in conditionals.kinds}
    if legal and (kind := conditionals.kind(seen)) in found:
        found[kind] = [*legal[:MOST_LISTED], *(action for action in found[kind] if action not in legal[:MOST_LISTED])]
    return found


def validate_move(game: AnyGame, move: ConditionalMove, seen: Any, names: Names) -> ConditionalMove:
    """Return a valid conditional move with its words filled in. Raises `BadConditionalMove`."""
    conditionals = game.conditionals
    if move.kind not in conditionals.kinds:
        known = ", ".join(conditionals.kinds)
        raise BadConditionalMove(
            "unknown_decision", say("This game has no such decision. Choose one of: {decisions}.", decisions=known)
        )
    if not 0 < len(move.preferences) <= MOST_PREFERENCES or len(move.when) > MOST_CONDITIONS:
        raise BadConditionalMove(
            "too_long",
            say(
                "A conditional move names 1 to {answers} answers and at most {conditions} conditions.",
                answers=MOST_PREFERENCES,
                conditions=MOST_CONDITIONS,
            ),
        )
    for condition in move.when:
        _check_condition(conditionals, condition)
    return msgspec.structs.replace(
        move,
        preferences=tuple(
            _checked_preference(game, move.kind, preference, seen, names) for preference in move.preferences
        ),
    )


def _check_condition(conditionals: Conditionals[Any, Any], condition: Condition) -> None:
    fact = conditionals.facts.get(condition.fact)
    if fact is None or (condition.test in _TESTS) == bool(fact.no):
        raise BadConditionalMove("unknown_condition", say("This game knows no such condition. Choose one of the list."))
    _check_number(condition.number, low=-BIGGEST_NUMBER)


def _check_number(number: int, *, low: int = 0) -> None:
    if not low <= number <= BIGGEST_NUMBER:
        raise BadConditionalMove(
            "number_out_of_range",
            say(
                "Numbers in a conditional move go up to {most}. Choose a smaller one.",
                most=BIGGEST_NUMBER,
            ),
        )


def _checked_preference(game: AnyGame, kind: str, preference: Preference, seen: Any, names: Names) -> Preference:
    _check_number(preference.number)
    if preference.action is None:
        pattern = game.conditionals.patterns.get(preference.pattern)
        if pattern is None or pattern.kind != kind:
            raise BadConditionalMove(
                "unknown_answer",
                say("All answers of one conditional move are for the same decision. Choose them again."),
            )
        return Preference(pattern=preference.pattern, number=preference.number)
    try:
        action = game.action_from(preference.action)
    except IllegalAction as error:
        raise BadConditionalMove(error.code, error.message) from error
    return Preference(action=msgspec.to_builtins(action), words=action_words(game, action, seen, names))


def check_conditional_moves(moves: Moves) -> None:
    """Raise `BadConditionalMove` if there are too many conditional moves."""
    if len(moves) > MOST_MOVES:
        raise BadConditionalMove(
            "too_many_conditional_moves",
            say("You can have at most {most} conditional moves here. Remove one first.", most=MOST_MOVES),
        )
