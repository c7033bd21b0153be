"""Conditional moves: a player's sealed answers to future decisions, and how they are chosen.

A player's conditional moves form a list, and the first that fits is used. Each names a kind of decision, conditions
on *facts*, and *preferences* in order. Each game defines its facts, kinds and patterns: see `Conditionals`.
Everything follows from one seat's observation, so a conditional move knows no more than its player.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, Literal, NamedTuple, TypeVar

import msgspec

from engine.language import mark

MOST_MOVES = 12
MOST_CONDITIONS = 4
MOST_PREFERENCES = 6
MOST_LISTED = 30
"""The most legal answers offered for a conditional move; answers that a game lists ahead are never cut."""

Player = int
Lasts = Literal["next", "once", "round", "always"]
Test = Literal["yes", "no", "at_least", "at_most"]
Number = int


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A condition of a conditional move."""

    fact: str
    """A key of `facts`."""
    test: Test
    number: Number = 0
    """The bound of `at_least` and `at_most`."""


class Preference(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A preferred answer: an exact action, or a pattern that finds one."""

    action: dict[str, Any] | None = None
    pattern: str = ""
    number: Number = 0
    """The number that fills the blank in the pattern's words."""
    words: str = ""
    """The answer's description when it was chosen; the table may no longer show its subject later."""


class ConditionalMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer prepared in advance: the decision, its conditions and the preferred answers."""

    kind: str
    preferences: tuple[Preference, ...]
    when: tuple[Condition, ...] = ()
    lasts: Lasts = "once"
    """`next`: the next decision only; `once`: the first one it fits; `round`: this round; `always`: until removed."""
    since: int = 0
    """The first step of the match to which it applies."""
    period: str = ""
    """The round in which it was written, for moves that last one round."""


Moves = tuple[ConditionalMove, ...]
"""All conditional moves of one player; the first that fits is used."""


class Fact(NamedTuple):
    """A fact that a player sees, in words. A number leaves a blank: "the prize is {} points"."""

    yes: str
    no: str = ""
    """The negated words; empty for a number."""


class Pattern(NamedTuple):
    """A rule that picks one of the legal answers, in words; `{}` stands for the player's number."""

    kind: str
    words: str


V = TypeVar("V")
A = TypeVar("A")
Finder = Callable[[V, Player, Sequence[A], Number], A | None]
"""Finds an answer from the seat's observation, its number, its legal answers and the number for the pattern."""

_SCORES = ("scores", "points")


class Conditionals(Generic[V, A]):
    """A game's vocabulary for conditional moves. These defaults suit every game; games may extend them."""

    kinds: Mapping[str, str] = {"answer": mark("When I am asked")}
    """Kinds of decisions, each with the words that begin its sentence."""
    facts: Mapping[str, Fact] = {
        "round": Fact(mark("the round is {}")),
        "points": Fact(mark("I have {} points")),
        "lead": Fact(mark("I am {} points ahead of everyone else")),
    }
    """Facts for conditions, in words. A fact that a match lacks is never true."""
    patterns: Mapping[str, Pattern] = {
        "first": Pattern("answer", mark("the first answer of the list")),
        "last": Pattern("answer", mark("the last answer of the list")),
    }
    finders: Mapping[str, Finder[V, A]] = {
        "first": lambda seen, player, legal, number: legal[0],
        "last": lambda seen, player, legal, number: legal[-1],
    }

    def kind(self, seen: V) -> str:
        """The kind of the open decision."""
        return next(iter(self.kinds))

    def values(self, seen: V, player: Player) -> Mapping[str, int]:
        """The values of the facts: 1 and 0 for yes and no."""
        return {**self.common(seen, player)}

    def common(self, seen: V, player: Player) -> dict[str, int]:
        """Facts that most observations have under the same names."""
        found: dict[str, int] = {}
        number = getattr(seen, "round", None) or getattr(seen, "turn", None)
        if isinstance(number, int):
            found["round"] = number
        scores = next((row for name in _SCORES if isinstance(row := getattr(seen, name, None), tuple)), ())
        if player < len(scores):
            found["points"] = scores[player]
            found["lead"] = scores[player] - max((score for seat, score in enumerate(scores) if seat != player))
        return found

    def period(self, seen: V) -> str:
        """The current round, for conditional moves that last one round; it must be public."""
        return str(getattr(seen, "round", None) or getattr(seen, "turn", ""))

    def ahead(self, seen: V, player: Player) -> Mapping[str, Sequence[A]]:
        """The future answers that a player may choose, by kind; legal answers to an open decision are added already.

        All of them are offered, so use patterns for a kind with hundreds of answers.
        """
        return {}

    def words(self, action: A, seen: V) -> str:
        """Describe an answer if `Wording.choice` would refer to the open decision; otherwise ""."""
        return ""


class Chosen(NamedTuple):
    """The action that conditional moves give, and the index of the one used."""

    action: Any
    move: int


def chosen(game: Any, moves: Moves, seen: Any, player: Player, legal: Sequence[Any], *, step: int) -> Chosen | None:
    """The legal answer that conditional moves give to the decision of `step`, or None if none fits."""
    if not moves or not legal:
        return None
    conditionals = game.conditionals
    kind, period, facts = conditionals.kind(seen), conditionals.period(seen), conditionals.values(seen, player)
    for number, move in enumerate(moves):
        if move.kind != kind or move.since > step or (move.lasts == "round" and move.period != period):
            continue
        if not all(_holds(condition, facts) for condition in move.when):
            continue
        for preference in move.preferences:
            action = _granted(game, preference, seen, player, legal)
            if action is not None:
                return Chosen(action, number)
    return None


def _holds(condition: Condition, facts: Mapping[str, int]) -> bool:
    value = facts.get(condition.fact)
    if value is None:
        return False
    if condition.test in ("yes", "no"):
        return bool(value) == (condition.test == "yes")
    return value >= condition.number if condition.test == "at_least" else value <= condition.number


def _granted(game: Any, preference: Preference, seen: Any, player: Player, legal: Sequence[Any]) -> Any | None:
    """The action of a preference, if it is legal now."""
    if preference.action is None:
        finder = game.conditionals.finders.get(preference.pattern)
        action = finder(seen, player, legal, preference.number) if finder else None
    else:
        try:
            action = msgspec.convert(preference.action, game.Action)
        except (msgspec.ValidationError, RecursionError):
            return None
    return action if action is not None and action in legal else None


def left_over(moves: Moves, *, step: int, used: int | None, answered: bool, period: str) -> Moves:
    """The conditional moves left after `step`, without those that are used up, too late or from an earlier round."""

    def stays(number: int, move: ConditionalMove) -> bool:
        if move.lasts == "round":
            return move.period == period
        if move.lasts == "next":
            return not (answered and move.since <= step)
        return move.lasts == "always" or number != used

    return tuple(move for number, move in enumerate(moves) if stays(number, move))
