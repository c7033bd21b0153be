"""Sentences in the reader's language.

Rules write a message in English and name the values in it. The site, which knows the reader, brings the language: see
`foundation/language.py`. Without a site, and where a catalogue has no translation, readers get the English message.

Example::

    say("{who} won {points}", who=names.person(player), points=plural(5, "{count} point", "{count} points"))
"""

from collections.abc import Callable
from functools import cache, wraps
from typing import Protocol

YOU = "you"
ONE = "one"
WITH_YOU = "you and others"


class Language(Protocol):
    """Where messages are translated into the language of the one who reads now."""

    def code(self) -> str:
        """The code of the language that is read now."""

    def message(self, context: str, text: str) -> str:
        """The translation of a message, or the message itself."""

    def plural(self, one: str, many: str, count: int) -> str:
        """The translation for that count, or one of the two messages."""

    def place_form(self, place: int) -> str:
        """Which form a place has: `one`, `two`, `few`, `many` or `other`, as CLDR calls them."""


class English:
    """The language of the messages themselves."""

    def code(self) -> str:
        """The code of the messages' language."""
        return "en"

    def message(self, context: str, text: str) -> str:
        """The message."""
        return text

    def plural(self, one: str, many: str, count: int) -> str:
        """The message for that count."""
        return one if count == 1 else many

    def place_form(self, place: int) -> str:
        """The form of "1st", "2nd", "3rd" or "4th"."""
        return "other" if place % 100 in (11, 12, 13) else {1: "one", 2: "two", 3: "few"}.get(place % 10, "other")


_language: Language = English()


def speak(language: Language) -> None:
    """Translate all messages of this process by `language`."""
    global _language  # noqa: PLW0603 - set once, when the site starts
    _language = language


def is_read_in(language: str) -> bool:
    """True if the reader reads this language."""
    return _language.code().startswith(language)


def place_form(place: int) -> str:
    """Which form a place has in the reader's language: `one`, `two`, `few`, `many` or `other`."""
    return _language.place_form(place)


class Person(str):
    """A player's name in a message. It knows who it is about, as verbs do in many languages."""

    form: str = ""
    """What tells this wording from the usual one: `YOU`, `ONE` of a list, or `WITH_YOU`."""

    @classmethod
    def called(cls, name: str, form: str = "") -> "Person":
        """Make the name of one player, or of several."""
        person = cls(name)
        person.form = form
        return person


class Marked(str):
    """A constant that is a message of its own in a context, beside the same English elsewhere."""

    context: str = ""


def mark(text: str, *, context: str = "") -> str:
    """Note that a constant is a message; `say` translates it when it is read, in its context."""
    if not context:
        return text
    marked = Marked(text)
    marked.context = context
    return marked


def cached_by_language(words: Callable[[str], str]) -> Callable[[str], str]:
    """Keep in each language what a function says of a piece, since a page names the same pieces many times."""

    @cache
    def words_in(language: str, piece: str) -> str:
        return words(piece)

    @wraps(words)
    def cached(piece: str) -> str:
        return words_in(_language.code(), piece)

    return cached


def say(text: str, /, *, you: str = "", context: str = "", **values: object) -> str:
    """Return a message with its values, in the reader's language.

    Values named `who…` are a `Person`, and those named `people…` come from `engine.words.people`: other languages can
    have a message of their own where the reader is meant. English has one too if `you` is given.
    """
    if isinstance(text, Marked):
        context = text.context
        text = str(text)
    if not values:
        return _language.message(context, text) if text else ""
    for name, value in values.items():
        if isinstance(value, Person) and value.form:
            special = you if you and value.form == YOU else text
            found = _language.message(f"{name}: {value.form}", special)
            if found is not special or special is not text:
                return _filled(found, special, values)
    return _filled(_language.message(context, text), text, values)


def plural(count: int, one: str, many: str, /, **values: object) -> str:
    """Return a count in words, in the reader's language: `plural(3, "{count} coin", "{count} coins")`."""
    english = one if count == 1 else many
    return _filled(_language.plural(one, many, count), english, {"count": count, **values})


def _filled(text: str, english: str, values: dict[str, object]) -> str:
    """Fill in the values. A translation that asks for others is broken: show the English message."""
    try:
        return text.format_map(values)
    except (KeyError, IndexError, ValueError, AttributeError):
        return english.format_map(values)
