"""Dates and times in words, in one zone and one language."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime

from django.utils import formats, timezone, translation

from accounts.values.zones import DATE_LANGUAGES, zone_or_utc

_LANGUAGES = frozenset(code for code, _ in DATE_LANGUAGES)
# The site is in English. Only dates follow the reader, so Django's language stays the same.
_date_language: ContextVar[str] = ContextVar("date_language", default="en-gb")


@contextmanager
def reading_as(zone: str, language: str) -> Iterator[None]:
    """Write times in this zone and dates in this language inside the block."""
    token = _date_language.set(language if language in _LANGUAGES else "en-gb")
    try:
        with timezone.override(zone_or_utc(zone)):
            yield
    finally:
        _date_language.reset(token)


def date_language() -> str:
    """The current language of dates."""
    return _date_language.get()


def _written(at: datetime, form: str) -> str:
    with translation.override(_date_language.get()):
        return formats.date_format(timezone.localtime(at), form)


def day_words(at: datetime) -> str:
    """The date, such as "4 March 2026"."""
    return _written(at, "j F Y" if _date_language.get() == "en-gb" else "DATE_FORMAT")


def time_words(at: datetime) -> str:
    """The time of day, such as "18:30"."""
    return _written(at, "H:i" if _date_language.get() == "en-gb" else "TIME_FORMAT")


def moment_words(at: datetime) -> str:
    """The date and time, such as "Wednesday 4 March 2026, 18:30"."""
    after_weekday = " " if _date_language.get() == "en-gb" else ", "
    return f"{_written(at, 'l')}{after_weekday}{day_words(at)}, {time_words(at)}"
