"""The languages of the site, and the one that its reader reads now."""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Protocol

from django.conf import settings
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext, pgettext

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

    Words = str | _StrPromise
else:
    Words = str | Promise
"""A text, or a constant that becomes one when it is read."""


class HasLanguage(Protocol):
    """A user, as far as this module knows them."""

    language: str


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


def is_choice() -> bool:
    """True if readers have more than one language to choose from."""
    return len(settings.LANGUAGES) > 1


def is_offered(code: str) -> bool:
    """True if readers can choose this language."""
    return any(code == offered for offered, _ in settings.LANGUAGES)


def language_of(user: HasLanguage) -> str:
    """The language that a user chose if it is offered, or else that of the site."""
    return user.language if is_offered(user.language) else settings.LANGUAGE_CODE


def language_to_keep() -> str:
    """The language in which a visitor signs up, or nothing while there is no choice."""
    active = translation.get_language() or ""
    return active if is_choice() and is_offered(active) else ""


@contextmanager
def read_by(user: HasLanguage) -> Iterator[None]:
    """Word everything inside the block for this user, such as a mail."""
    with translation.override(language_of(user)):
        yield


def language_read() -> str:
    """The code of the language that is read now."""
    if not is_choice():
        # Asking Django takes longer than wording most messages.
        return settings.LANGUAGE_CODE
    return translation.get_language() or settings.LANGUAGE_CODE


def is_english() -> bool:
    """True if the reader reads the messages as they are written."""
    return language_read().startswith("en")


def reword(kept: str, with_values: Iterable[str] = ()) -> str:
    """Word a sentence that is kept in English. `with_values` are messages that it may be, filled in."""
    if not kept or is_english():
        return kept
    for message in with_values:
        if found := _filled_in(message).fullmatch(kept):
            return gettext(message).format(**found.groupdict())
    return gettext(kept)


@cache
def _filled_in(message: str) -> re.Pattern[str]:
    """What a message with named values looks like when they are filled in."""
    return re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>.*)", re.escape(message)))


def direction() -> str:
    """The direction of the reader's language: `ltr` or `rtl`."""
    return "rtl" if translation.get_language_bidi() else "ltr"
