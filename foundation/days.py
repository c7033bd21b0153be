"""Days in words: in English as this site writes them, in other languages as the Unicode consortium (CLDR) found."""

import re
from datetime import datetime
from functools import cache

from babel import Locale, UnknownLocaleError
from babel.dates import format_datetime, format_skeleton
from django.utils import timezone
from django.utils.dateformat import format as format_date

from foundation.language import is_english, language_read


def written(when: datetime, pattern: str) -> str:
    """Format a time in the reader's zone with a Django date format."""
    return format_date(timezone.localtime(when), pattern)


def with_first(words: str, day: int, language: str) -> str:
    """Write the first day of a month as French does: "1er décembre" for "1 décembre"."""
    return re.sub(r"\b1\b", "1er", words, count=1) if day == 1 and language.startswith("fr") else words


def long_day(when: datetime) -> str:
    """Format as "Saturday 21 November", with the year if it is not the current one."""
    year, locale = _is_of_another_year(when), _locale()
    if locale is None:
        return written(when, "l j F Y" if year else "l j F")
    return _in_pattern(when, _long_pattern(locale, year), locale)


def day_with_year(when: datetime) -> str:
    """Format as "21 November 2026"."""
    locale = _locale()
    if locale is None:
        return written(when, "j F Y")
    return _in_pattern(when, str(locale.date_formats["long"].pattern), locale)


def short_day(when: datetime) -> str:
    """Format as "Sat 21 Nov", with the year in place of the weekday if it is not the current one."""
    year, locale = _is_of_another_year(when), _locale()
    if locale is None:
        return written(when, "j M Y" if year else "D j M")
    words = format_skeleton("yMMMd" if year else "MMMEd", timezone.localtime(when), locale=locale)
    return with_first(words, timezone.localtime(when).day, locale.language)


def _in_pattern(when: datetime, pattern: str, locale: Locale) -> str:
    at = timezone.localtime(when)
    return with_first(format_datetime(at, pattern, locale=locale), at.day, locale.language)


def _is_of_another_year(when: datetime) -> bool:
    return timezone.localtime(when).year != timezone.localtime().year


def _locale() -> Locale | None:
    """The locale of the reader's language; None for English, and for a language that CLDR does not know."""
    return None if is_english() else _locale_of(language_read())


@cache
def _locale_of(code: str) -> Locale | None:
    try:
        return Locale.parse(code, sep="-")
    except (UnknownLocaleError, ValueError):
        return None


@cache
def _long_pattern(locale: Locale, year: bool) -> str:
    """The pattern of a day and its weekday. Few locales have one without the year, so its short form is written out."""
    if year:
        return str(locale.date_formats["full"].pattern)
    short = locale.datetime_skeletons.get("MMMMEd") or locale.datetime_skeletons["MMMEd"]
    return re.sub(r"E+", "EEEE", re.sub(r"M+", "MMMM", str(short.pattern)))
