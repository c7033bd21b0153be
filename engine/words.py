"""Helpers for sentences: capitals, counts and lists."""

from collections.abc import Sequence


def upper_first(words: str) -> str:
    """Capitalise the first letter and leave the rest unchanged."""
    return words[:1].upper() + words[1:]


def sentence(words: str) -> str:
    """Add a capital and a full stop; empty words stay empty."""
    return f"{upper_first(words)}." if words else ""


def counted(count: int, noun: str, *, zero: str = "0") -> str:
    """Return a count with its noun: "1 day", "3 days", "2 matches". `zero` replaces the number 0."""
    ending = "" if count == 1 else "es" if noun.endswith(("x", "ch")) else "s"
    return f"{count or zero} {noun}{ending}"


def ordinal(place: int) -> str:
    """Return a place in words: "1st", "2nd", "3rd", "4th"."""
    teens = place % 100 in (11, 12, 13)
    return f"{place}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(place % 10, 'th')}"


def and_list(words: Sequence[str]) -> str:
    """Join words into a list: "a", "a and b", "a, b and c"."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"
