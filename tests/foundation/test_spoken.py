"""Work in a process that knows no Django speaks the language that it is given."""

from collections.abc import Iterator

import pytest

from engine.language import is_read_in, plural, say, speak
from engine.words import and_list
from foundation.catalogues import COMPILED, compiled_at
from foundation.language import ReadersLanguage
from foundation.spoken import Spoken, in_language


@pytest.fixture(autouse=True)
def _speak_as_before() -> Iterator[None]:
    yield
    speak(ReadersLanguage())


def said() -> list[str]:
    """A message with a context, one with a count, and one of many parts."""
    counted = [plural(number, "{count} turn missed here", "{count} turns missed here") for number in (1, 2)]
    return [say("you", context="player"), and_list(["A", "B", "C"]), *counted]


def test_messages_come_from_the_compiled_catalogue() -> None:
    german = Spoken("de", str(compiled_at(COMPILED, "de")))
    assert in_language(german, said)[:2] == ["du", "A, B und C"]
    assert in_language(german, is_read_in, "de")
    assert in_language(german, said)[2:] != in_language(Spoken("en-gb"), said)[2:]


def test_without_a_catalogue_messages_are_as_they_are_written() -> None:
    assert in_language(Spoken("en-gb"), said) == [
        "you",
        "A, B and C",
        "1 turn missed here",
        "2 turns missed here",
    ]
    assert not in_language(Spoken("en-gb"), is_read_in, "de")
