"""Days and times in words: in English as this site writes them, in other languages as CLDR has them."""

import re
from datetime import date, datetime
from functools import cache

from babel import Locale
from babel.dates import format_date, format_skeleton, format_time
from django.utils import timezone
from django.utils.dateformat import format as format_as_english

from foundation.language import locale_read

LETTERS_DOT = re.compile(r"(?<=[^\W\d])\.|[,،]")
"""What an abbreviated day has besides its letters and numbers."""


def formatted(when: datetime, pattern: str) -> str:
    """Format a time in the reader's zone with a Django date format."""
    return format_as_english(timezone.localtime(when), pattern)


def with_first(words: str, day: int, language: str) -> str:
    """Write the first day of a month as French does: "1er décembre" for "1 décembre"."""
    return re.sub(r"\b1\b", "1er", words, count=1) if day == 1 and language.startswith("fr") else words


def in_format(at: date, form: str, locale: Locale) -> str:
    """Format a day in a format of a language: `full`, `long`, or a pattern."""
    return with_first(format_date(at, form, locale=locale), at.day, locale.language)


def in_skeleton(at: date, parts: str, locale: Locale) -> str:
    """Format the parts of a day, named as in CLDR, in the order of a language."""
    return with_first(format_skeleton(parts, at, locale=locale), at.day, locale.language)


def long_day(when: datetime) -> str:
    """Format as "Saturday 21 November", with the year if it is not the current one."""
    year, locale = _is_of_another_year(when), locale_read()
    if locale is None:
        return formatted(when, "l j F Y" if year else "l j F")
    return in_format(timezone.localtime(when), "full" if year else _long_pattern(locale), locale)


def day_with_year(when: datetime) -> str:
    """Format as "21 November 2026"."""
    locale = locale_read()
    return formatted(when, "j F Y") if locale is None else in_format(timezone.localtime(when), "long", locale)


def short_day(when: datetime) -> str:
    """Format as "Sat 21 Nov", with the year in place of the weekday if it is not the current one."""
    return _short(when, "j M Y", "yMMMd") if _is_of_another_year(when) else _short(when, "D j M", "MMMEd")


def clock(when: datetime) -> str:
    """Format the time of day: "20:00"."""
    locale = locale_read()
    return formatted(when, "H:i") if locale is None else format_time(timezone.localtime(when), "short", locale=locale)


def weekday_and_clock(when: datetime) -> str:
    """Format as "Thu 21:14"."""
    return _short(when, "D H:i", "EHm")


def stamped(when: datetime, *, parts: str = "MMMEd") -> str:
    """Format the parts of a day as a stamp has them, without marks of abbreviation: "Sat 21 Nov"."""
    english = {"MMMEd": "D j M", "Ed": "D j", "MMMd": "j M"}
    return LETTERS_DOT.sub("", _short(when, english[parts], parts))


def _short(when: datetime, english: str, parts: str) -> str:
    locale = locale_read()
    return formatted(when, english) if locale is None else in_skeleton(timezone.localtime(when), parts, locale)


def _is_of_another_year(when: datetime) -> bool:
    return timezone.localtime(when).year != timezone.localtime().year


@cache
def _long_pattern(locale: Locale) -> str:
    """The pattern of a day and its weekday without the year. Few locales have one: their short form is written out."""
    short = locale.datetime_skeletons.get("MMMMEd") or locale.datetime_skeletons["MMMEd"]
    return re.sub(r"E+", "EEEE", re.sub(r"M+", "MMMM", str(short.pattern)))
