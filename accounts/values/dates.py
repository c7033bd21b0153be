"""Dates and times in words, in one zone and one language."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, date, datetime

from babel import Locale
from babel.dates import format_time
from django.utils import timezone, translation
from django.utils.dateformat import format as format_as_english

from accounts.values.zones import DATE_LANGUAGES, zone_or_utc
from foundation.days import in_format, in_skeleton
from foundation.locales import locale_of

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


def _locale() -> Locale | None:
    """What is known of the language of dates; None for British English, which this site writes in its own way."""
    return None if date_language() == "en-gb" else locale_of(date_language())


def _local(at: date) -> date:
    return timezone.localtime(at) if isinstance(at, datetime) else at


def day_words(at: date) -> str:
    """The date, such as "4 March 2026"."""
    locale = _locale()
    return format_as_english(_local(at), "j F Y") if locale is None else in_format(_local(at), "long", locale)


def day_of_year(at: datetime) -> str:
    """The date without its year, such as "4 March"."""
    locale = _locale()
    return format_as_english(_local(at), "j F") if locale is None else in_skeleton(_local(at), "MMMMd", locale)


def time_words(at: datetime) -> str:
    """The time of day, such as "18:30"."""
    locale, here = _locale(), timezone.localtime(at)
    return format_as_english(here, "H:i") if locale is None else format_time(here, "short", locale=locale)


def moment_in_utc(at: datetime) -> str:
    """The date and time in UTC, such as "4 March 2026, 18:30"."""
    with timezone.override(UTC):
        return f"{day_words(at)}, {time_words(at)}"


def moment_words(at: datetime) -> str:
    """The date and time, such as "Wednesday 4 March 2026, 18:30"."""
    locale, here = _locale(), timezone.localtime(at)
    day = format_as_english(here, "l j F Y") if locale is None else in_format(here, "full", locale)
    return f"{day}, {time_words(at)}"
