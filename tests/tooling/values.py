"""The values of a message, which its translations must be able to take."""

import re
from collections.abc import Collection
from string import Formatter

IN_PERCENT = re.compile(r"%(?:\((\w+)\))?([sd])")
"""A value as templates and Django's own messages write it: `%(who)s`, `%d`."""
SAMPLES = {"s": "1", "d": 1}


def takes_the_values(text: str, messages: Collection[str]) -> bool:
    """True if a translation can be filled in as the forms of its message are."""
    return _takes_those_in_braces(text, messages) and _takes_those_in_percent(text, messages)


def _takes_those_in_braces(text: str, messages: Collection[str]) -> bool:
    try:
        known = set[str]().union(*map(_names_in_braces, messages))
    except ValueError:
        # It quotes braces, so it is never filled in.
        return True
    try:
        return _names_in_braces(text) <= known
    except ValueError:
        return False


def _names_in_braces(text: str) -> set[str]:
    """The names of values such as `{who}`. Raises `ValueError` for another use of braces, such as `{who.name}`."""
    found = [part for part in Formatter().parse(text) if part[1] is not None]
    if any(form or conversion or not re.fullmatch(r"\w*", str(name)) for _, name, form, conversion in found):
        raise ValueError(text)
    return {str(name) for _, name, _, _ in found}


def _takes_those_in_percent(text: str, messages: Collection[str]) -> bool:
    values = {name: SAMPLES[kind] for message in messages for name, kind in IN_PERCENT.findall(message)}
    if not values:
        # A template fills in its messages also without values, where a sign of its own would break it.
        return "%" not in text or any("%" in message for message in messages)
    try:
        return bool(text % values.get("", values))
    except (KeyError, TypeError, ValueError):
        return False
