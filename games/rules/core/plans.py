"""Plans: a player's sealed orders for decisions that have not come yet, and how one is tried.

A *plan* is a row of rules, the first that fits counts. A *rule* names a kind of decision, conditions over
*facts*, and *wishes* in order of preference. Facts, kinds and patterns are a game's own: see `Planning`.
Everything is worked out of one seat's observation, so a plan can know no more than its player.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, Literal, NamedTuple, TypeVar

import msgspec

MOST_RULES = 12
MOST_CONDITIONS = 4
MOST_WISHES = 6
MOST_LISTED = 30
"""Legal answers that a page offers for a plan; what a game lists ahead is never cut."""

Player = int
Lasts = Literal["next", "once", "round", "always"]
Test = Literal["yes", "no", "at_least", "at_most"]
Number = int


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What must be so for a rule to count."""

    fact: str
    test: Test
    number: Number = 0
    """The bound of `at_least` and `at_most`."""


class Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An answer that is wanted: this very action, or what a pattern of the game finds."""

    action: dict[str, Any] | None = None
    pattern: str = ""
    number: Number = 0
    """What the pattern's words leave blank."""
    words: str = ""
    """How the answer was called when it was chosen: later the table may no longer show what it was about."""


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An order: for which decision, under which conditions, what."""

    kind: str
    wishes: tuple[Wish, ...]
    when: tuple[Condition, ...] = ()
    lasts: Lasts = "once"
    """`next`: my next decision or never; `once`: the first that it fits; `round`; `always`: until struck out."""
    since: int = 0
    """The first step of the match that it may answer."""
    period: str = ""
    """The round in which it was written, for those that last no longer."""


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All orders of one player, the first that fits counts."""

    rules: tuple[Rule, ...] = ()


class Fact(NamedTuple):
    """Something that a player sees, in words. A number's words have a blank: "the prize is {} points"."""

    yes: str
    no: str = ""
    """The words when it is not so; empty for a number."""


class Pattern(NamedTuple):
    """A way to find an answer among the legal ones, in words; `{}` is a number of the player's own."""

    kind: str
    words: str


V = TypeVar("V")
A = TypeVar("A")
Finder = Callable[[V, Player, Sequence[A], Number], A | None]
"""Finds an answer for a pattern: what the seat sees, its number, its legal answers, the player's number."""

_SCORES = ("scores", "points")


class Planning(Generic[V, A]):
    """What a game lets its players plan by. As it stands it suits every game; a game's own says more."""

    kinds: Mapping[str, str] = {"answer": "When I am asked"}
    """Kinds of decisions, with the words that begin a sentence about one."""
    facts: Mapping[str, Fact] = {
        "round": Fact("the round is {}"),
        "points": Fact("I have {} points"),
        "lead": Fact("I am {} points ahead of everyone else"),
    }
    """Facts that conditions may ask for, in words. Those that a match does not have are never true."""
    patterns: Mapping[str, Pattern] = {
        "first": Pattern("answer", "the first answer of the list"),
        "last": Pattern("answer", "the last answer of the list"),
    }
    finders: Mapping[str, Finder[V, A]] = {
        "first": lambda seen, player, legal, number: legal[0],
        "last": lambda seen, player, legal, number: legal[-1],
    }

    def kind(self, seen: V) -> str:
        """Name the kind of the decision that is open."""
        return next(iter(self.kinds))

    def values(self, seen: V, player: Player) -> Mapping[str, int]:
        """Work out the facts: 1 and 0 for yes and no."""
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
        """Name the round that is being played, for rules that last for one; it must be public."""
        return str(getattr(seen, "round", None) or getattr(seen, "turn", ""))

    def ahead(self, seen: V, player: Player) -> Mapping[str, Sequence[A]]:
        """List answers that a player may want to plan now, by kind; the legal ones of an open decision are known.

        All of them are offered, so a kind with hundreds of answers is better served by patterns.
        """
        return {}

    def words(self, action: A, seen: V) -> str:
        """An answer in words where those of `Wording.choice` speak of the decision that is open; else ""."""
        return ""


class Chosen(NamedTuple):
    """What a plan answers, and by which of its rules."""

    action: Any
    rule: int


def chosen(game: Any, plan: Plan, seen: Any, player: Player, legal: Sequence[Any], *, step: int) -> Chosen | None:
    """Try a plan at the decision of `step`: a legal answer, or None where no rule fits."""
    if not plan.rules or not legal:
        return None
    planning = game.planning
    kind, period, facts = planning.kind(seen), planning.period(seen), planning.values(seen, player)
    for number, rule in enumerate(plan.rules):
        if rule.kind != kind or rule.since > step or (rule.lasts == "round" and rule.period != period):
            continue
        if not all(_holds(condition, facts) for condition in rule.when):
            continue
        for wish in rule.wishes:
            action = _granted(game, wish, seen, player, legal)
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


def _granted(game: Any, wish: Wish, seen: Any, player: Player, legal: Sequence[Any]) -> Any | None:
    """The action of a wish, if it is legal now."""
    if wish.action is None:
        finder = game.planning.finders.get(wish.pattern)
        action = finder(seen, player, legal, wish.number) if finder else None
    else:
        action = _action(game, wish.action)
    return action if action is not None and action in legal else None


def _action(game: Any, raw: object) -> Any | None:
    try:
        return msgspec.convert(raw, game.Action)
    except (msgspec.ValidationError, RecursionError):
        return None


def left_over(plan: Plan, *, step: int, used: int | None, answered: bool, period: str) -> Plan:
    """What is left of a plan after `step`: without what was used up, came too late or lasted for a round gone by."""

    def stays(number: int, rule: Rule) -> bool:
        if rule.lasts == "round":
            return rule.period == period
        if rule.lasts == "next":
            return not (answered and rule.since <= step)
        return rule.lasts == "always" or number != used

    return Plan(tuple(rule for number, rule in enumerate(plan.rules) if stays(number, rule)))
