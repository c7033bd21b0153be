"""The form of an order: what can be chosen, in words, and the order that its fields make."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from games.logview import ReaderNames
from games.matchview import MatchView
from games.rules.core import Game
from games.rules.core.plans import MOST_LISTED, Planning, Rule
from games.rules.core.planwords import LASTS, BadPlan, action_words, plannable
from games.rules.registry import GAMES

AnyGame = Game[Any, Any, Any, Any]
Fields = Mapping[str, Sequence[str]]

WISHES = range(1, 4)
CONDITIONS = range(1, 3)
BLANK = "…"
PREFIX = "plan-"


@dataclass(frozen=True)
class Option:
    """One line of a list to choose from."""

    value: str
    words: str


@dataclass(frozen=True)
class Group:
    """Answers to one kind of decision."""

    title: str
    options: tuple[Option, ...]


@dataclass(frozen=True)
class Row:
    """A list and the number that fills the blank of what is chosen."""

    number: int
    chosen: str
    blank: str


@dataclass(frozen=True)
class PlanForm:
    """All that the form of an order shows."""

    groups: tuple[Group, ...]
    conditions: tuple[Option, ...]
    lasts: tuple[Option, ...]
    wishes: tuple[Row, ...]
    when: tuple[Row, ...]
    lasting: str
    replaces: str
    """Which order this one takes the place of; empty for a new one."""


def plan_form(view: MatchView, fields: Fields) -> PlanForm:
    """The form for a reader's own seat, filled in as `fields` say."""
    game = GAMES[view.slug]
    return PlanForm(
        groups=_groups(game, view),
        conditions=_conditions(game.planning),
        lasts=tuple(Option(value, words) for value, words in LASTS.items()),
        wishes=tuple(Row(n, _one(fields, f"wish-{n}"), _one(fields, f"number-{n}")) for n in WISHES),
        when=tuple(Row(n, _one(fields, f"if-{n}"), _one(fields, f"if-number-{n}")) for n in CONDITIONS),
        lasting=_one(fields, "lasts") or "once",
        replaces=_one(fields, "replaces"),
    )


def _one(fields: Fields, name: str) -> str:
    return next(iter(fields.get(PREFIX + name, ())), "")


def _groups(game: AnyGame, view: MatchView) -> tuple[Group, ...]:
    """Patterns first: they fit more than one moment."""
    legal = [choice.action for choice in view.asked.choices[:MOST_LISTED]] if view.asked else []
    listed = plannable(game, view.seen, view.me or 0, legal)
    groups = []
    for kind, title in game.planning.kinds.items():
        options = [
            Option(_value(kind, pattern=name), _capital(pattern.words.format(BLANK)))
            for name, pattern in game.planning.patterns.items()
            if pattern.kind == kind
        ]
        options += [option for action in listed[kind] if (option := _action_option(game, view, kind, action))]
        if options:
            groups.append(Group(title, tuple(options)))
    return tuple(groups)


def _action_option(game: AnyGame, view: MatchView, kind: str, action: Any) -> Option | None:
    try:
        words = action_words(game, action, view.seen, ReaderNames([seat.name for seat in view.seats], view.me))
    except BadPlan:
        return None
    return Option(_value(kind, action=msgspec.to_builtins(action)), _capital(words))


def _value(kind: str, **wish: Any) -> str:
    return msgspec.json.encode({"kind": kind, **wish}).decode()


def _capital(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"


def _conditions(planning: Planning[Any, Any]) -> tuple[Option, ...]:
    options = []
    for name, fact in planning.facts.items():
        if fact.no:
            options += [Option(f"{name}:yes", fact.yes), Option(f"{name}:no", fact.no)]
        else:
            options += [
                Option(f"{name}:at_least", fact.yes.format(f"at least {BLANK}")),
                Option(f"{name}:at_most", fact.yes.format(f"at most {BLANK}")),
            ]
    return tuple(options)


def has_order(fields: Fields) -> bool:
    """Whether a form says anything about a plan."""
    return any(_one(fields, f"wish-{number}") for number in WISHES)


def rule_from(slug: str, fields: Fields, *, lasts: str = "") -> Rule:
    """The order that a form's fields make. Raises `BadPlan`."""
    planning = GAMES[slug].planning
    chosen = [
        _read(text) | {"blank": _one(fields, f"number-{n}")} for n in WISHES if (text := _one(fields, f"wish-{n}"))
    ]
    if not chosen:
        raise BadPlan("answer_missing", "Choose at least one answer for your order.")
    if len({wish["kind"] for wish in chosen}) > 1:
        raise BadPlan("mixed_decisions", "All answers of one order are for the same decision. Choose them anew.")
    raw = {
        "kind": chosen[0]["kind"],
        "wishes": [_wish(planning, wish) for wish in chosen],
        "when": [
            _condition(text, _one(fields, f"if-number-{n}")) for n in CONDITIONS if (text := _one(fields, f"if-{n}"))
        ],
        "lasts": lasts or _one(fields, "lasts") or "once",
    }
    try:
        return msgspec.convert(raw, Rule)
    except msgspec.ValidationError as error:
        raise BadPlan("malformed_order", "This order cannot be read. Load the page again.") from error


def _read(text: str) -> dict[str, Any]:
    try:
        read = msgspec.json.decode(text, type=dict[str, Any])
    except (msgspec.MsgspecError, RecursionError) as error:
        raise BadPlan("malformed_order", "This order cannot be read. Load the page again.") from error
    return {"kind": "", **read}


def _wish(planning: Planning[Any, Any], read: dict[str, Any]) -> dict[str, Any]:
    if "action" in read:
        return {"action": read["action"]}
    pattern = planning.patterns.get(str(read.get("pattern")))
    needed = pattern is not None and "{}" in pattern.words
    return {"pattern": read.get("pattern"), "number": _number(read["blank"]) if needed else 0}


def _condition(text: str, blank: str) -> dict[str, Any]:
    fact, _, test = text.partition(":")
    return {"fact": fact, "test": test, "number": _number(blank) if test.startswith("at_") else 0}


def _number(text: str) -> int:
    sign, digits = (-1, text[1:]) if text[:1] in ("-", "−") else (1, text)
    if not (digits.isascii() and digits.isdecimal() and len(digits) < 6):
        raise BadPlan("number_missing", f"Fill in a number where the words of your order have “{BLANK}”.")
    return sign * int(digits)


def fields_of(rule: Rule, number: int) -> dict[str, list[str]]:
    """A form's fields as they were when an order was written; what it has no room for is left out."""
    fields = {"lasts": rule.lasts, "replaces": str(number)}
    for place, wish in zip(WISHES, rule.wishes, strict=False):
        what = {"pattern": wish.pattern} if wish.action is None else {"action": wish.action}
        fields |= {f"wish-{place}": _value(rule.kind, **what), f"number-{place}": str(wish.number or "")}
    for place, condition in zip(CONDITIONS, rule.when, strict=False):
        blank = str(condition.number) if condition.test.startswith("at_") else ""
        fields |= {f"if-{place}": f"{condition.fact}:{condition.test}", f"if-number-{place}": blank}
    return {PREFIX + name: [value] for name, value in fields.items()}
