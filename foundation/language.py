"""The languages of the site, and the one that its reader reads now."""

import re
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from babel import Locale
from django.conf import settings
from django.utils import translation
from django.utils.functional import Promise, lazy
from django.utils.translation import gettext, ngettext, pgettext

from foundation.locales import decimal_in, is_decimal, locale_of, place_form_in
from foundation.spoken import Spoken

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

    Words = str | _StrPromise
else:
    Words = str | Promise
"""A text, or a constant that becomes one when it is read."""


class HasLanguage(Protocol):
    """A user, as far as this module knows them."""

    language: str
    language_seen: str


class ReadersLanguage:
    """The language that Django has active, for the messages of games and engine."""

    def code(self) -> str:
        """The code of the active language."""
        return language_read()

    def message(self, context: str, text: str) -> str:
        """The translation of a message, or the message itself."""
        if is_english():
            return text
        return pgettext(context, text) if context else gettext(text)

    def plural(self, one: str, many: str, count: int) -> str:
        """The translation for that count, or one of the two messages."""
        if is_english():
            return one if count == 1 else many
        return ngettext(one, many, count)

    def place_form(self, place: int) -> str:
        """Which form a place has."""
        return place_form_in(language_read(), place)


def is_choice() -> bool:
    """True if readers have more than one language to choose from."""
    return len(settings.LANGUAGES) > 1


def is_offered(code: str) -> bool:
    """True if readers can choose this language."""
    return any(code == offered for offered, _ in settings.LANGUAGES)


def reading_in(code: str) -> AbstractContextManager[None]:
    """Word everything inside the block in this language if it is offered, or else in the one that is read already."""
    return translation.override(code) if is_offered(code) else nullcontext()


def language_of(user: HasLanguage) -> str:
    """The first that is offered: the language that a user chose, the one they read last, that of the site."""
    return next(filter(is_offered, (user.language, user.language_seen)), settings.LANGUAGE_CODE)


def language_to_keep() -> str:
    """The language in which a visitor signs up, or nothing while there is no choice."""
    active = translation.get_language() or ""
    return active if is_choice() and is_offered(active) else ""


@contextmanager
def read_by(user: HasLanguage) -> Iterator[None]:
    """Word everything inside the block for this user, such as a mail."""
    with translation.override(language_of(user)):
        yield


def words_for(user: HasLanguage, words: Words) -> str:
    """Word a constant, or `format_lazy` of one with values, for this user."""
    with read_by(user):
        return str(words)


@contextmanager
def read_by_operators() -> Iterator[None]:
    """Word everything inside the block for those who run the site, who read it as its files are."""
    if not is_choice():
        yield
        return
    with translation.override(settings.LANGUAGE_CODE):
        yield


def language_read() -> str:
    """The code of the language that is read now."""
    return translation.get_language() or settings.LANGUAGE_CODE


def is_english() -> bool:
    """True if the reader reads the messages as they are written."""
    return language_read().startswith("en")


def reword(kept: str, with_values: Iterable[str] = (), *, values: Iterable[str] = ()) -> str:
    """Word a sentence that is kept in English. `with_values` are messages that it may be, filled in.

    `values`: messages that these values may be.
    """
    if not kept or is_english():
        return kept
    for message in with_values:
        if found := _filled_in(message).fullmatch(kept):
            filled = found.groupdict()
            return gettext(message).format(
                **{name: _value(filled[name], values) if values else filled[name] for name in filled}
            )
    return gettext(kept)


def _value(kept: str, values: Iterable[str]) -> str:
    """Word a value that is kept in English: a number, or one of these messages."""
    return decimal(kept) if is_decimal(kept) else reword(kept, values)


def decimal(number: str) -> str:
    """A number that English writes so, such as "2.5" or "0.4%", as the reader's language writes it."""
    return decimal_in(number, locale_read())


lazily_reworded = lazy(reword, str)
"""`reword`, put off until the reader is known."""


@cache
def _filled_in(message: str) -> re.Pattern[str]:
    """What a message with named values looks like when they are filled in."""
    return re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>.*)", re.escape(message)))


def locale_read() -> Locale | None:
    """What is known of the reader's language; None for English, which this site writes in its own way."""
    return None if is_english() else locale_of(language_read())


def forms_by_count() -> dict[str, int]:
    """A number for each kind that the reader's language tells apart, by the kind's name in CLDR: "one", "other"."""
    return _forms_of(language_read())


@cache
def _forms_of(code: str) -> dict[str, int]:
    kind_of = (locale_of(code) or Locale("en")).plural_form
    return {kind_of(number): number for number in reversed(range(2, 102))} | {kind_of(1): 1}


def spoken_here() -> Spoken:
    """The language that is read now, for work in another process."""
    code = language_read()
    inside = f"{translation.to_locale(code)}/LC_MESSAGES/django.mo"
    files = [file for folder in settings.LOCALE_PATHS if (file := Path(folder, inside)).is_file()]
    return Spoken(code, str(files[0])) if files and not is_english() else Spoken(code)


def direction() -> str:
    """The direction of the reader's language: `ltr` or `rtl`."""
    return "rtl" if translation.get_language_bidi() else "ltr"


def with_more(what: object, more: object) -> str:
    """What something is and more of it, such as "Your turn: table 7"; what it is alone if there is no more."""
    return gettext("{what}: {more}").format(what=what, more=more) if more else str(what)
