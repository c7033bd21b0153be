"""Helpers for sentences: capitals, counts and lists."""

from collections.abc import Iterable, Sequence

from engine.language import ONE, WITH_YOU, YOU, Person, mark, say

LIST = mark("{list}, {item}", context="list")
LIST_AND = mark("{list} and {item}", context="end of a list")
LIST_OR = mark("{list} or {item}", context="end of a list")


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
    digit = 0 if place % 100 in (11, 12, 13) else place % 10
    if digit == 1:
        return say("{place}st", context="place", place=place)
    if digit == 2:
        return say("{place}nd", context="place", place=place)
    if digit == 3:
        return say("{place}rd", context="place", place=place)
    return say("{place}th", context="place", place=place)


def place_among(place: int, places: Iterable[int | None]) -> str:
    """Return one of the places of a match in words, and whether others took it too: "2nd", "shared 2nd"."""
    if list(places).count(place) > 1:
        return say("shared {place}", context="place", place=ordinal(place))
    return ordinal(place)


def and_list(words: Sequence[str]) -> str:
    """Join words into a list: "a", "a and b", "a, b and c"."""
    if len(words) < 2:
        return "".join(words)
    return say(LIST_AND, context="end of a list", list=_comma_list(words[:-1]), item=words[-1])


def or_list(words: Sequence[str]) -> str:
    """Join words into a choice: "a", "a or b", "a, b or c"."""
    if len(words) < 2:
        return "".join(words)
    return say(LIST_OR, context="end of a list", list=_comma_list(words[:-1]), item=words[-1])


def _comma_list(words: Sequence[str]) -> str:
    joined = words[0]
    for word in words[1:]:
        joined = say(LIST, context="list", list=joined, item=word)
    return joined


def people(persons: Sequence[str]) -> Person:
    """List players in a message: its value must be named `people…`."""
    has_reader = any(isinstance(person, Person) and person.form == YOU for person in persons)
    if len(persons) == 1:
        return Person.called(persons[0], YOU if has_reader else ONE)
    return Person.called(and_list(persons), WITH_YOU if has_reader else "")
