"""Dates and times in words, in one zone and one language."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, date, datetime

from django.utils import formats, timezone, translation

from accounts.values.zones import DATE_LANGUAGES, zone_or_utc
from foundation.days import with_first

_LANGUAGES = frozenset(code for code, _ in DATE_LANGUAGES)
# Readers of English choose how dates are written; in other languages dates are those of the language.
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
    active = translation.get_language() or "en"
    return _date_language.get() if active.startswith("en") else active


def _local(at: date) -> date:
    return timezone.localtime(at) if isinstance(at, datetime) else at


def _written(at: date, form: str) -> str:
    with translation.override(date_language()):
        return formats.date_format(_local(at), form)


def _with_first(at: date, words: str) -> str:
    return with_first(words, _local(at).day, date_language())


def day_words(at: date) -> str:
    """The date, such as "4 March 2026"."""
    return _with_first(at, _written(at, "j F Y" if date_language() == "en-gb" else "DATE_FORMAT"))


def day_of_year(at: datetime) -> str:
    """The date without its year, such as "4 March"."""
    return _with_first(at, _written(at, "j F" if date_language() == "en-gb" else "MONTH_DAY_FORMAT"))


def time_words(at: datetime) -> str:
    """The time of day, such as "18:30"."""
    return _written(at, "H:i" if date_language() == "en-gb" else "TIME_FORMAT")


def moment_in_utc(at: datetime) -> str:
    """The date and time in UTC, such as "4 March 2026, 18:30"."""
    with timezone.override(UTC):
        return f"{day_words(at)}, {time_words(at)}"


def moment_words(at: datetime) -> str:
    """The date and time, such as "Wednesday 4 March 2026, 18:30"."""
    after_weekday = " " if date_language() in ("en-gb", "es", "fr") else ", "
    return f"{_written(at, 'l')}{after_weekday}{day_words(at)}, {time_words(at)}"
