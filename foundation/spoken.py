"""The language of work in a process that knows no Django."""

from collections.abc import Callable
from gettext import GNUTranslations
from pathlib import Path
from typing import NamedTuple, ParamSpec, TypeVar

from engine.language import English, Language, speak
from foundation.locales import place_form_in

P = ParamSpec("P")
R = TypeVar("R")


class Spoken(NamedTuple):
    """A language, and the file with its compiled catalogue; empty for the language of the messages themselves."""

    code: str
    file: str = ""


class _Compiled:
    """A compiled catalogue."""

    def __init__(self, spoken: Spoken) -> None:
        self._code = spoken.code
        with Path(spoken.file).open("rb") as file:
            self._found = GNUTranslations(file)

    def code(self) -> str:
        return self._code

    def message(self, context: str, text: str) -> str:
        return self._found.pgettext(context, text) if context else self._found.gettext(text)

    def plural(self, one: str, many: str, count: int) -> str:
        return self._found.ngettext(one, many, count)

    def place_form(self, place: int) -> str:
        return place_form_in(self._code, place)


def in_language(spoken: Spoken, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Do work in a language. The process must be one that does such work alone, one after another."""
    language: Language = _Compiled(spoken) if spoken.file else English()
    speak(language)
    return work(*args, **kwargs)
