"""Helpers for sentences: capitals, counts and lists."""

import re
from collections.abc import Iterable, Sequence

from engine.language import ONE, WITH_YOU, YOU, Person, mark, place_form, plural, say

CLAUSES = mark("{before}; {clause}", context="list")
LIST = mark("{list}, {item}", context="list")
LIST_AND = mark("{list} and {item}", context="end of a list")
LIST_OR = mark("{list} or {item}", context="end of a list")
# Spanish says "y" and "o", but "e" and "u" before an item that begins with that sound: "Ana e Inés", "7 u 8".
LIST_AND_I = mark("{list} and {item}", context="end of a list, before i")
LIST_OR_O = mark("{list} or {item}", context="end of a list, before o")
BEGINS_WITH_I = r"^\W*(h?[ií](?![aeoáéó])|y(?![aeiouáéíóú]))"
BEGINS_WITH_O = r"^\W*(h?[oó]|8|11(?!\d)|11(?=\d{3}(?!\d)))"
PLACES = {
    "one": mark("{place}st", context="place"),
    "two": mark("{place}nd", context="place"),
    "few": mark("{place}rd", context="place"),
    "many": mark("{place}th", context="place: many"),
    "other": mark("{place}th", context="place"),
}
"""A place in words, for each form that the reader's language has; CLDR names them, and knows the numbers of each."""


def upper_first(words: str) -> str:
    """Capitalise the first letter and leave the rest unchanged."""
    return words[:1].upper() + words[1:]


def sentence(words: str) -> str:
    """Add a capital, and a full stop where there is no end yet; empty words stay empty."""
    return upper_first(words) if not words or words.endswith((".", "?", "!")) else f"{upper_first(words)}."


def ordinal(place: int) -> str:
    """Return a place in words: "1st", "2nd", "3rd", "4th"."""
    if place == 1:
        return say("1st", context="place")
    return say(PLACES[place_form(place)], place=place)


def place_among(place: int, places: Iterable[int | None]) -> str:
    """Return one of the places of a match in words, and whether others took it too: "2nd", "shared 2nd"."""
    if list(places).count(place) > 1:
        return say("shared {place}", context="place", place=ordinal(place))
    return ordinal(place)


def points_words(points: int) -> str:
    """Count points: "1 point", "3 points", "no points"."""
    return plural(points, "{count} point", "{count} points") if points else say("no points")


def tokens_words(tokens: int) -> str:
    """Count tokens: "1 token", "3 tokens", "no tokens"."""
    return plural(tokens, "{count} token", "{count} tokens") if tokens else say("no tokens")


def coins_words(coins: int) -> str:
    """Count coins: "1 coin", "3 coins", "0 coins"."""
    return plural(coins, "{count} coin", "{count} coins")


def and_list(words: Sequence[str]) -> str:
    """Join words into a list: "a", "a and b", "a, b and c"."""
    if len(words) < 2:
        return "".join(words)
    end = LIST_AND_I if re.match(BEGINS_WITH_I, words[-1], re.IGNORECASE) else LIST_AND
    return say(end, list=_comma_list(words[:-1]), item=words[-1])


def or_list(words: Sequence[str]) -> str:
    """Join words into a choice: "a", "a or b", "a, b or c"."""
    if len(words) < 2:
        return "".join(words)
    end = LIST_OR_O if re.match(BEGINS_WITH_O, words[-1], re.IGNORECASE) else LIST_OR
    return say(end, list=_comma_list(words[:-1]), item=words[-1])


def clauses(words: Iterable[str]) -> str:
    """Join what could be sentences of their own: "a", "a; b", "a; b; c"."""
    joined, *more = list(words) or [""]
    for clause in more:
        joined = say(CLAUSES, before=joined, clause=clause)
    return joined


def _comma_list(words: Sequence[str]) -> str:
    joined = words[0]
    for word in words[1:]:
        joined = say(LIST, list=joined, item=word)
    return joined


def people(persons: Sequence[str]) -> Person:
    """List players in a message: its value must be named `people…`."""
    has_reader = any(isinstance(person, Person) and person.form == YOU for person in persons)
    if len(persons) == 1:
        return Person.called(persons[0], YOU if has_reader else ONE)
    return Person.called(and_list(persons), WITH_YOU if has_reader else "")
