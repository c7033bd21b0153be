"""The form of a conditional move: its choices in words, and its fields as a value."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from django.utils.translation import gettext

from engine import AnyGame
from engine.conditional_move_words import (
    LASTS,
    BadConditionalMove,
    action_words,
    actions_ahead,
    conditional_move_words,
    validate_move,
)
from engine.conditional_moves import MOST_LISTED, ConditionalMove, Conditionals
from engine.language import say
from engine.names import ReaderNames
from engine.view import MatchView
from engine.words import upper_first
from games.registry import GAMES

Fields = Mapping[str, Sequence[str]]

PREFERENCES = range(1, 4)
CONDITIONS = range(1, 3)
BLANK = "…"
PREFIX = "conditional-"


@dataclass(frozen=True)
class Option:
    """One option in a list."""

    value: str
    words: str


@dataclass(frozen=True)
class Group:
    """Options for one kind of decision."""

    title: str
    options: tuple[Option, ...]


@dataclass(frozen=True)
class Row:
    """The chosen option and the number that fills its blank."""

    number: int
    chosen: str
    blank: str


@dataclass(frozen=True)
class ConditionalMoveForm:
    """Everything that the form of a conditional move shows."""

    groups: tuple[Group, ...]
    conditions: tuple[Option, ...]
    lasts: tuple[Option, ...]
    preferences: tuple[Row, ...]
    when: tuple[Row, ...]
    lasting: str
    replaces: str
    """The index of the conditional move that this one replaces; empty for a new one."""

    @property
    def has_more(self) -> bool:
        """True if more than one answer or condition is chosen, so that the folded part of the form is needed."""
        return any(row.chosen for row in (*self.preferences[1:], *self.when[1:]))


def conditional_move_form(view: MatchView, fields: Fields) -> ConditionalMoveForm:
    """Return the form for the reader's seat, filled in from `fields`."""
    game = GAMES[view.slug]
    return ConditionalMoveForm(
        groups=_groups(game, view),
        conditions=_conditions(game.conditionals),
        lasts=tuple(Option(value, say(words)) for value, words in LASTS.items()),
        preferences=tuple(Row(n, _one(fields, f"preference-{n}"), _one(fields, f"number-{n}")) for n in PREFERENCES),
        when=tuple(Row(n, _one(fields, f"if-{n}"), _one(fields, f"if-number-{n}")) for n in CONDITIONS),
        lasting=_one(fields, "lasts") or "once",
        replaces=_one(fields, "replaces"),
    )


def _one(fields: Fields, name: str) -> str:
    return next(iter(fields.get(PREFIX + name, ())), "")


def _groups(game: AnyGame, view: MatchView) -> tuple[Group, ...]:
    """Return the options by decision, patterns first as they fit more situations."""
    legal = [choice.action for choice in view.asked.choices[:MOST_LISTED]] if view.asked else []
    listed = actions_ahead(game, view.seen, view.me or 0, legal)
    groups = []
    for kind, title in game.conditionals.kinds.items():
        options = [
            Option(_value(kind, pattern=name), upper_first(say(pattern.words).format(BLANK)))
            for name, pattern in game.conditionals.patterns.items()
            if pattern.kind == kind
        ]
        options += [option for action in listed[kind] if (option := _action_option(game, view, kind, action))]
        if options:
            groups.append(Group(say(title), tuple(options)))
    return tuple(groups)


def _action_option(game: AnyGame, view: MatchView, kind: str, action: Any) -> Option | None:
    try:
        words = action_words(game, action, view.seen, ReaderNames([seat.name for seat in view.seats], view.me))
    except BadConditionalMove:
        return None
    return Option(_value(kind, action=msgspec.to_builtins(action)), upper_first(words))


def _value(kind: str, **preference: Any) -> str:
    return msgspec.json.encode({"kind": kind, **preference}).decode()


def _conditions(conditionals: Conditionals[Any, Any]) -> tuple[Option, ...]:
    options = []
    for name, fact in conditionals.facts.items():
        if fact.no:
            options += [Option(f"{name}:yes", say(fact.yes)), Option(f"{name}:no", say(fact.no))]
        else:
            options += [
                Option(f"{name}:at_least", say(fact.yes).format(say("at least {}").format(BLANK))),
                Option(f"{name}:at_most", say(fact.yes).format(say("at most {}").format(BLANK))),
            ]
    return tuple(options)


def has_conditional_move(fields: Fields) -> bool:
    """True if a form contains a conditional move."""
    return any(_one(fields, f"preference-{number}") for number in PREFERENCES)


def move_from(slug: str, fields: Fields, *, lasts: str = "") -> ConditionalMove:
    """Return the conditional move from a form's fields. Raises `BadConditionalMove`."""
    conditionals = GAMES[slug].conditionals
    chosen = [
        _read(text) | {"blank": _one(fields, f"number-{n}")}
        for n in PREFERENCES
        if (text := _one(fields, f"preference-{n}"))
    ]
    if not chosen:
        raise BadConditionalMove("answer_missing", gettext("Choose at least one answer for your conditional move."))
    if len({preference["kind"] for preference in chosen}) > 1:
        raise BadConditionalMove(
            "mixed_decisions",
            gettext("All answers of one conditional move are for the same decision. Choose them again."),
        )
    raw = {
        "kind": chosen[0]["kind"],
        "preferences": [_preference(conditionals, preference) for preference in chosen],
        "when": [
            _condition(text, _one(fields, f"if-number-{n}")) for n in CONDITIONS if (text := _one(fields, f"if-{n}"))
        ],
        "lasts": lasts or _one(fields, "lasts") or "once",
    }
    try:
        return msgspec.convert(raw, ConditionalMove)
    except msgspec.ValidationError as error:
        raise _unreadable() from error


def _unreadable() -> BadConditionalMove:
    words = gettext("This conditional move cannot be read. Load the page again.")
    return BadConditionalMove("malformed_conditional_move", words)


def words_of(view: MatchView, fields: Fields) -> str:
    """Return the conditional move of a form as its reader would save it, in words. Raises `BadConditionalMove`."""
    game = GAMES[view.slug]
    names = ReaderNames([seat.name for seat in view.seats], view.me)
    move = validate_move(game, move_from(view.slug, fields), view.seen, names)
    return conditional_move_words(game.conditionals, move)


def _read(text: str) -> dict[str, Any]:
    try:
        read = msgspec.json.decode(text, type=dict[str, Any])
    except (msgspec.MsgspecError, RecursionError) as error:
        raise _unreadable() from error
    return {"kind": "", **read}


def _preference(conditionals: Conditionals[Any, Any], read: dict[str, Any]) -> dict[str, Any]:
    if "action" in read:
        return {"action": read["action"]}
    pattern = conditionals.patterns.get(str(read.get("pattern")))
    needed = pattern is not None and "{}" in pattern.words
    return {"pattern": read.get("pattern"), "number": _number(read["blank"]) if needed else 0}


def _condition(text: str, blank: str) -> dict[str, Any]:
    fact, _, test = text.partition(":")
    return {"fact": fact, "test": test, "number": _number(blank) if test.startswith("at_") else 0}


def _number(text: str) -> int:
    sign, digits = (-1, text[1:]) if text[:1] in ("-", "−") else (1, text)
    if not (digits.isascii() and digits.isdecimal() and len(digits) < 6):
        raise BadConditionalMove(
            "number_missing",
            gettext("Fill in a number where your conditional move says “{blank}”.").format(blank=BLANK),
        )
    return sign * int(digits)


def fields_of(rule: ConditionalMove, number: int) -> dict[str, list[str]]:
    """Return the form fields of a conditional move, without parts that the form has no room for."""
    fields = {"lasts": rule.lasts, "replaces": str(number)}
    for place, preference in zip(PREFERENCES, rule.preferences, strict=False):
        what = {"pattern": preference.pattern} if preference.action is None else {"action": preference.action}
        fields |= {f"preference-{place}": _value(rule.kind, **what), f"number-{place}": str(preference.number or "")}
    for place, condition in zip(CONDITIONS, rule.when, strict=False):
        blank = str(condition.number) if condition.test.startswith("at_") else ""
        fields |= {f"if-{place}": f"{condition.fact}:{condition.test}", f"if-number-{place}": blank}
    return {PREFIX + name: [value] for name, value in fields.items()}
